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

// extraKeys returns the keys and values declared in the attribute "extra", or nil if "extra" is not declared. It omits keys that should be
// declared as a typed attribute instead (see isMisplaced). Validation reports those keys.
func (s *Shape) extraKeys(view tftypes.Value) map[string]any {
	if !s.extra || !tfvalue.IsDeclared(view) {
		return nil
	}
	object := decodeExtra(view)
	maps.DeleteFunc(object, s.isMisplaced)
	return object
}

// decodeExtra returns the keys and values in "extra". If "extra" is not a JSON object, decodeExtra returns nil. It does not report an error
// in this case, because validation does.
func decodeExtra(view tftypes.Value) map[string]any {
	doc, _ := document.Decode([]byte(tfvalue.String(view)))
	object, _ := doc.(map[string]any)
	return object
}

// isMisplaced reports whether a key in "extra" should be an attribute instead, because the attribute with the same name can hold the value.
func (s *Shape) isMisplaced(key string, value any) bool {
	a := s.member(key)
	return key == ExtraName || a != nil && !a.belongsInExtra(value) && !a.changesType(value)
}

// Misplaced is a key in "extra" that the configuration should declare as the attribute with the same name.
type Misplaced struct {
	Path []any // the path of "extra": attribute names (string) and list indexes (int), from the top level down
	Key  string
	// IsDeclared is true if the configuration already declares the attribute, in addition to the key in "extra".
	IsDeclared bool
}

// Misplaced returns the keys in any attribute "extra", at any depth, that belong in the typed attribute with the same name.
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
		keys := decodeExtra(members[ExtraName])
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

// belongsInExtra reports whether only "extra" can declare the engine's value. This is true for null, and for a value that the attribute
// can't hold, such as an object where the schema has a number. The result is always false for computed attributes and attributes that are
// never sent. It is also false for values that may be secret.
func (a *attribute) belongsInExtra(value any) bool {
	return !a.unsent && !a.computed && (value == nil || !a.canExpress(value) && !a.mayHoldSecrets() && isDeclarable(value))
}

// isShownInExtra reports whether an import or data source returns the attribute's value in "extra".
func (a *attribute) isShownInExtra(value any, mode readMode) bool {
	return value != nil && (a.belongsInExtra(value) || mode == readExact && a.changesType(value))
}

// changesType reports whether the attribute would convert a number or boolean from the engine to a string. To keep the type, the method
// Exact puts such a value into the attribute "extra" instead.
func (a *attribute) changesType(value any) bool {
	if a.kind != kindString || a.unsent || a.rules.IsID || a.rules.IsJSON {
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

// isDeclarable reports whether a configuration can contain the JSON value. Terraform can't represent numbers such as 1e999999999.
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

// canExpress reports whether the attribute with this shape can hold the engine's value without losing a part of it. For example, a string
// attribute can hold the name in {"id": 7, "name": "Pump"}, but not the id.
func (s *Shape) canExpress(doc any) bool {
	switch s.kind {
	case kindObject:
		_, ok := s.object(doc)
		return ok || s.isNone(doc)
	case kindList:
		docs, ok := doc.([]any)
		return ok && (s.elem.kind == kindObject || !slices.ContainsFunc(docs, func(doc any) bool { return !s.elem.canExpress(doc) }))
	case kindString:
		object, isObject := doc.(map[string]any)
		str, ok := s.asString(doc)
		return ok && (!isObject || s.rules.IsID || s.rules.IsJSON || object["id"] == str) // an engine may return "a" as {"id": "a", "name": "a"}
	default:
		_, odd := s.read(doc)
		return odd == nil
	}
}

// extraEquals reports whether the engine's object has the values declared in "extra". If a key is missing in the object, its value counts
// as equal, because some engines don't return all keys. If there is no object (nil), extraEquals returns true only if "extra" declares no
// keys.
func (s *Shape) extraEquals(object map[string]any, view tftypes.Value) bool {
	keys := s.extraKeys(view)
	return len(keys) == 0 || object != nil && len(differingKeys(object, keys)) == 0
}

// lacksExtra reports whether an element in the engine (doc) lacks any of the keys that the declared element (view) declares in "extra". A key
// that is declared as null doesn't count, because a missing key has the same meaning.
func (s *Shape) lacksExtra(doc any, view tftypes.Value) bool {
	if !s.extra {
		return false
	}
	object, _ := s.object(doc)
	for key, value := range s.extraKeys(tfvalue.Object(view)[ExtraName]) {
		if _, ok := object[key]; !ok && value != nil {
			return true
		}
	}
	return false
}

// differingKeys returns the keys whose values in object, the engine's object, differ from those in keys, sorted. It omits keys that object
// lacks.
func differingKeys(object, keys map[string]any) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(keys)), func(key string) bool {
		have, ok := object[key]
		return !ok || document.Includes(have, keys[key])
	})
}

func (s *Shape) projectExtra(object map[string]any, view tftypes.Value) tftypes.Value {
	keys := s.extraKeys(view)
	differing := differingKeys(object, keys)
	if len(differing) == 0 {
		return view
	}
	for _, key := range differing {
		keys[key] = object[key]
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// extraOf returns the value of "extra" for an import or data source: the engine's values that no attribute can hold. If mode is readAll,
// the result also contains the keys that are not in the schema.
func (s *Shape) extraOf(object map[string]any, mode readMode) tftypes.Value {
	if s.secret != nil && document.IsSensitive(object) { // any key may hold the secret too
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

// putExtra writes the keys of the planned "extra" to a request body, and clears keys that only the prior "extra" declared. If the value in
// the body already includes the planned value, nested keys from another client are kept: if the plan contains {"a": 1} and the body {"a":
// 1, "b": 2}, b stays. However, if the prior "extra" declared b, then the configuration has removed it, and the planned value replaces the
// value in the body.
func (s *Shape) putExtra(object, priors, keys map[string]any, view map[string]tftypes.Value) {
	for key := range priors {
		if _, ok := keys[key]; ok || tfvalue.IsDeclared(view[key]) {
			continue
		}
		object[key] = nil
		if a := s.member(key); a != nil {
			object[key] = a.clearingValue()
		}
	}
	for key, want := range keys {
		before, had := priors[key]
		if have, ok := object[key]; !ok || !document.Includes(have, want) || had && !document.Includes(want, before) {
			object[key] = want
		}
	}
}
