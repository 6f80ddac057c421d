// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// extraKeys decodes a declared "extra": the keys it adds to the object of the shape. Keys of typed attributes are left out;
// validation refuses them.
func (s *Shape) extraKeys(view tftypes.Value) map[string]any {
	if !s.extra || !tfvalue.IsDeclared(view) {
		return nil
	}
	doc, err := document.Decode([]byte(tfvalue.Text(view)))
	if err != nil {
		return nil // validation refuses malformed text before it comes here
	}
	object, _ := doc.(map[string]any)
	maps.DeleteFunc(object, func(key string, _ any) bool { return s.member(key) != nil })
	return object
}

// extraEquals tells whether the document agrees with the declared extra keys. A key that the engine does not echo counts as
// agreed: nothing says what became of it. Where there is no object at all (nil), its keys are known to be missing.
func (s *Shape) extraEquals(object map[string]any, view tftypes.Value) bool {
	for key, want := range s.extraKeys(view) {
		if have, ok := object[key]; (ok || object == nil) && !document.Includes(have, want) {
			return false
		}
	}
	return true
}

// projectExtra gives the declared keys the values of the document.
func (s *Shape) projectExtra(object map[string]any, view tftypes.Value) tftypes.Value {
	if s.extraEquals(object, view) {
		return view
	}
	keys := s.extraKeys(view)
	for key, want := range keys {
		if have, ok := object[key]; ok && !document.Includes(have, want) {
			keys[key] = have
		}
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// unknownKeys shows every key of the document that has no typed attribute, null when there is none.
func (s *Shape) unknownKeys(object map[string]any) tftypes.Value {
	keys := maps.Clone(object)
	maps.DeleteFunc(keys, func(key string, _ any) bool { return s.member(key) != nil })
	if len(keys) == 0 {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// overlayExtra puts the declared extra keys into the object, and null for those that were declared before and no longer
// are.
func (s *Shape) overlayExtra(object map[string]any, prior, view tftypes.Value) {
	putExtra(object, s.extraKeys(prior), s.extraKeys(view))
}

// putExtra also puts a key whose declared value says less than before: what the engine holds beyond it might be its own.
func putExtra(object, priors, keys map[string]any) {
	for key := range priors {
		if _, ok := keys[key]; !ok {
			object[key] = nil
		}
	}
	for key, want := range keys {
		before, had := priors[key]
		if have, ok := object[key]; !ok || !document.Includes(have, want) || had && !document.Includes(want, before) {
			object[key] = want
		}
	}
}
