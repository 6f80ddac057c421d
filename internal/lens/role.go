// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// part is how an attribute of an object takes part where a document and a view meet. Every walk over both asks partOf for it.
type role int

const (
	compared role = iota // the document and the view are compared
	ignored              // the view does not declare the attribute
	kept                 // the document says nothing about the attribute that counts, so the declared value holds
	masked               // the engine answers something else in place of a secret, so a declared value holds
)

// roleOf decides how an attribute takes part, whose member of the view is given too. The name of a reference is a label: the engine answers its own (quirk 190).
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

// mayBeKept reports whether a document need not say what is declared of an attribute: engines never answer what is not sent, and they
// shorten references to their ids.
func (s *Shape) mayBeKept(a *attribute) bool { return a.unsent || s.reference }

// declares tells whether a view that has a member declares what the document has there. Where a configuration can't leave an attribute
// out, the empty text is as good as null, and so is the empty list beside what no list can show.
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
