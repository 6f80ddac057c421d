// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// secrets handles values that only the engine knows. A configuration need not declare them, and then they stay as they are. For
// each, adopt writes a variable, and commented lines that would use it. The lines are comments because a declared value would be a
// change: nobody can tell whether it equals the engine's.
type secrets struct {
	names     *numbering       // names of the variables
	variables []hcltext.Member // by name; the value is the description
	places    []string
}

// comments returns the comment lines for an element whose secret only the engine knows; nil for other elements.
func (s *secrets) comments(attributes map[string]schema.Attribute, element cty.Value, p place) []string {
	object, _ := p.doc.(map[string]any)
	if !isWithheld(attributes, element, object) {
		return nil
	}
	name := memberText(element, "name")
	where := fmt.Sprintf("%s: the value of %q in %s", p.object.address(), name, strings.Join(p.path, "."))
	const writeOnly = "value" + attribute.WriteOnlySuffix
	if attributes[writeOnly] == nil {
		s.places = append(s.places, where)
		return []string{"The engine keeps the value, which is a secret."}
	}
	variable := s.names.give(p.object.label + "_" + labelOf(name, "secret", p.object.id))
	description := hcltext.Quoted(fmt.Sprintf("Value of %s in %s.", name, p.object.address()))
	s.variables = append(s.variables, hcltext.Member{Name: variable, Value: description})
	s.places = append(s.places, where+", variable "+variable)
	return []string{
		"The engine keeps the value, which is a secret. To declare it, set the variable and uncomment:",
		fmt.Sprintf("%-*s = jsonencode(var.%s)", len(writeOnly+lens.VersionSuffix), writeOnly, variable),
		writeOnly + lens.VersionSuffix + " = 1",
	}
}

// isWithheld reports whether the engine has a secret that the import does not show: a sensitive value, or a value of a custom type
// with a sensitive field. If a sensitive parameter is required but the engine shows null, the engine hides its value.
func isWithheld(attributes map[string]schema.Attribute, element cty.Value, doc map[string]any) bool {
	if attributes["sensitive"] == nil || attributes["value"] == nil || !element.GetAttr("value").IsNull() {
		return false
	}
	if required, _ := doc["required"].(bool); document.IsSensitive(doc) {
		return required || !document.IsEmpty(doc["value"])
	}
	typeName, _ := doc["type"].(string)
	return !document.IsEmpty(doc["value"]) && typeName != "" && !check.IsBuiltInType(typeName)
}

// unknownKeys writes the keys that the engine has and the provider does not know. Without -all it only counts them.
type unknownKeys struct {
	written bool
	count   int
}

// setByEngine lists keys that engines set by themselves, in addition to the catalog's read-only keys.
var setByEngine = []string{"id", "created_at", "updated_at"}

// in returns the keys for the attribute extra of an object: those that the import shows, and the unknown keys if they are to be
// written. It adds none to a reference, where only id and name count (wire shapes section 1), and none to the object of a secret,
// whose other keys could reveal it.
func (u *unknownKeys) in(attributes map[string]schema.Attribute, value cty.Value, p place) map[string]any {
	keys := map[string]any{}
	if text := memberText(value, lens.ExtraName); text != "" {
		_ = document.DecodeInto([]byte(text), &keys) // The provider encoded this text, so it can be decoded.
	}
	object, _ := p.doc.(map[string]any)
	if attributes[lens.ExtraName] == nil || document.IsSensitive(object) || isWithheld(attributes, value, object) {
		return keys
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		_, shown := keys[key]
		readOnly := slices.Contains(setByEngine, key) || len(p.path) == 0 && p.object.kind.ReadOnly[key] != nil
		if attributes[key] != nil || shown || readOnly || object[key] == nil {
			continue
		}
		if u.count++; u.written {
			keys[key] = object[key]
		}
	}
	return keys
}
