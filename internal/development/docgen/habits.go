// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// withHabits fills in the lists of habits (deviations from INTERFACE.md) in a guide. It replaces <!-- habits --> with table rows for all
// habits. For a topic such as "lists", it replaces <!-- habits lists --> with the names of the habits that belong to this topic.
func withHabits(text string) string {
	var rows strings.Builder
	names := map[string][]string{}
	for _, h := range habit.All() {
		fmt.Fprintf(&rows, "| `%s` | %s. | %s |\n", h.Name, strings.ToUpper(h.Summary[:1])+h.Summary[1:], h.Effect)
		names[h.Topic] = append(names[h.Topic], "`"+h.Name+"`")
	}
	text = strings.Replace(text, "<!-- habits -->\n", rows.String(), 1)
	for topic, habits := range names {
		text = strings.Replace(text, "<!-- habits "+topic+" -->", "Habits: "+strings.Join(habits, ", ")+".", 1)
	}
	return text
}
