// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Patch returns the body of an update: the top-level attributes whose values differ between the prior state and the plan. It omits values
// that the engine already has. doc is the engine's document. A nested object in the body also contains the undeclared keys that the object
// has in doc. doc may be nil if NeedsDocument returns false. An empty result means that no update is needed.
func (s *Shape) Patch(doc map[string]any, prior, planned tftypes.Value) map[string]any {
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	if doc == nil {
		doc = s.Overlay(nil, prior)
	}
	patch, extra := map[string]any{}, s.extraKeys(afters[ExtraName])
	for i := range s.attrs {
		a := &s.attrs[i]
		before, after := befores[a.name], afters[a.name]
		if _, isExtra := extra[a.name]; isExtra || a.unsent || before.Equal(after) {
			continue
		}
		have, exists := doc[a.name]
		want := a.clearingValue()
		if !after.IsNull() {
			want = a.overlay(have, exists, before, after)
		}
		if a.tombstone != "" {
			want = a.withTombstones(have, want)
		}
		shown := a.withoutHiddenSecrets(have)
		holds := exists && reflect.DeepEqual(shown, want)
		if exists && !after.IsNull() { // a cleared list must be exactly [], with no empty references
			// Compare with Equals, too. Canonical forms omit empty references, so they are equal even if the engine lacks an empty
			// reference that is planned.
			holds = holds || a.Equals(have, after) && reflect.DeepEqual(a.canonicalForm(shown), a.canonicalForm(want))
		}
		if !holds {
			patch[a.name] = want
		}
	}
	s.patchExtra(patch, doc, befores[ExtraName], extra, afters)
	return patch
}

// canonicalForm normalizes an engine value for comparison with reflect.DeepEqual. References become objects, arrays lose their empty
// references, and arrays whose order is insignificant are sorted.
func (s *Shape) canonicalForm(doc any) any {
	doc = s.rebuild(s.requestForm(doc), func(part *Shape, step, value any) (any, bool) {
		_, isElement := step.(int)
		return part.canonicalForm(value), !isElement || !part.isEmptyReference(value)
	})
	if elements, ok := doc.([]any); ok && s.kind == kindList && !s.byPosition() {
		slices.SortFunc(elements, func(a, b any) int { return strings.Compare(document.Encode(a), document.Encode(b)) })
	}
	return doc
}

// NeedsDocument reports whether Patch needs the engine's current document. Patch needs it if the plan changes nested objects, because the
// update must send these objects as a whole, including keys that the plan doesn't declare.
func (s *Shape) NeedsDocument(prior, planned tftypes.Value) bool {
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	for _, a := range s.attrs {
		nested := a.kind == kindObject || a.kind == kindList && a.elem.kind == kindObject
		if nested && !a.unsent && !befores[a.name].Equal(afters[a.name]) {
			return true
		}
	}
	return false
}

// patchExtra adds changed keys in "extra" to the body of an update, and clears keys that are no longer declared.
func (s *Shape) patchExtra(patch, doc map[string]any, before tftypes.Value, keys map[string]any, view map[string]tftypes.Value) {
	priors := s.extraKeys(before)
	for key, want := range keys {
		if prior, had := priors[key]; had && document.Includes(prior, want) && document.Includes(want, prior) {
			delete(keys, key) // unchanged, so not sent, even if the engine does not return it
			delete(priors, key)
		}
	}
	changed := maps.Clone(doc)
	s.putExtra(changed, priors, keys, view)
	for key, want := range changed {
		if have, ok := doc[key]; !ok || !reflect.DeepEqual(have, want) {
			patch[key] = want
		}
	}
}

// withTombstones returns an array for an update. The engine keeps elements that the update omits, so the array must explicitly remove
// elements. It consists of the planned elements (want), and an element such as {"id": "7", "deleted": true} for each element that want
// lacks but the engine's array (have) contains.
func (a *attribute) withTombstones(have, want any) any {
	docs, _ := have.([]any)
	wanted, ok := want.([]any)
	if !ok {
		return want // want is null, so there are no elements to keep or remove
	}
	kept := map[string]bool{}
	for _, element := range wanted {
		kept[elementID(element)] = true
	}
	for _, doc := range docs {
		if id := elementID(doc); id != "" && !kept[id] {
			wanted = append(wanted, map[string]any{"id": id, a.tombstone: true})
		}
	}
	return wanted
}

func elementID(element any) string {
	object, _ := element.(map[string]any)
	id, _ := object["id"].(string)
	return id
}
