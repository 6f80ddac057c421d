// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rivals

import (
	"fmt"
	"testing"
)

// TestRivalAfterTheUpdate lets somebody else add an item right after an update. The response to the update is lost or incomplete, so the
// provider reads the object again and finds the item. It must not think that the engine added the item: the next plan must show the item,
// and the next apply must remove it.
func TestRivalAfterTheUpdate(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		for _, c := range []struct {
			at    moment
			habit string
		}{{afterLost, "no-etags"}, {afterPatch, "update-answers-patch"}} {
			if c.at == afterLost && o.kind != "function" {
				continue // The update is sent again and overwrites the array with the item.
			}
			t.Run(fmt.Sprintf("%s %s", o.kind, c.at), func(t *testing.T) {
				t.Parallel()
				r := startRace(t, c.habit)
				mine := o.declared(r, "mine", `{ ref_id = "G", type = "EXPRESSION", expression = "$A" },`)
				r.apply(o.declared(r, "before", ""))
				r.rival(c.at, o.kind, o.added("Z"))
				r.applyUnsettled(mine)
				r.wantItems(o, "A", "G", "Z")
				r.apply(mine)
				r.wantItems(o, "A", "G")
			})
		}
	}
}

// TestRivalReplacesARemovedItem removes an item on an engine without ETags. At the same time, somebody else adds an item with the same key
// but a different id. The provider must not think that the engine kept the removed item: the next apply removes the added item.
func TestRivalReplacesARemovedItem(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		if o.kind != "function" {
			continue // An update of the other kinds overwrites the whole array.
		}
		r := startRace(t, "no-etags")
		declared := o.declared(r, "it", "")
		r.apply(declared)
		r.edit(o.kind, o.added("Y"))
		r.rival(beforePatch, o.kind, func(doc map[string]any) {
			o.added("Y")(doc)
			elements, _ := doc[o.list].([]any)
			theirs, _ := elements[len(elements)-1].(map[string]any)
			theirs["id"] = "outside-another"
		})
		r.applyUnsettled(declared)
		r.wantItems(o, "A", "Y")
		r.apply(declared)
		r.wantItems(o, "A")
	}
}
