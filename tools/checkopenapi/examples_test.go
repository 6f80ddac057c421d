// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkopenapi

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const examples = "../../examples/"

// TestExamples applies each example, applies its changed.tfvars if there is one, and destroys it. A proxy checks all requests and responses
// against the OpenAPI description.
func TestExamples(t *testing.T) {
	check := newValidator(t, description(t))
	used := &usedOperations{}
	t.Run("each", func(t *testing.T) {
		for _, path := range examplePaths(t) {
			t.Run(strings.TrimPrefix(filepath.ToSlash(path), examples), func(t *testing.T) {
				t.Parallel()
				engine := startServer(t)
				example := startTerraform(t, path, check.between(t, engine, used), engine)
				example.run(t, "apply", "-auto-approve")
				if _, err := os.Stat(filepath.Join(path, "changed.tfvars")); err == nil {
					example.run(t, "apply", "-auto-approve", "-var-file=changed.tfvars")
				}
				example.run(t, "destroy", "-auto-approve")
			})
		}
	})
	for _, want := range []string{"createAlert", "readAlert", "updateAlert", "deleteAlert", "listAlerts", "listAlertEvents", "createRoutine"} {
		if !used.has(want) {
			t.Errorf("no example uses %s: the requests bypass the proxy", want)
		}
	}
}

// examplePaths returns the paths of the examples to test. It omits examples that import an existing object, that use engine_document (its
// collections are not in the OpenAPI description), or that use write-only values (older versions of Terraform do not support them).
func examplePaths(t *testing.T) []string {
	t.Helper()
	paths := []string{examples + "complete"}
	for _, pattern := range []string{"resources/*/*.tf", "data-sources/*/*.tf", "functions/*/*.tf"} {
		found, err := filepath.Glob(examples + pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no examples in %s (%v)", pattern, err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(path, "engine_document") && !strings.Contains(path, "import-by") && !strings.Contains(string(text), "_wo_version") {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// TestRejections sends invalid requests and checks that the OpenAPI description allows the server's error responses.
func TestRejections(t *testing.T) {
	engine := startServer(t)
	check := newValidator(t, description(t))
	for _, test := range []struct {
		method, path, media, body string
		status                    int
	}{
		{"POST", "/v3/engine/alert/alerts/", "application/json", `{"alert_items":[{},{"type":"x"},5],"tags":5}`, 400},
		{"POST", "/v3/engine/alert/alerts/", "application/json", `[]`, 400},
		{"PATCH", "/v3/engine/alert/alerts/none/", "application/json", `{"name":"x"}`, 404},
		{"POST", "/v3/engine/alert/alerts/", "text/plain", `{}`, 415},
		{"POST", "/v3/engine/alert/alerts/", "application/json", `{"name":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		{"GET", "/v3/engine/alert/alerts/?page=9", "", "", 404},
		{"GET", "/v3/engine/alert/alerts/", "unauthorized", "", 401},
	} {
		r, err := http.NewRequestWithContext(t.Context(), test.method, engine.url+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		if test.media != "unauthorized" {
			r.Header.Set("Authorization", "Service "+engine.accessID+" "+engine.secretKey)
		}
		r.Header.Set("Content-Type", test.media)
		response, body := send(t, r)
		if response.StatusCode != test.status {
			t.Errorf("%s %s: status %d, want %d", test.method, test.path, response.StatusCode, test.status)
		}
		input, err := check.find(r)
		if err == nil {
			err = check.checkResponse(input, response, body)
		}
		if err != nil {
			t.Errorf("the response to %s %s is not allowed: %d %s: %v", test.method, test.path, response.StatusCode, body, err)
		}
	}
}

// description returns the OpenAPI description that the server's command prints. The test fails if the server does not serve the same
// description to a client without credentials.
func description(t *testing.T) *openapi3.T {
	t.Helper()
	printed := output(t, "reference-server", "-openapi")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, startServer(t).url+"/openapi.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, served := send(t, r); !bytes.Equal(served, printed) {
		t.Error("the server sends a different description than the command prints")
	}
	doc, err := openapi3.NewLoader().LoadFromData(printed)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context(), openapi3.IsOpenAPI31OrLater()); err != nil {
		t.Fatal(err)
	}
	return doc
}
