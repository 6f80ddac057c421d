// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestOneDifferenceDropsAList checks that a list is dropped if one of ten objects in it differs from the individual read. A list without
// differences can be used until the next write.
func TestOneDifferenceDropsAList(t *testing.T) {
	t.Parallel()
	for range 10 { // because the order of the comparisons is random
		for different, want := range map[string]bool{"none": false, "7": true} {
			written := make(chan struct{})
			c := newCachedLists(func() <-chan struct{} { return written }, nil)
			l := c.decide(engine.Alerts, "0").list
			for id := range 10 {
				l.samples[fmt.Sprint(id)] = fmt.Appendf(nil, `{"id": "%d"}`, id)
			}
			entries := maps.Clone(l.samples)
			if entries[different] != nil {
				entries[different] = json.RawMessage(`{"id": "7", "name": "changed"}`)
			}
			if got := c.add(engine.Alerts, l, 1, entries, true); got != want {
				t.Errorf("different: %s: add returns %v", different, got)
			}
			if listed, ok := c.complete(engine.Alerts); ok == want || ok && len(listed) != 10 {
				t.Errorf("different: %s: the list is %v, %v", different, listed, ok)
			}
			close(written)
			if _, ok := c.complete(engine.Alerts); ok {
				t.Errorf("different: %s: the list can be used after a write", different)
			}
		}
	}
}
