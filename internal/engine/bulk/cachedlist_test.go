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

// TestOneDifferenceDropsAList checks that a list is dropped if one of its ten objects differs from the result of reading that object
// individually. If none differs, the list can be used until the next write.
func TestOneDifferenceDropsAList(t *testing.T) {
	t.Parallel()
	for range 10 { // because the order of the comparisons is random
		for listed, want := range map[string]bool{
			`{"id": "7", "name": "n"}`: false, `{"id": "7", "name": "changed"}`: true, `{"id": "7"}`: true,
		} {
			written := make(chan struct{})
			c := newCachedLists(func() <-chan struct{} { return written }, nil)
			l := c.decide(engine.Alerts, "0").list
			for id := range 10 {
				l.samples[fmt.Sprint(id)] = fmt.Appendf(nil, `{"id": "%d", "name": "n"}`, id)
			}
			entries := maps.Clone(l.samples)
			entries["7"] = json.RawMessage(listed)
			if got := c.add(engine.Alerts, l, 1, entries, true); got != want {
				t.Errorf("%s: add returns %v", listed, got)
			}
			if all, ok := c.complete(engine.Alerts); ok == want || ok && len(all) != 10 {
				t.Errorf("%s: the list is %v, %v", listed, all, ok)
			}
			close(written)
			if _, ok := c.complete(engine.Alerts); ok {
				t.Errorf("%s: the list can be used after a write", listed)
			}
		}
	}
}
