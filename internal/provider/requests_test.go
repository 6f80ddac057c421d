// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"testing"

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
		return e.config(fmt.Sprintf(`resource "engine_alert" "it" {
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
