// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rivals

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
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
				wants := func(want ...string) resource.TestCheckFunc {
					return func(*terraform.State) error {
						if got := slices.Sorted(maps.Keys(r.items(o))); !slices.Equal(got, want) {
							return fmt.Errorf("the items are %v, want %v", got, want)
						}
						return nil
					}
				}
				mine := o.declared(r, "mine", `{ ref_id = "G", type = "EXPRESSION", expression = "$A" },`)
				r.run(
					resource.TestStep{Config: o.declared(r, "before", "")},
					r.with(c.at, resource.TestStep{Config: mine, ExpectNonEmptyPlan: true, Check: wants("A", "G", "Z")}, o.kind, func(doc map[string]any) {
						elements, _ := doc[o.list].([]any)
						doc[o.list] = append(elements, item("Z"))
					}),
					resource.TestStep{Config: mine, Check: wants("A", "G")},
				)
			})
		}
	}
}
