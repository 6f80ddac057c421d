// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// extraKeys returns the keys that a declared "extra" adds to the object, with their values. It leaves out misplaced keys, which
// validation refuses.
func (s *Shape) extraKeys(view tftypes.Value) map[string]any {
	if !s.extra || !tfvalue.IsDeclared(view) {
		return nil
	}
	doc, err := document.Decode([]byte(tfvalue.Text(view)))
	if err != nil {
		return nil // validation has already refused invalid JSON
	}
	object, _ := doc.(map[string]any)
	maps.DeleteFunc(object, s.isMisplaced)
	return object
}

// isMisplaced reports whether a key of "extra" has the name of an attribute that can express the value or is never sent.
func (s *Shape) isMisplaced(key string, value any) bool {
	a := s.member(key)
	return key == ExtraName || a != nil && !a.belongsInExtra(value) && !a.changesType(value)
}

// Misplaced is a key of "extra" that has the name of an attribute and belongs there.
type Misplaced struct {
	Path []any // of the "extra": attribute names (string) and list indexes (int) from the top
	Key  string
	// IsDeclared is true if the attribute is declared too. Otherwise the attribute could express the value.
	IsDeclared bool
}

// Misplaced returns the misplaced keys of every "extra" in a configuration.
func (s *Shape) Misplaced(config tftypes.Value) []Misplaced {
	return s.misplaced(config, nil, nil)
}

func (s *Shape) misplaced(view tftypes.Value, at []any, found []Misplaced) []Misplaced {
	switch s.kind {
	case kindObject:
		members := tfvalue.Object(view)
		for i := range s.attrs {
			found = s.attrs[i].misplaced(members[s.attrs[i].name], below(at, s.attrs[i].name), found)
		}
		if !s.extra {
			return found
		}
		decoded, _ := document.Decode([]byte(tfvalue.Text(members[ExtraName])))
		keys, _ := decoded.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if isDeclared := tfvalue.IsDeclared(members[key]); isDeclared || s.isMisplaced(key, keys[key]) {
				found = append(found, Misplaced{Path: below(at, ExtraName), Key: key, IsDeclared: isDeclared})
			}
		}
	case kindList:
		for i, element := range tfvalue.List(view) {
			found = s.elem.misplaced(element, below(at, i), found)
		}
	}
	return found
}

// belongsInExtra reports whether "extra" declares a value of the document, because the attribute of its name cannot express it.
func (a *attribute) belongsInExtra(value any) bool {
	return !a.unsent && !a.computed && (value == nil || !a.canExpress(value) && !a.mayHoldSecrets() && isDeclarable(value))
}

// isShownInExtra reports whether a view shows a value in "extra" and not in the attribute.
func (a *attribute) isShownInExtra(value any, mode readMode) bool {
	return value != nil && (a.belongsInExtra(value) || mode == readExact && a.changesType(value))
}

// changesType reports whether the attribute shows a number or a boolean as a text and would send a text. Exact shows such a value in
// "extra".
func (a *attribute) changesType(value any) bool {
	if a.kind != kindText || a.unsent || a.rules.IsID || a.rules.IsJSON {
		return false
	}
	switch value.(type) {
	case json.Number:
		return !a.rules.IsNumeric
	case bool:
		return true
	default:
		return false
	}
}

// isDeclarable reports whether a configuration can express a value. It cannot express numbers beyond the limits of Terraform.
func isDeclarable(value any) bool {
	switch value := value.(type) {
	case json.Number:
		_, ok := document.Number(value)
		return ok
	case []any:
		return !slices.ContainsFunc(value, func(element any) bool { return !isDeclarable(element) })
	case map[string]any:
		for _, member := range value {
			if !isDeclarable(member) {
				return false
			}
		}
	}
	return true
}

// canExpress reports whether a value of the shape can declare a document's value without a change of its JSON type. A text can't express
// an object, even if it could show the object's name.
func (s *Shape) canExpress(doc any) bool {
	switch s.kind {
	case kindObject:
		_, ok := s.object(doc)
		return ok || s.isNone(doc)
	case kindList:
		docs, ok := doc.([]any)
		return ok && (s.elem.kind == kindObject || !slices.ContainsFunc(docs, func(doc any) bool { return !s.elem.canExpress(doc) }))
	case kindText:
		object, isObject := doc.(map[string]any)
		text, ok := s.text(doc)
		return ok && (!isObject || s.rules.IsID || s.rules.IsJSON || object["id"] == text) // the engine may answer a text as a reference
	default:
		_, odd := s.read(doc)
		return odd == nil
	}
}

// extraEquals reports whether the document agrees with the declared extra keys. A key that the engine does not answer counts as equal,
// because its value is unknown. If the document has no such object (nil), its keys are certainly missing.
func (s *Shape) extraEquals(object map[string]any, view tftypes.Value) bool {
	for key, want := range s.extraKeys(view) {
		if have, ok := object[key]; (ok || object == nil) && !document.Includes(have, want) {
			return false
		}
	}
	return true
}

// projectExtra returns the declared "extra" with the values of the document.
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

// extraOf returns the "extra" of a view of the whole document: the values that no attribute can express and, for readAll, the keys
// without an attribute. It is null if there are no such keys.
func (s *Shape) extraOf(object map[string]any, mode readMode) tftypes.Value {
	if s.secret != nil && document.IsSensitive(object) { // a key without an attribute may hold the secret too
		return tftypes.NewValue(tftypes.String, nil)
	}
	keys := maps.Clone(object)
	maps.DeleteFunc(keys, func(key string, value any) bool {
		a := s.member(key)
		return key == ExtraName || a == nil && mode != readAll || a != nil && (a.required || a.isNone(value) || !a.isShownInExtra(value, mode))
	})
	if len(keys) == 0 {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// putExtra puts the declared extra keys into the object. A key that only the prior view declares gets the value that clears it. A key
// that declares less than before is sent too, because the document cannot tell whether the rest is the engine's own.
func (s *Shape) putExtra(object, priors, keys map[string]any, view map[string]tftypes.Value) {
	for key := range priors {
		if _, ok := keys[key]; ok || tfvalue.IsDeclared(view[key]) {
			continue
		}
		object[key] = nil
		if a := s.member(key); a != nil {
			object[key] = a.cleared()
		}
	}
	for key, want := range keys {
		before, had := priors[key]
		if have, ok := object[key]; !ok || !document.Includes(have, want) || had && !document.Includes(want, before) {
			object[key] = want
		}
	}
}
