// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestSameToViews compares answers about an alert: what no view can declare may differ, everything else may not.
func TestSameToViews(t *testing.T) {
	t.Parallel()
	const single = `{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
		"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`
	p := newProvider("test")
	for listed, want := range map[string]bool{
		single: true,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "2", "last_ping": 2, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 2}]}`: true,
		`{"id": "7", "name": "a", "severity": "sev1", "rate_value": "5.0", "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: true,
		`{"id": "7", "name": "b", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: false,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": "x", "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: false,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "runs": 1}]}`: false,
	} {
		var a, b engine.Document
		if err := document.DecodeInto([]byte(single), &a); err != nil {
			t.Fatal(err)
		}
		if err := document.DecodeInto([]byte(listed), &b); err != nil {
			t.Fatal(err)
		}
		if got := p.sameToViews(engine.Alerts, a, b); got != want {
			t.Errorf("the same to views: %t, want %t: %s", got, want, listed)
		}
		if got := p.sameToViews(engine.Alerts, b, a); got != want {
			t.Errorf("the other way round: %t, want %t: %s", got, want, listed)
		}
	}
}

// Every collection whose objects are resources has a view.
func TestSameToViewsKnowsEveryCollection(t *testing.T) {
	t.Parallel()
	p := newProvider("test")
	for _, d := range p.definitions {
		doc := engine.Document{"id": "7", "name": "a"}
		if !p.sameToViews(d.Collection("algorithm"), doc, doc) {
			t.Errorf("a %s is not the same as itself", d.Name)
		}
	}
}
