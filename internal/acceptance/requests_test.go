// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestRequests counts what plan and apply ask of the engine: a create is one POST, an unchanged plan only reads, a change
// of a plain field is one PATCH, a change of items is preceded by one read of the current document.
func TestRequests(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	config := func(description, label string) string {
		return e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name        = "a"
			type        = "rate"
			rate_value  = 5
			rate_unit   = "minute"
			severity    = "SEV1"
			description = %q
			alert_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1", label = %q }]
		}`, description, label))
	}
	wantWrites := func(methods ...string) resource.TestCheckFunc {
		return func(*terraform.State) error {
			var sent []string
			for _, r := range e.writes() {
				sent = append(sent, r.Method)
			}
			if fmt.Sprint(sent) != fmt.Sprint(methods) {
				return fmt.Errorf("writes %v, want %v", sent, methods)
			}
			return nil
		}
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: config("one", "x"), Check: wantWrites("POST")},
			{PreConfig: e.ClearRequests, Config: config("one", "x"), Check: wantWrites()},
			{PreConfig: e.ClearRequests, Config: config("two", "x"), Check: wantWrites("PATCH")},
			{PreConfig: e.ClearRequests, Config: config("two", "y"), Check: resource.ComposeAggregateTestCheckFunc(
				wantWrites("PATCH"), func(*terraform.State) error { return e.readBeforeWrite() })},
		},
	})
}

// TestRequestsOfRefresh counts the reads of a plan without changes over 250 objects: three pages of a list answer them, and
// single reads do when bulk_reads is off.
func TestRequestsOfRefresh(t *testing.T) {
	t.Parallel()
	const nodes = `resource "engine_node" "it" {
		count = 250
		name  = "node-${count.index}"
		type  = "self_hosted"
	}`
	for name, c := range map[string]struct {
		bulkReads   string
		habits      []string
		least, most int
	}{
		"on":               {"true", nil, 3, 6},
		"off":              {"false", nil, 250, 250},
		"with moving ones": {"true", []string{"moving-fields"}, 3, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: c.habits})
			dir := t.TempDir()
			connect(t, dir, e)
			override := "provider \"engine\" {\n  bulk_reads = " + c.bulkReads + "\n}\n"
			if err := os.WriteFile(filepath.Join(dir, "bulk_override.tf"), []byte(override), 0o600); err != nil {
				t.Fatal(err)
			}
			run := startTerraform(t, dir)
			if err := run.Init(t.Context(), tfexec.Reattach(run.reattach)); err != nil {
				t.Fatal(err)
			}
			run.apply(t, nodes)
			e.ClearRequests()
			run.planEmpty(t)
			if n := len(e.Requests()); n < c.least || n > c.most || len(e.writes()) > 0 {
				t.Errorf("%d requests, %d of them writes; want %d to %d reads", n, len(e.writes()), c.least, c.most)
			}
		})
	}
}

// readBeforeWrite wants the request before the PATCH to be a read of the same object.
func (e *testEngine) readBeforeWrite() error {
	requests := e.Requests()
	for i, r := range requests {
		if r.Method != "PATCH" {
			continue
		}
		if i == 0 || requests[i-1].Method != "GET" || requests[i-1].Path != r.Path {
			return fmt.Errorf("the PATCH of %s was not preceded by a read", r.Path)
		}
	}
	return nil
}
