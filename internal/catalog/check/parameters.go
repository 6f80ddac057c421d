// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Parameters checks the parameters of a component or a routine. customTypes contains the types that the component declares.
func Parameters(list Value, customTypes Names) {
	Unique(list, "name")
	names := NamesOf(list, "name")
	for _, p := range list.Elements() {
		checkDependsOn(p, names)
		checkWriteOnly(p, "value")
		checkSecret(p)
		checkTypedValue(p, customTypes)
	}
}

// checkTypedValue checks a parameter's type, its value and its choices, in this order. It stops at the first problem.
func checkTypedValue(parameter Value, customTypes Names) {
	typeName := parameter.At("type")
	t, isBuiltIn := builtInType(typeName.Text())
	switch {
	case typeName.Text() == "": // unknown or empty; the attribute's validator reports an empty one
		return
	case isBuiltIn:
	case customTypes.Undeclared: // only a warning, because the component in the engine may define the type (quirk 149 in quirks.go)
		typeName.warn("Type is not built in", "%s is %q, which is neither a built-in type (%s) nor one of custom_types, which are not "+
			"declared. Declare the type there, unless the component has it already.", typeName.Path, typeName.Text(), builtInNames())
	case !customTypes.mayHave(typeName.Text()):
		typeName.Reject("Type does not exist", "%s is %q, but it has to be a built-in type (%s) or the name of one of the component's "+
			"custom_types.", typeName.Path, typeName.Text(), builtInNames())
		return
	}
	value := parameter.At("value")
	if !value.IsDeclared() {
		value = parameter.At("value" + attribute.WriteOnlySuffix)
	}
	if checkValue(value, parameter.At("multiple"), t) {
		checkChoices(parameter.At("choices"), value)
	}
}

// checkDependsOn warns if "depends_on" names the parameter itself, or a name that isn't in the list (quirk 148 in quirks.go).
func checkDependsOn(parameter Value, names Names) {
	dependsOn := parameter.At("depends_on")
	switch name := dependsOn.Text(); {
	case name == "":
	case name == parameter.At("name").Text():
		dependsOn.warn("Parameter depends on itself", "%s is %q, the parameter's own name. It should name another parameter of the list.",
			dependsOn.Path, name)
	case !names.mayHave(name):
		dependsOn.warn("Parameter does not exist", "%s is %q, but the list has no parameter of that name. It has %s.", dependsOn.Path, name,
			strings.Join(names.names, ", "))
	}
}

// DataAddresses reports data addresses with repeated names, and each "value" that doesn't contain the ids of an asset and an attribute.
func DataAddresses(list Value) {
	Unique(list, "name")
	t := addressType()
	t.isDocumented = true
	for _, address := range list.Elements() {
		checkValue(address.At("value"), address.At("multiple"), t)
	}
}

// checkSecret warns if a sensitive parameter declares a secret in "value", because Terraform stores "value" in its state.
func checkSecret(parameter Value) {
	value := parameter.At("value")
	decoded, ok := value.decode()
	if isTrue, _ := parameter.At("sensitive").boolean(); !isTrue || !ok || !hasContent(decoded) {
		return
	}
	value.warn("Terraform keeps a secret", "%s is the value of a sensitive parameter, and Terraform writes it into its plans and its state. "+
		"Declare %s%s with %s%s%s instead, or the placeholder of a secret of the engine: jsonencode(\"$${{secret.NAME}}\").",
		value.Path, value.Path, attribute.WriteOnlySuffix, value.Path, attribute.WriteOnlySuffix, lens.VersionSuffix)
}

// hasContent reports whether a JSON value may contain a secret. It returns false for empty values and placeholders.
func hasContent(value any) bool {
	switch value := value.(type) {
	case nil:
		return false
	case string:
		return value != "" && !isPlaceholder(value)
	case []any:
		return slices.ContainsFunc(value, hasContent)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasContent)
	default:
		return true
	}
}

// checkWriteOnly checks an attribute and its write-only form. For the name "value", it adds an error if an object declares both "value" and
// "value_wo", or only one of "value_wo" and "value_wo_version".
func checkWriteOnly(object Value, name string) {
	value, secret := object.At(name), object.At(name+attribute.WriteOnlySuffix)
	version := object.At(name + attribute.WriteOnlySuffix + lens.VersionSuffix)
	switch {
	case value.IsKnown() && secret.IsKnown():
		secret.Reject("Two values of one parameter", "%s and %s are both declared. Declare only one: Terraform stores the first in "+
			"its state, and not the second.", value.Path, secret.Path)
	case secret.IsKnown() && !version.IsDeclared():
		secret.Reject("Missing version of the value", "%s also needs %s, for example 1. Terraform does not store the value, so the provider "+
			"sends it again only when the version changes.", secret.Path, version.Path)
	case version.IsKnown() && !secret.IsDeclared():
		version.Reject("Version without a value", "%s is declared without %s. Declare both or neither.", version.Path, secret.Path)
	}
}
