// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import "strings"

// Example is the rule catalog in the documentation. It must be identical to examples/functions/rule_catalog/rules.yaml.
const Example = `version: 1
defaults:
  severity: SEV4
  rate: 5m
  window: 10m
  aggregation: avg
rules:
  pressure-high:
    attribute: pressure
    operator: gt
    thresholds:
      - value: 8
        text: Pressure above 8 bar
      - value: 7
        status: warning
  flow-low:
    attribute: flow
    operator: lt
    threshold: 2.5
    severity: SEV2
    cron: 0 6-18 ? * MON-FRI *
`

// Reference returns the documentation of rule catalogs in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("```yaml\n" + Example + "```\n\nA catalog has `version`, which is 1, and `rules`, a mapping from names to rules. " +
		"It may also have `defaults`. Rules and defaults may have these keys:\n\n")
	table(&b, definition("rule"))
	b.WriteString("\nEach element of `thresholds` may have these keys:\n\n")
	table(&b, definition("threshold"))
	b.WriteString("\nEach element of `items` may have these keys:\n\n")
	table(&b, definition("item"))
	return strings.TrimSpace(b.String())
}

func table(b *strings.Builder, of *schema) {
	b.WriteString("| Key | Meaning | Value |\n| --- | --- | --- |\n")
	for _, f := range of.Properties {
		value := f.describe()
		if excluded := of.excludedBy(f.name); excluded != "" {
			value += "; not together with " + excluded
		}
		b.WriteString("| `" + f.name + "` | " + f.Description + " | " + value + " |\n")
	}
}

// excludedBy returns the fields that can't be combined with the given field.
func (s *schema) excludedBy(name string) string {
	var others []string
	for _, p := range s.pairs() {
		for i, one := range p {
			if one == name {
				others = append(others, "`"+p[1-i]+"`")
			}
		}
	}
	return strings.Join(others, " or ")
}
