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

func (s *session) print(report *probe.Report) error {
	if s.json {
		return document.Print(s.stdout, report)
	}
	_, err := io.WriteString(s.stdout, formatReport(report, commandline.Width(s.stdout)))
	return err
}

// newProfile converts a report to a profile, which lets the reference server imitate the engine.
func newProfile(report *probe.Report) *profile.Profile {
	p := &profile.Profile{Habits: report.Habits(), Undetermined: map[string]string{}, Facts: report.Facts}
	for _, a := range report.Findings {
		if a.State == probe.Unknown {
			p.Undetermined[a.Name] = a.Why
		}
	}
	return p
}

// formatReport formats the report as text, in lines of at most width characters.
func formatReport(report *probe.Report, width int) string {
	byState := map[probe.State][]probe.Finding{}
	for _, a := range report.Findings {
		byState[a.State] = append(byState[a.State], a)
	}
	var b strings.Builder
	differs, unknown, agrees := byState[probe.Differs], byState[probe.Unknown], byState[probe.Agrees]
	if len(differs) == 0 {
		b.WriteString("The run found no difference from what the provider expects.\n")
	} else {
		fmt.Fprintf(&b, "The engine differs in %s from what the provider expects.\n", document.Count(len(differs), "point"))
	}
	for _, a := range differs {
		fmt.Fprintf(&b, "\n%s\n", document.Visible(a.Option()))
		indent(&b, "  ", width, "The engine: "+a.Summary+".")
		indent(&b, "  ", width, "What you see: "+plainText(a.Effect))
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
		fmt.Fprintf(&b, "\nThe run could not find out %s:\n", document.Count(len(unknown), "point"))
		writeUnknown(&b, unknown, width)
	}
	fmt.Fprintf(&b, "\nThe engine is as expected in %s. The run sent %s.\n", document.Count(len(agrees), "point"),
		document.Count(report.Requests, "request"))
	return b.String()
}

// indent writes text wrapped to width characters, including the margin at the start of each line.
func indent(b *strings.Builder, margin string, width int, text string) {
	for _, line := range commandline.Wrap(document.Visible(text), width-len(margin)) {
		b.WriteString(margin + line + "\n")
	}
}

// writeUnknown writes the names of the undetermined habits (deviations from INTERFACE.md), grouped by reason.
func writeUnknown(b *strings.Builder, unknown []probe.Finding, width int) {
	names := map[string][]string{}
	for _, a := range unknown {
		names[a.Why] = append(names[a.Why], a.Name)
	}
	for _, reason := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(b, "  %s:\n", document.Visible(reason))
		indent(b, "    ", width, strings.Join(names[reason], ", "))
	}
}

// defaultLines returns one line for each field whose default differs from what the provider expects.
func defaultLines(facts profile.Facts) (lines []string) {
	for _, kind := range slices.Sorted(maps.Keys(facts.Defaults)) {
		for _, field := range slices.Sorted(maps.Keys(facts.Defaults[kind])) {
			lines = append(lines, fmt.Sprintf("%s %s: the default is %s", kind, field, document.Encode(facts.Defaults[kind][field])))
		}
	}
	return lines
}

// link matches a Markdown link to a guide, such as [Lost replies](lost-replies.md).
var link = regexp.MustCompile(`\[([^\]]*)\]\(([a-z-]+)\.md\)`)

// plainText converts Markdown to plain text. It replaces a link to a guide with the link's text and the guide's name in parentheses, and
// removes backquotes.
func plainText(markdown string) string {
	return strings.ReplaceAll(link.ReplaceAllString(markdown, "$1 (guide $2)"), "`", "")
}
