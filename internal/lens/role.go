// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// role says how an attribute takes part when a document is compared with a view. roleOf decides it for all functions that compare.
type role int

const (
	compared role = iota // the value of the document is compared with the declared value
	ignored              // the view does not declare the attribute
	kept                 // the document need not have the attribute, so the declared value holds
	masked               // the engine answers something else in place of a secret, so the declared value holds
)

// roleOf returns the role of an attribute. member is the value of the attribute in the view. The name of a reference gets no role of its
// own in a comparison: the engine may answer another name for the same object (quirk 190).
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

// mayBeKept reports whether a document may lack an attribute although a view declares it. Engines do not answer attributes that are never
// sent, and they shorten references to their ids.
func (s *Shape) mayBeKept(a *attribute) bool { return a.unsent || s.reference }

// comparedValues iterates over the attributes that are compared, with their values in the document. members are the members of the view,
// which the caller has already: tfvalue.Object copies them at each call.
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

// declares reports whether the value of an attribute in a view declares anything. A configuration cannot leave out a required attribute,
// so an empty text does not count as declared. An empty list does not either, if the document has something other than a list.
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
