// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type described struct {
	OpenAPI string `json:"openapi"`
	Paths   map[string]map[string]struct {
		OperationID string   `json:"operationId"`
		Tags        []string `json:"tags"`
	} `json:"paths"`
}

// TestDescriptionIsServed checks that /openapi.json serves the result of Description, even to clients without credentials.
func TestDescriptionIsServed(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	r := c.Request("GET", "/openapi.json", nil)
	r.Header.Del("Authorization")
	got, err := c.Send(r)
	if err != nil || got.Status != http.StatusOK || got.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("status %d, content type %q, error %v", got.Status, got.Header.Get("Content-Type"), err)
	}
	want, err := refserver.Description()
	if err != nil || got.Body != string(want) {
		t.Errorf("the response is not the description (%v)", err)
	}
	c.CheckMethods("GET", "/openapi.json")
}

// TestDescriptionHasEveryOperation checks that the OpenAPI description lists every operation once, on a path that the server accepts.
func TestDescriptionHasEveryOperation(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	text, err := refserver.Description()
	if err != nil {
		t.Fatal(err)
	}
	var d described
	if err := json.Unmarshal(text, &d); err != nil || d.OpenAPI != "3.1.0" {
		t.Fatalf("version %q, error %v", d.OpenAPI, err)
	}
	var ids []string
	methods := map[string][]string{} // Values such as "collection get" and "object patch", by kind of object.
	for path, item := range d.Paths {
		for method, operation := range item {
			ids = append(ids, operation.OperationID)
			if path == "/openapi.json" {
				continue
			}
			kind := operation.Tags[0]
			if got := c.Server.Kind(strings.NewReplacer("{", "", "}", "").Replace(path)); got != kind {
				t.Errorf("%s is described for %s and serves %q", path, kind, got)
			}
			word := "collection "
			if strings.Contains(path, "{") {
				word = "object "
			}
			methods[kind] = append(methods[kind], word+method)
			if got := c.Do(strings.ToUpper(method), path, nil); got.Status == http.StatusMethodNotAllowed {
				t.Errorf("%s %s is described and not served", method, path)
			}
		}
	}
	slices.Sort(ids)
	if once := slices.Compact(slices.Clone(ids)); len(once) != len(ids) {
		t.Errorf("operations are named twice: %v", ids)
	}
	for _, kind := range servertest.Kinds {
		for _, want := range []string{"collection get", "collection post", "object get", "object patch", "object delete"} {
			if !slices.Contains(methods[kind], want) {
				t.Errorf("%s has no %s in the description", kind, want)
			}
		}
	}
	for _, want := range []string{"startAlgorithm", "stopConnector", "listAlertEvents", "listEvents", "listNotifications", "listComponents"} {
		if !slices.Contains(ids, want) {
			t.Errorf("%s is not described", want)
		}
	}
}
