// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"os"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// TestEnginesGuide wants a row of the guide for every habit, which says what the habit does and, where the tests explain what
// can't be held, more than that they see nothing.
func TestEnginesGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../templates/guides/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for line := range strings.SplitSeq(string(text), "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `") && len(cells) == 3 {
			seen[strings.Trim(cells[0], "| `")+": "+strings.TrimSuffix(cells[1], ".")] = strings.TrimSuffix(cells[2], " |")
		}
	}
	for _, h := range habit.All() {
		row := h.Name + ": " + strings.ToUpper(h.Summary[:1]) + h.Summary[1:]
		sees, ok := seen[row]
		switch {
		case !ok:
			t.Errorf("the guide has no row %q", row)
		case len(providertest.Explanations()[h.Name]) > 0 && sees == "Nothing.":
			t.Errorf("%s: the guide says that users see nothing, the tests explain %v", h.Name, providertest.Explanations()[h.Name])
		}
		delete(seen, row)
	}
	for row := range seen {
		t.Errorf("the guide has the row %q, but there is no such habit", row)
	}
}
