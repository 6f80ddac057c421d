// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// secrets returns the habits with which the server imitates engines that hide the values of sensitive parameters, or that
// write "sensitive" in another way than true.
func secrets() map[string]behavior {
	return map[string]behavior{
		"masked-secrets": {build: func(_ *Set, p parameter) hooks {
			return hideSecrets(func(doc jsondoc.Object) { doc["value"] = p.text })
		}},
		"masked-secrets-null":   {hooks: hideSecrets(func(doc jsondoc.Object) { doc["value"] = nil })},
		"masked-secrets-absent": {hooks: hideSecrets(func(doc jsondoc.Object) { delete(doc, "value") })},
		"spelled-sensitive":     {hooks: hooks{show: replaceSensitive(true, "True"), readBody: replaceSensitive("True", true)}},
	}
}

func hideSecrets(hide func(doc jsondoc.Object)) hooks {
	return hooks{show: eachObject(func(_ []table.Field, doc jsondoc.Object) {
		if _, present := doc["value"]; present && doc["sensitive"] == true {
			hide(doc)
		}
	})}
}

func replaceSensitive(value, by any) func(c *Call, doc jsondoc.Object) {
	return eachObject(func(_ []table.Field, doc jsondoc.Object) {
		if doc["sensitive"] == value {
			doc["sensitive"] = by
		}
	})
}
