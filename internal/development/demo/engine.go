// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The demo sends its own HTTP requests to the server, so that its results do not depend on the provider's client.

// kind is a kind of engine objects, and the path of its list (interface section 4, wire shapes section 2).
type kind struct{ name, path string }

const alertsPath = "/v3/engine/alert/alerts/"

func kinds() []kind {
	return []kind{
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

// alert holds the fields of an alert that the demo compares.
type alert struct{ ID, Name, Severity string }

// counts holds numbers of objects by kind.
type counts map[string]int

func (c counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// String lists the kinds, for example "1 node, 2 components".
func (c counts) String() string {
	var parts []string
	for _, k := range kinds() {
		parts = append(parts, quantity(c[k.name], k.name))
	}
	return strings.Join(parts, ", ")
}

func quantity(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// countObjects returns the number of objects of each kind.
func (s *server) countObjects(ctx context.Context) (counts, error) {
	found := counts{}
	for _, k := range kinds() {
		var list struct{ Count *int }
		if err := s.request(ctx, http.MethodGet, k.path, nil, &list); err != nil {
			return nil, err
		}
		if list.Count == nil {
			return nil, fmt.Errorf("the list %s has no count", k.path)
		}
		found[k.name] = *list.Count
	}
	return found, nil
}

func (s *server) firstAlert(ctx context.Context) (alert, error) {
	var list struct{ Results []alert }
	if err := s.request(ctx, http.MethodGet, alertsPath, nil, &list); err != nil {
		return alert{}, err
	}
	if len(list.Results) == 0 {
		return alert{}, fmt.Errorf("the list %s is empty", alertsPath)
	}
	return list.Results[0], nil
}

func (s *server) readAlert(ctx context.Context, id string) (alert, error) {
	var found alert
	err := s.request(ctx, http.MethodGet, alertsPath+id+"/", nil, &found)
	return found, err
}

func (s *server) setSeverity(ctx context.Context, id, severity string) error {
	var changed alert
	return s.request(ctx, http.MethodPatch, alertsPath+id+"/", map[string]string{"severity": severity}, &changed)
}

// request sends a request, with a JSON body if body is not nil, and decodes the answer.
func (s *server) request(ctx context.Context, method, path string, body, answer any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		encoded = nil
	}
	r, err := http.NewRequestWithContext(ctx, method, s.baseURL+path, bytes.NewReader(encoded))
	if err != nil {
		return err
	}
	r.Header.Set("authorization", "Service "+s.accessID+" "+s.secretKey)
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
