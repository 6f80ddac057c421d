// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// role determines how an attribute is treated when the engine's document is compared with a view (the Terraform value of the object).
type role int

const (
	compared role = iota // the value in the document is compared with the declared value
	ignored              // the view does not declare the attribute
	kept                 // the declared value is kept, because the document may lack the attribute
	masked               // the declared value is kept, because the engine hides the secret
)

// roleOf determines whether and how to compare an attribute with the declared value (member). In a reference, the name is compared only if
// the engine's id is missing or differs from the declared id, because engines may return different names for the same id (quirk 190 in
// quirks.go).
func (s *Shape) roleOf(a *attribute, object map[string]any, view, member tftypes.Value) role {
	value, has := object[a.name]
	switch {
	case a == s.secret && s.hidesSecret(object):
		return masked
	case !a.declares(value, member):
		return ignored
	case !s.mayBeKept(a) || has && (!s.reference || a.name != labelName):
		return compared
	case a.unsent || s.docKey(object) != nil && !s.isOtherObject(object, view):
		return kept
	default:
		return compared
	}
}

func (s *Shape) mayBeKept(a *attribute) bool { return a.unsent || s.reference }

// comparedValues yields the attributes that a comparison of object with view takes into account, along with their values in object. members
// contains view's attributes.
func (s *Shape) comparedValues(object map[string]any, view tftypes.Value, members map[string]tftypes.Value) iter.Seq2[*attribute, any] {
	return func(yield func(*attribute, any) bool) {
		for i := range s.attrs {
			a := &s.attrs[i]
			member := members[a.name]
			if s.roleOf(a, object, view, member) == compared && !yield(a, s.valueFor(a, object, member)) {
				return
			}
		}
	}
}

// declares reports whether the configuration declares the attribute, given its Terraform value (member). An import must give a required
// attribute some value, even if the engine has none. Therefore, two values of required attributes count as undeclared: the string "", and
// the list [] if the engine's value (doc) is neither null nor an array.
func (a *attribute) declares(doc any, member tftypes.Value) bool {
	if !tfvalue.IsDeclared(member) || !a.needed || !member.IsKnown() {
		return tfvalue.IsDeclared(member)
	}
	switch a.kind {
	case kindString:
		return tfvalue.String(member) != ""
	case kindList:
		_, isArray := doc.([]any)
		return isArray || doc == nil || len(tfvalue.List(member)) > 0
	default:
		return true
	}
}
