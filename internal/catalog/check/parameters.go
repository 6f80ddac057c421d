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

// Parameters checks a list of parameters. customTypes are the types that the component declares itself.
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

// checkTypedValue checks the type, the value (which may be write-only) and the choices of a parameter. Each check runs only if those it
// depends on have passed.
func checkTypedValue(parameter Value, customTypes Names) {
	typeName := parameter.At("type")
	t, isBuiltIn := builtInType(typeName.Text())
	switch {
	case typeName.Text() == "": // unknown, or blank, which the attribute's validator refuses
		return
	case isBuiltIn:
	case customTypes.Undeclared: // The type may be declared elsewhere in the component (quirk 149).
		typeName.warn("Type is not built in", "%s is %q, which is neither a built-in type (%s) nor one of custom_types, which are not "+
			"declared. Declare the type there, unless the component has it already.", typeName.Path, typeName.Text(), builtInNames())
	case !customTypes.mayHave(typeName.Text()):
		typeName.Refuse("Type does not exist", "%s is %q, but it has to be a built-in type (%s) or the name of one of the component's "+
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

// checkDependsOn warns about a parameter that depends on a name that is not in its list (quirk 148).
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

// DataAddresses checks a list of data addresses.
func DataAddresses(list Value) {
	Unique(list, "name")
	t := addressType()
	t.isDocumented = true
	for _, address := range list.Elements() {
		checkValue(address.At("value"), address.At("multiple"), t)
	}
}

// checkSecret warns about a secret that Terraform would store in its state. Placeholders and empty values are not secrets.
func checkSecret(parameter Value) {
	value := parameter.At("value")
	decoded, ok := value.decoded()
	if isTrue, _ := parameter.At("sensitive").truth(); !isTrue || !ok || !hasContent(decoded) {
		return
	}
	value.warn("Terraform keeps a secret", "%s is the value of a sensitive parameter, and Terraform writes it into its plans and its state. "+
		"Declare %s%s with %s%s%s instead, or the placeholder of a secret of the engine: jsonencode(\"$${{secret.NAME}}\").",
		value.Path, value.Path, attribute.WriteOnlySuffix, value.Path, attribute.WriteOnlySuffix, lens.VersionSuffix)
}

// hasContent reports whether a value contains more than placeholders and empty values.
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

// checkWriteOnly checks an attribute that has a write-only sibling: the value, the write-only value and its version must fit together.
func checkWriteOnly(object Value, name string) {
	value, secret := object.At(name), object.At(name+attribute.WriteOnlySuffix)
	version := object.At(name + attribute.WriteOnlySuffix + lens.VersionSuffix)
	switch {
	case value.IsKnown() && secret.IsKnown():
		secret.Refuse("Two values of one parameter", "%s and %s are both declared. Declare only one: Terraform stores the first in "+
			"its state, and not the second.", value.Path, secret.Path)
	case secret.IsKnown() && !version.IsDeclared():
		secret.Refuse("Missing version of the value", "%s also needs %s, for example 1. Terraform does not store the value, so the provider "+
			"sends it again only when the version changes.", secret.Path, version.Path)
	case version.IsKnown() && !secret.IsDeclared():
		version.Refuse("Version without a value", "%s is declared without %s. Declare both or neither.", version.Path, secret.Path)
	}
}
