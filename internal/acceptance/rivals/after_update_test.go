// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rivals

import (
	"fmt"
	"testing"
)

// TestRivalAfterTheUpdate has somebody add an item after an update, before the read that looks for what was made of it: because the
// answer is lost, or says too little. The item is no element of the engine's own: the next plan shows it, and its apply removes it.
func TestRivalAfterTheUpdate(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		for _, c := range []struct {
			at    moment
			habit string
		}{{afterLost, "no-etags"}, {afterPatch, "update-answers-patch"}} {
			if c.at == afterLost && o.kind != "function" {
				continue // The update is sent once more, which puts the array of before in the place of theirs.
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

// TestRivalInThePlaceOfARemovedItem has somebody add an item of the same key while an update removes one, in an engine without ETags:
// the first item goes, and theirs is no element that the engine keeps, since the ids of the others stay.
func TestRivalInThePlaceOfARemovedItem(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		if o.kind != "function" {
			continue // An update of the others puts its array in the place of theirs.
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
