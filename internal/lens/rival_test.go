// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// TestRivalLaws draws a random update, and random changes by another client between plan and apply. After the apply, the engine must have
// the planned values, along with the elements that the other client added.
func TestRivalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRivalLaws(t, generator{T: t}) })
}

func checkRivalLaws(t failer, g generator) {
	u := g.update()
	if _, found := u.shape.Reconcile(u.doc, u.prior, u.prior); len(found) > 0 {
		t.Fatalf("without a change it reports %s", rivalLines(found))
	}
	quiet, found := u.shape.Reconcile(u.doc, u.prior, u.planned)
	for _, r := range found {
		if r.Kind != Added {
			t.Fatalf("nobody wrote, and it reports %s\nd %s\nprior %s\nplanned %s", rivalLines(found), document.Encode(u.doc), u.prior, u.planned)
		}
	}
	if len(found) == 0 && !quiet.Equal(u.planned) {
		t.Fatalf("it reports nothing, and returns %s\nplanned %s", quiet, u.planned)
	}
	theirs := g.withUniqueKeys(u.shape, g.variant(u.shape, u.prior))
	u.doc = u.shape.Overlay(u.doc, theirs)
	if docs, ok := u.doc[steps].([]any); ok && u.shape.member(steps) != nil {
		u.doc[steps] = withIDs(docs)
	}
	before := document.Encode(u.doc)
	reconciled, _ := u.shape.Reconcile(u.doc, u.prior, u.planned)
	if document.Encode(u.doc) != before {
		t.Fatalf("Reconcile changed the document\n%s to\n%s", before, document.Encode(u.doc))
	}
	patch := u.shape.Patch(u.doc, u.prior, reconciled)
	result := u.respond(patch)
	mine := u
	mine.planned = mine.changedAttributes(reconciled)
	checkPlanned(t, mine, patch, result)
	for _, a := range u.shape.attrs {
		if lost := a.overwritten(u.doc[a.name], result[a.name], tfvalue.Object(u.prior)[a.name], tfvalue.Object(u.planned)[a.name]); lost != "" {
			t.Fatalf("the element %s of %s is lost\nd %s\nprior %s\nplanned %s\npatch %s", lost, a.name, before, u.prior, u.planned,
				document.Encode(patch))
		}
	}
}

// changedAttributes returns the planned attributes that differ from the state, without "extra", because a request contains the keys in
// "extra" instead.
func (u update) changedAttributes(planned tftypes.Value) tftypes.Value {
	members := maps.Clone(tfvalue.Object(planned))
	for name, null := range u.shape.nullMembers() {
		if name == ExtraName || tfvalue.Member(u.prior, name).Equal(tfvalue.Member(u.planned, name)) {
			members[name] = null
		}
	}
	return tftypes.NewValue(planned.Type(), members)
}

// overwritten checks whether an update changed or removed an element that another client had added. It returns the element's key, or "" if
// there is none.
func (a *attribute) overwritten(before, after any, prior, planned tftypes.Value) string {
	if !tfvalue.IsDeclared(prior) || a.kind != kindList || a.elem.kind != kindObject || a.elem.key == nil || a.elem.key.rules.Equal != nil {
		return ""
	}
	declared := slices.Concat(tfvalue.List(prior), tfvalue.List(planned))
	docs, _ := before.([]any)
	results, _ := after.([]any)
	befores, afters := a.elem.docsByKey(docs), a.elem.docsByKey(results)
	if a.elem.viewsByKey(tfvalue.List(prior)) == nil || a.elem.viewsByKey(tfvalue.List(planned)) == nil || befores == nil || afters == nil {
		return "" // an element has no key or a duplicate key
	}
	for key, element := range befores {
		known := slices.ContainsFunc(declared, func(view tftypes.Value) bool { return a.elem.isSameElement(element, view) })
		if !known && !reflect.DeepEqual(a.elem.withoutHiddenSecrets(element), afters[key]) {
			return key
		}
	}
	return ""
}
