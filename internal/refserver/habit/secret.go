// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// secrets hide the value of what is sensitive in each document that leaves.
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
	}
}
