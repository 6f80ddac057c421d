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

// secrets writes a variable for each secret, and commented-out lines that set the secret to the value of the variable. Users can uncomment
// the lines once they have set the variable. adopt can't write the secret itself because an import omits it.
type secrets struct {
	names     *numbering       // variable names
	variables []hcltext.Member // by name; the value is the description
	places    []string
}

// comments returns the comment lines for a list element whose value is a secret that an import omits. For any other element, it returns
// nil.
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
	variable := s.names.unique(p.object.label + "_" + labelOf(name, "secret", p.object.id))
	description := hcltext.Quoted(fmt.Sprintf("Value of %s in %s.", name, p.object.address()))
	s.variables = append(s.variables, hcltext.Member{Name: variable, Value: description})
	s.places = append(s.places, where+", variable "+variable)
	return []string{
		"The engine keeps the value, which is a secret. To declare it, set the variable and uncomment:",
		fmt.Sprintf("%-*s = jsonencode(var.%s)", len(writeOnly+lens.VersionSuffix), writeOnly, variable),
		writeOnly + lens.VersionSuffix + " = 1",
	}
}

// isWithheld reports whether the engine stores a secret value that an import omits. A parameter's value may be secret if the parameter is
// marked as sensitive, or if its type is a custom type. The engine must also have the value. If the engine hides it, isWithheld assumes
// that a required sensitive parameter has a value.
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

// unknownKeys counts the keys in the engine's documents that the provider does not know. With -all, adopt also writes these keys, as JSON,
// to the extra attribute of the resource or nested object.
type unknownKeys struct {
	written bool
	count   int
}

// setByEngine contains the keys that the engine sets in objects and nested objects. The catalog lists each kind's other read-only keys.
var setByEngine = []string{"id", "created_at", "updated_at"}

// forExtra returns the keys for the attribute "extra". These are the keys that the import stored in "extra". With -all, forExtra adds the
// other keys that the provider does not know, unless the object contains a secret or has no "extra" attribute.
func (u *unknownKeys) forExtra(attributes map[string]schema.Attribute, value cty.Value, p place) map[string]any {
	keys := map[string]any{}
	if text := memberText(value, lens.ExtraName); text != "" {
		_ = document.DecodeInto([]byte(text), &keys) // Decoding can't fail because the provider encoded the text.
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
