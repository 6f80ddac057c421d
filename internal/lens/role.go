// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// role says how an attribute takes part in the comparison of an engine document with the declared attributes.
type role int

const (
	compared role = iota // the value of the document is compared with the declared value
	ignored              // the view does not declare the attribute
	kept                 // the document need not have the attribute, so the declared value holds
	masked               // the engine answers something else in place of a secret, so the declared value holds
)

// roleOf returns the role of an attribute of an engine object. member is its declared value. A reference's name is compared only if the
// reference itself may differ: engines may answer another name for the same id (quirk 190).
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

// mayBeKept reports whether the engine may omit an attribute that the configuration declares, without a difference. Engines do not answer
// attributes that are never sent, and may answer {"id": "t", "name": "Pump"} as "t".
func (s *Shape) mayBeKept(a *attribute) bool { return a.unsent || s.reference }

// comparedValues iterates over the attributes whose role is compared, with their values in the engine's object. members are the attributes
// of view, which callers have already read.
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

// declares reports whether a configuration that has the value member declares the attribute. A required attribute cannot be left out of a
// configuration, so its empty text "" means "not declared". So does an empty list, if the engine's value (doc) is no list.
func (a *attribute) declares(doc any, member tftypes.Value) bool {
	if !tfvalue.IsDeclared(member) || !a.needed || !member.IsKnown() {
		return tfvalue.IsDeclared(member)
	}
	switch a.kind {
	case kindText:
		return tfvalue.Text(member) != ""
	case kindList:
		_, isArray := doc.([]any)
		return isArray || doc == nil || len(tfvalue.List(member)) > 0
	default:
		return true
	}
}
