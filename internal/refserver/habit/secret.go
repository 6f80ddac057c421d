// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// secrets returns the habits (switches) with which the server imitates engines that hide the values of sensitive parameters, or that
// write "sensitive" in another way than true.
func secrets() []Habit {
	return []Habit{
		{
			Name: "masked-secrets", Summary: "the value of a sensitive parameter comes back as this text instead of the secret",
			Quirks: []int{51}, Default: "********", Group: "secrets", build: func(_ *Set, p parameter) hooks {
				return hideSecrets(func(doc document.Object) { doc["value"] = p.text })
			},
		},
		{
			Name: "masked-secrets-null", Summary: "the value of a sensitive parameter comes back as null",
			Quirks: []int{51}, Group: "secrets", hooks: hideSecrets(func(doc document.Object) { doc["value"] = nil }),
		},
		{
			Name: "masked-secrets-absent", Summary: "a sensitive parameter comes back without its value",
			Quirks: []int{51}, Group: "secrets", hooks: hideSecrets(func(doc document.Object) { delete(doc, "value") }),
		},
		{
			Name: "spelled-sensitive", Summary: `the field sensitive comes back as the text "True" instead of true`,
			Quirks: []int{275}, Group: "secrets",
			hooks: hooks{show: replaceSensitive(true, "True"), readBody: replaceSensitive("True", true)},
		},
	}
}

func hideSecrets(hide func(doc document.Object)) hooks {
	return hooks{show: eachObject(func(_ []table.Field, doc document.Object) {
		if _, present := doc["value"]; present && doc["sensitive"] == true {
			hide(doc)
		}
	})}
}

func replaceSensitive(value, by any) func(c *Call, doc document.Object) {
	return eachObject(func(_ []table.Field, doc document.Object) {
		if doc["sensitive"] == value {
			doc["sensitive"] = by
		}
	})
}
