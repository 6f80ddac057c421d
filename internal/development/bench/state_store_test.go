// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// inRemoteFolder prepares the real Terraform with the store as its backend.
func inRemoteFolder(t *testing.T, s *stateStore) (run *terraform.Terraform, folder, url string) {
	t.Helper()
	w, err := startWeb(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	folder, err = makeWorkFolder(t.TempDir(), "work", map[string]any{
		"terraform": map[string]any{"backend": s.backend(w.url)},
		"resource":  map[string]any{"terraform_data": map[string]any{"all": map[string]any{"count": 3}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	run = terraformtest.New(t, folder, os.Args[0])
	if err := run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run, folder, w.url
}

func TestTerraformKeepsItsStateInTheStore(t *testing.T) {
	t.Parallel()
	s := &stateStore{}
	run, folder, _ := inRemoteFolder(t, s)
	if _, err := run.Run(t.Context(), apply(3).arguments...); err != nil {
		t.Fatal(err)
	}
	var state struct{ Resources []struct{ Instances []any } }
	if err := json.Unmarshal(s.state, &state); err != nil || len(state.Resources) != 1 || len(state.Resources[0].Instances) != 3 {
		t.Errorf("the state is %s (%v)", s.state, err)
	}
	if s.lock != nil {
		t.Errorf("the state is still locked: %s", s.lock)
	}
	if _, err := os.Stat(folder + "/terraform.tfstate"); err == nil {
		t.Error("there is a local state file")
	}
	output, err := run.Run(t.Context(), plan().arguments...)
	if err != nil || !strings.Contains(output, plan().says) {
		t.Errorf("the plan says %s (%v)", output, err)
	}
}

func TestTerraformRespectsTheLockOfTheStore(t *testing.T) {
	t.Parallel()
	s := &stateStore{lock: []byte(`{"ID": "1", "Who": "another"}`)}
	run, _, url := inRemoteFolder(t, s)
	_, err := run.Run(t.Context(), apply(3).arguments...)
	if err == nil || !strings.Contains(err.Error(), "already locked: ID=1") {
		t.Errorf("the apply of a locked state ended with %v", err)
	}
	for _, refused := range []struct{ method, path, body string }{
		{"LOCK", "/", `{"ID": "2"}`}, {"UNLOCK", "/", `{"ID": "2"}`}, {http.MethodPost, "/?ID=2", "{}"}, {http.MethodPost, "/", "{}"},
	} {
		if status := ask(t, refused.method, url+refused.path, refused.body); status != http.StatusLocked {
			t.Errorf("%s %s: status %d", refused.method, refused.path, status)
		}
	}
	if status := ask(t, "UNLOCK", url, `{"ID": "1"}`); status != http.StatusOK || s.lock != nil {
		t.Errorf("the end of the lock: status %d, %s", status, s.lock)
	}
	if s.state != nil {
		t.Errorf("somebody without the lock wrote %s", s.state)
	}
}

func ask(t *testing.T, method, url, body string) (status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode
}
