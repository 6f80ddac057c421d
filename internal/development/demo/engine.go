// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// The demo sends its own HTTP requests to the reference server, so that a bug in the provider's client can't hide a wrong result.

const alertsPath = "/v3/engine/alert/alerts/"

// kinds returns pairs: a kind of object, such as "node", and the URL path that lists all objects of this kind. Sources: the engine's
// interface document, section 4, and the wire shapes, section 2.
func kinds() [][2]string {
	return [][2]string{
		{"node", "/v3/engine/compute/nodes/all/"},
		{"component", "/v3/engine/component/"},
		{"routine", "/v3/engine/component/routines/"},
		{"dashboard", "/v3/engine/dashboard/dashboards/"},
		{"tab", "/v3/engine/dashboard/tabs/"},
		{"widget", "/v3/engine/dashboard/charts/"},
		{"alert", alertsPath},
		{"function", "/v3/engine/function/functions/"},
	}
}

type alert struct{ ID, Name, Severity string }

type counts map[string]int

func (c counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

func (c counts) list() (texts []string) {
	for _, kind := range kinds() {
		texts = append(texts, quantity(c[kind[0]], kind[0]))
	}
	return texts
}

func (c counts) String() string { return strings.Join(c.list(), ", ") }

func quantity(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func countObjects(ctx context.Context) (counts, error) {
	found := counts{}
	for _, kind := range kinds() {
		var list struct{ Count *int }
		if err := request(ctx, http.MethodGet, kind[1], "", &list); err != nil {
			return nil, err
		}
		if list.Count == nil {
			return nil, fmt.Errorf("the list %s has no count", kind[1])
		}
		found[kind[0]] = *list.Count
	}
	return found, nil
}

// request sends a request to the server and decodes the JSON answer into answer. If body is "", the request has no body.
func request(ctx context.Context, method, path, body string, answer any) error {
	r, err := http.NewRequestWithContext(ctx, method, os.Getenv("ENGINE_BASE_URL")+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	r.Header.Set("authorization", "Service "+os.Getenv("ENGINE_ACCESS_ID")+" "+os.Getenv("ENGINE_SECRET_KEY"))
	r.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, content)
	}
	return json.Unmarshal(content, answer)
}
