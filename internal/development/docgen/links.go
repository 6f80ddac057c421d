// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// registryURL is the address of the documentation in the registry. The index page needs absolute links because the registry serves it
// without a trailing slash, so relative links would start one directory too high.
const registryURL = "https://registry.terraform.io/providers/engine-platform/engine/latest/docs/"

// leadingComment matches the comment at the beginning of an example.
var leadingComment = regexp.MustCompile("(?m)^(```(?:terraform|shell)\n)((?:# .*\n)+)\n*")

// introduceExamples moves the comment at the beginning of each example from the code to the text above it, where it is easier to read.
func (p *page) introduceExamples() {
	p.body = leadingComment.ReplaceAllStringFunc(p.body, func(start string) string {
		match := leadingComment.FindStringSubmatch(start)
		text := strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(match[2]), "# "), "\n# ", " ")
		if sentence := strings.TrimSuffix(text, "."); !strings.Contains(sentence, ". ") && !strings.Contains(sentence, ": ") {
			text = sentence + ":"
		}
		return text + "\n\n" + match[1]
	})
	p.linkToExamples()
}

// moreExamples is the heading above the examples that follow the schema. The announcement is the placeholder for the link to this heading.
const (
	moreExamples = "\n## More Examples\n"
	announcement = "\n<!-- more examples -->"
)

// linkToExamples adds a link to the section "More Examples", which follows the schema. If the section contains no examples, linkToExamples
// removes its heading instead.
func (p *page) linkToExamples() {
	link := "\n\n[More examples](#more-examples) are below the schema."
	_, rest, _ := strings.Cut(p.body, moreExamples)
	if example := strings.Index(rest, "```"); example < 0 || strings.Contains(rest[:example], "\n## ") {
		p.body = strings.Replace(p.body, moreExamples+"\n", "\n", 1)
		link = ""
	}
	p.body = strings.Replace(p.body, announcement, link, 1)
}

// insert replaces template placeholders, such as <!-- all guides -->, with generated lists and tables.
func (p *page) insert(pages []page) {
	p.body = strings.Replace(p.body, "<!-- all guides -->", listAllGuides(pages), 1)
	p.body = strings.Replace(p.body, "<!-- widget types -->", widgetTypes(), 1)
}

// nameGuides adds a line above the page's first heading, with links to the given guides.
func (p *page) nameGuides(pages []page, guides []string) error {
	var links []string
	for _, name := range guides {
		i := slices.IndexFunc(pages, func(guide page) bool { return guide.name == "guides/"+name+".md" })
		if i < 0 {
			return fmt.Errorf("there is no guide %s", name)
		}
		links = append(links, fmt.Sprintf("[%s](%s)", pages[i].Title, p.address(pages[i])))
	}
	if len(links) > 0 {
		p.body = strings.Replace(p.body, "\n## ", "\nGuides: "+strings.Join(links, ", ")+"\n\n## ", 1)
	}
	return nil
}

// address returns the address for a link from this page to a guide.
func (p page) address(guide page) string {
	if p.name == "index.md" {
		return registryURL + strings.TrimSuffix(guide.name, ".md")
	}
	return "../" + guide.name
}

// listAllGuides returns a list of all guides by subcategory. As in the registry, guides without a subcategory come first.
func listAllGuides(pages []page) string {
	guides := slices.DeleteFunc(slices.Clone(pages), func(p page) bool { return !strings.HasPrefix(p.name, "guides/") })
	slices.SortFunc(guides, func(a, b page) int {
		return strings.Compare(a.Subcategory+"\n"+strings.ToLower(a.Title), b.Subcategory+"\n"+strings.ToLower(b.Title))
	})
	text, last := "", "none"
	for _, guide := range guides {
		if guide.Subcategory != last {
			last = guide.Subcategory
			text += "\n### " + map[bool]string{true: "Start here", false: last}[last == ""] + "\n\n"
		}
		text += fmt.Sprintf("- [%s](%s): %s\n", guide.Title, page{name: "index.md"}.address(guide), guide.Description)
	}
	return strings.Trim(text, "\n")
}

// guideMention matches the title of a guide in a schema description, optionally with the title of a section. Schema descriptions contain no
// links to guides, because editors also display the descriptions, and relative links do not work in an editor.
var guideMention = regexp.MustCompile(`(?:\*([^*\n]+)\* in )?([Tt]he) guide \*([^*\n]+)\*`)

// linkGuides turns references to guides in the descriptions of attributes and functions into links.
func (p *page) linkGuides(pages []page) (err error) {
	p.body = guideMention.ReplaceAllStringFunc(p.body, func(mention string) string {
		match := guideMention.FindStringSubmatch(mention)
		i := slices.IndexFunc(pages, func(guide page) bool { return strings.HasPrefix(guide.name, "guides/") && guide.Title == match[3] })
		if i < 0 {
			err = fmt.Errorf("there is no guide with the title %q", match[3])
			return mention
		}
		address := p.address(pages[i])
		if match[1] == "" {
			return fmt.Sprintf("%s guide [%s](%s)", match[2], match[3], address)
		}
		anchor := strings.ReplaceAll(strings.ToLower(match[1]), " ", "-")
		return fmt.Sprintf("[%s](%s#%s)", match[1], address, anchor)
	})
	return err
}

// widgetTypes returns a table of the widget types and the attributes that apply to each. If all attributes in a section apply, the table
// contains a link to the section instead.
func widgetTypes() string {
	text := "| Type | Attributes that have an effect |\n| --- | --- |\n"
	for _, kind := range catalog.WidgetTypes() {
		var cells []string
		for _, section := range sectionsOf("resources/widget.md") {
			var named []string
			for _, name := range section.Attributes {
				if slices.Contains(kind.Attributes, name) {
					named = append(named, "`"+name+"`")
				}
			}
			if len(named) > 1 && len(named) == len(section.Attributes) {
				anchor := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(section.Title), ",", ""), " ", "-")
				named = []string{fmt.Sprintf("[%s](#%s)", section.Title, anchor)}
			}
			cells = append(cells, named...)
		}
		text += fmt.Sprintf("| `%s` | %s |\n", strings.Join(kind.Names, "`, `"), strings.Join(cells, ", "))
	}
	return strings.TrimSuffix(text, "\n")
}
