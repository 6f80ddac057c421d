// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// parameter is a setting of a component, of its routines or of a custom type (wire shapes section 5).
func parameter() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name":        text(required, "Name of the parameter. It identifies the parameter within its list.", notBlank()),
		"description": text(optional, "Description of the parameter."),
		"type":        text(required, "Type of the value: `str`, `int`, `float`, `bool`, `datetime`, `url`, `File`, `Asset`, `Attribute`, `Component`, `DataAddress`, `crontab`, or the name of one of the component's `custom_types`.", notBlank()),
		"required":    flag(optional, "Whether the parameter has to have a value."),
		"multiple":    flag(optional, "Whether the value is an array of values of the type."),
		"sensitive":   flag(optional, "Whether the engine's applications hide the value. Terraform does not: keep secrets in placeholders, see `value`, or give them as `value_wo`."),
		"choices":     anyJSON("The values to choose from, an array."),
		"depends_on":  text(optional, "Name of the parameter that this one depends on, an element of the same list."),
		"value":       anyJSON("Value of the parameter, of its `type`. A text such as `${{secret.NAME}}` (in a configuration `$${{secret.NAME}}`) is a placeholder that the running component resolves."),
		secretName:    secret("Value of the parameter that Terraform keeps neither in its plan nor in its state, instead of `value`. It is sent for a new parameter and when `value_wo_version` changes. Needs Terraform 1.11 or later."),
		versionName:   integer("Version of `value_wo`, any whole number. Another one sends the value again."),
	})
}

// checkParameters checks a list of parameters whose types are built in or among the custom ones.
func checkParameters(list part, customTypes nameSet) {
	checkUnique(list, "name")
	names := namesOf(list)
	for _, p := range list.each() {
		checkDependsOn(p, names)
		checkSecret(p)
		checkTypedValue(p, customTypes)
	}
}

// checkTypedValue checks the type, the value, write-only or not, and the choices; each only when what it rests on is right.
func checkTypedValue(parameter part, customTypes nameSet) {
	typeName := parameter.in("type")
	t, isBuiltIn := builtInType(typeName.text())
	switch {
	case typeName.text() == "": // not known, or blank, which the attribute refuses
		return
	case !isBuiltIn && !customTypes.mayHave(typeName.text()):
		typeName.refuse("Type does not exist", "%s is %q, but it has to be a built-in type (%s) or the name of one of the component's custom_types.",
			typeName.path, typeName.text(), strings.Join(builtInTypes(), ", "))
		return
	case !isBuiltIn:
		t = customTypeValue()
	}
	value := parameter.in(valueName)
	if !value.declared() {
		value = parameter.in(secretName)
	}
	if checkValue(value, parameter.in("multiple"), typeName.text(), t) {
		checkChoices(parameter.in("choices"), value)
	}
}

func checkDependsOn(parameter part, names nameSet) {
	dependsOn := parameter.in("depends_on")
	switch name := dependsOn.text(); {
	case name == "":
	case name == parameter.in("name").text():
		dependsOn.refuse("Parameter depends on itself", "%s is %q, the parameter's own name. It has to name another parameter of the list.", dependsOn.path, name)
	case !names.mayHave(name):
		dependsOn.refuse("Parameter does not exist", "%s is %q, but the list has no parameter of that name. It has %s.", dependsOn.path, name, strings.Join(names.names, ", "))
	}
}
