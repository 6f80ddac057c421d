// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// In the list, one element has the key "ID" instead of "id", and another has an id that can't be part of a path. Whether or not the list is
// cached, Read must read the first object individually and return an error for the second. Documents must yield both elements unchanged.
func TestOddIDs(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 50, element: func(id string) string {
		switch id {
		case "30":
			return `{"ID":"30","name":"other","rate_value":1.50}`
		case "31":
			return strings.ReplaceAll(object("ID"), "ID", `m\u001b`)
		}
		return object(id)
	}}
	r := e.reader(t, engine.Config{})
	for range 2 {
		if doc, _, err := r.Read(t.Context(), engine.Alerts, "m\x1b"); err == nil || !strings.Contains(err.Error(), "control character") {
			t.Errorf("read %v, error %v", doc, err)
		}
		readInOrder(t, r, 0, 3)
		if _, isListed, err := r.Read(t.Context(), engine.Alerts, "30"); err != nil || isListed {
			t.Errorf("listed %t, error %v", isListed, err)
		}
	}
	wantRequests(t, e, 1+2, 1)
	yielded := 0
	for _, err := range r.Documents(t.Context(), engine.Alerts, nil) {
		if yielded++; err != nil {
			t.Error(err)
		}
	}
	if yielded != 50 {
		t.Errorf("yields %d objects", yielded)
	}
}
