// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// secrets hide the value of what is sensitive in each document that leaves, or say in other words that it is.
func secrets() []Habit {
	masking := func(name, summary, standard string, mask func(doc document.Object, p parameter)) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{51}, Kinds: []string{"component", "routine"},
			Default: standard, Group: "secrets",
			points: func(_ *Set, p parameter) points {
				return points{document: func(c *Call, doc document.Object) {
					objects(c.Table.Fields, doc, func(_ []table.Field, doc document.Object) {
						if _, there := doc["value"]; there && doc["sensitive"] == true {
							mask(doc, p)
						}
					})
				}}
			},
		}
	}
	return []Habit{
		masking("masked-secrets", "the value of a sensitive parameter is read back as stars, or as the word given", "********",
			func(doc document.Object, p parameter) { doc["value"] = p.text }),
		masking("masked-secrets-null", "the value of a sensitive parameter is read back as null", "",
			func(doc document.Object, _ parameter) { doc["value"] = nil }),
		masking("masked-secrets-absent", "the value of a sensitive parameter is not read back at all", "",
			func(doc document.Object, _ parameter) { delete(doc, "value") }),
		{
			Name: "spelled-sensitive", Summary: "what is sensitive comes back as \"True\", which is a text",
			Quirks: []int{275}, Kinds: []string{"component", "routine"}, Group: "secrets",
			points: func(*Set, parameter) points { return points{document: spellSensitive, body: unspellSensitive} },
		},
	}
}

func spellSensitive(c *Call, doc document.Object) {
	objects(c.Table.Fields, doc, func(_ []table.Field, doc document.Object) {
		if doc["sensitive"] == true {
			doc["sensitive"] = "True"
		}
	})
}

func unspellSensitive(c *Call, body document.Object) error {
	objects(c.Table.Fields, body, func(_ []table.Field, doc document.Object) {
		if doc["sensitive"] == "True" {
			doc["sensitive"] = true
		}
	})
	return nil
}
