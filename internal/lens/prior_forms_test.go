// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// A value that is unknown in the plan must never be replaced with the value in the state, not even with an empty one.
func TestUnknownValuesStay(t *testing.T) {
	s := ruleShape(t)
	prior := view(t, s, `{"name": "", "rate": 0, "words": [], "tags": [], "items": [], "plain": "", "value": "", "extra": ""}`)
	for name, value := range tfvalue.Object(prior) {
		members := maps.Clone(tfvalue.Object(prior))
		members[name] = tftypes.NewValue(value.Type(), tftypes.UnknownValue)
		if got, differs := s.WithPriorForms(prior, tftypes.NewValue(prior.Type(), members)); differs || tfvalue.Object(got)[name].IsKnown() {
			t.Errorf("%s becomes %s", name, tfvalue.Object(got)[name])
		}
	}
}
