// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"strings"
	"testing"
)

// The demo prints that every object is updated in place, and only in one attribute. So changedAttribute must refuse any other change.
func TestChangedAttributeRefusesAllButOneAttributeInPlace(t *testing.T) {
	tests := map[string]struct {
		change    string
		attribute string
		refusal   string
	}{
		"one attribute": {
			change:    `{"actions": ["update"], "before": {"id": "1", "name": "a"}, "after": {"id": "1", "name": "b"}}`,
			attribute: "name",
		},
		"one attribute, inside": {
			change: `{"actions": ["update"], "before": {"id": "1", "config": [{"value": "10"}]},
				"after": {"id": "1", "config": [{"value": "5"}]}}`,
			attribute: "config",
		},
		"two attributes": {
			change:  `{"actions": ["update"], "before": {"id": "1", "name": "a", "type": "x"}, "after": {"id": "1", "name": "b", "type": "y"}}`,
			refusal: `["name" "type"]`,
		},
		"a second one known after apply": {
			change:  `{"actions": ["update"], "before": {"id": "1", "name": "a"}, "after": {"name": "b"}}`,
			refusal: `["id" "name"]`,
		},
		"a replacement": {
			change:  `{"actions": ["delete", "create"], "before": {"id": "1", "name": "a"}, "after": {"name": "b"}}`,
			refusal: "[delete create]",
		},
		"a creation": {
			change:  `{"actions": ["create"], "before": null, "after": {"name": "b"}}`,
			refusal: "create",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			changes, err := changesOf(`{"format_version": "1.2", "resource_changes": [
				{"address": "data.engine_node.n", "mode": "data", "type": "engine_node", "change": {"actions": ["read"]}},
				{"address": "engine_tab.same", "mode": "managed", "type": "engine_tab", "change": {"actions": ["no-op"]}},
				{"address": "engine_node.n", "mode": "managed", "type": "engine_node", "change": ` + test.change + `}]}`)
			if err != nil {
				t.Fatal(err)
			}
			if len(changes) != 1 || changes[0].kind() != "node" {
				t.Fatalf("got the changes %+v, want that of the managed node alone", changes)
			}
			attribute, err := changes[0].changedAttribute()
			if attribute != test.attribute {
				t.Errorf("got the attribute %q, want %q", attribute, test.attribute)
			}
			if test.refusal == "" && err != nil {
				t.Errorf("got the error %v", err)
			}
			if test.refusal != "" && (err == nil || !strings.Contains(err.Error(), test.refusal)) {
				t.Errorf("got the error %v, want one that names %s", err, test.refusal)
			}
		})
	}
}
