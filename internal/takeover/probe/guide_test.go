// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestTopicsOfTheGuide checks that the guide "Ask your engine" has a section for each topic. If a topic has habits (ways engines can
// differ), its section must contain the comment that the docs generator replaces with their names.
func TestTopicsOfTheGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../templates/guides/probe.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(text), "\n## Topics\n")
	var names, topics []string
	for section := range strings.SplitSeq(sections, "\n### ") {
		name, body, _ := strings.Cut(section, "\n")
		if name == "" {
			continue // This is the introduction.
		}
		names = append(names, name)
		if strings.Contains(body, "<!-- habits "+name+" -->") {
			topics = append(topics, name)
		}
	}
	if !slices.Equal(names, Topics()) {
		t.Errorf("the guide has the topics %v, and a run has %v", names, Topics())
	}
	for _, h := range userVisibleHabits() {
		if !slices.Contains(topics, h.Topic) {
			t.Errorf("%s: no section shows the habits of the topic %q", h.Name, h.Topic)
		}
	}
}
