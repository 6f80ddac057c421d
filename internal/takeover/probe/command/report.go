// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

// result is the report as JSON. The guide "Ask your engine" explains each field.
type result struct {
	*probe.Report

	Noticed bool `json:"noticed"`
}

func (s *session) print(report *probe.Report) error {
	if s.json {
		return document.Print(s.stdout, result{report, isNoticed(report)})
	}
	_, err := io.WriteString(s.stdout, text(report, commandline.Width(s.stdout)))
	return err
}

// newProfile returns the profile of the engine that a run asked.
func newProfile(report *probe.Report) *profile.Profile {
	p := &profile.Profile{Habits: report.Habits(), Undetermined: map[string]string{}, Facts: report.Facts}
	for _, a := range report.Findings {
		if a.State == probe.Unknown {
			p.Undetermined[a.Name] = a.Why
		}
	}
	return p
}

// isNoticed reports whether the engine differs in a way that users notice.
func isNoticed(report *probe.Report) bool {
	return len(report.Habits())+len(defaultLines(report.Facts)) > 0
}

// text returns the report: the differences, what the run could not find out, and the number of points that are as expected. Its lines have
// at most width characters.
func text(report *probe.Report, width int) string {
	byState := map[probe.State][]probe.Finding{}
	for _, a := range report.Findings {
		byState[a.State] = append(byState[a.State], a)
	}
	var b strings.Builder
	differs, unknown, agrees := byState[probe.Differs], byState[probe.Unknown], byState[probe.Agrees]
	if len(differs) == 0 {
		b.WriteString("The run found no difference from what the provider expects.\n")
	} else {
		fmt.Fprintf(&b, "The engine differs in %s from what the provider expects.\n", points(len(differs)))
	}
	for _, a := range differs {
		fmt.Fprintf(&b, "\n%s\n", document.Visible(a.Option()))
		indent(&b, "  ", width, "The engine: "+a.Summary+".")
		indent(&b, "  ", width, "What you see: "+plain(a.Effect))
		indent(&b, "  ", width, "Guide: probe#"+a.Topic)
	}
	defaults := defaultLines(report.Facts)
	if len(defaults) > 0 {
		b.WriteString("\nValues that differ:\n")
	}
	for _, line := range defaults {
		fmt.Fprintf(&b, "  %s\n", document.Visible(line))
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&b, "\nThe run could not find out %s:\n", points(len(unknown)))
		writeUnknown(&b, unknown, width)
	}
	fmt.Fprintf(&b, "\nThe engine is as expected in %s. The run sent %d requests.\n", points(len(agrees)), report.Requests)
	return b.String()
}

// indent writes a paragraph in lines of at most width characters, each after the same margin.
func indent(b *strings.Builder, margin string, width int, text string) {
	for _, line := range commandline.Wrap(document.Visible(text), width-len(margin)) {
		b.WriteString(margin + line + "\n")
	}
}

func points(count int) string {
	if count == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", count)
}

// writeUnknown writes the names of the habits that the run could not find out, together for each reason.
func writeUnknown(b *strings.Builder, unknown []probe.Finding, width int) {
	names := map[string][]string{}
	var reasons []string
	for _, a := range unknown {
		if names[a.Why] == nil {
			reasons = append(reasons, a.Why)
		}
		names[a.Why] = append(names[a.Why], a.Name)
	}
	slices.SortStableFunc(reasons, func(x, y string) int { return len(names[y]) - len(names[x]) })
	for _, reason := range reasons {
		fmt.Fprintf(b, "  %s:\n", document.Visible(reason))
		indent(b, "    ", width, strings.Join(names[reason], ", "))
	}
}

// defaultLines describes the defaults of the engine that differ from those that the provider expects, one on each line.
func defaultLines(facts profile.Facts) (lines []string) {
	for _, kind := range slices.Sorted(maps.Keys(facts.Defaults)) {
		for _, field := range slices.Sorted(maps.Keys(facts.Defaults[kind])) {
			lines = append(lines, fmt.Sprintf("%s %s: the default is %s", kind, field, document.Encode(facts.Defaults[kind][field])))
		}
	}
	return lines
}

// link matches a link in Markdown to a different guide, such as [Lost replies](lost-replies.md).
var link = regexp.MustCompile(`\[([^\]]*)\]\(([a-z-]+)\.md\)`)

// plain converts Markdown to text for a terminal.
func plain(markdown string) string {
	return strings.ReplaceAll(link.ReplaceAllString(markdown, "$1 (guide $2)"), "`", "")
}
