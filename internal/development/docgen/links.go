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

// registryURL is the address of the documentation on the registry. The index page needs absolute links, because the registry serves it at
// an address without a slash at the end, so that relative links would lead to the directory above.
const registryURL = "https://registry.terraform.io/providers/engine-platform/engine/latest/docs/"

// leadingComment is the first comment of an example.
var leadingComment = regexp.MustCompile("(?m)^(```(?:terraform|shell)\n)((?:# .*\n)+)\n*")

// introduceExamples moves the comment at the beginning of each example out of the code and above the example, where it is easier to read.
func (p *page) introduceExamples() {
	p.body = leadingComment.ReplaceAllStringFunc(p.body, func(start string) string {
		match := leadingComment.FindStringSubmatch(start)
		text := strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(match[2]), "# "), "\n# ", " ")
		if sentence := strings.TrimSuffix(text, "."); !strings.Contains(sentence, ". ") && !strings.Contains(sentence, ": ") {
			text = sentence + ":"
		}
		return text + "\n\n" + match[1]
	})
	p.announceMore()
}

// moreExamples is the heading of the examples below the schema, and announcement stands for the link to it.
const (
	moreExamples = "\n## More Examples\n"
	announcement = "\n<!-- more examples -->"
)

// announceMore links the examples below the schema. It removes the heading if there are none.
func (p *page) announceMore() {
	link := "\n\n[More examples](#more-examples) are below the schema."
	_, rest, _ := strings.Cut(p.body, moreExamples)
	if example := strings.Index(rest, "```"); example < 0 || strings.Contains(rest[:example], "\n## ") {
		p.body = strings.Replace(p.body, moreExamples+"\n", "\n", 1)
		link = ""
	}
	p.body = strings.Replace(p.body, announcement, link, 1)
}

// insert replaces placeholders in templates, which are comments, with generated lists and tables.
func (p *page) insert(pages []page) {
	p.body = strings.Replace(p.body, "<!-- all guides -->", listAllGuides(pages), 1)
	p.body = strings.Replace(p.body, "<!-- widget types -->", widgetTypes(), 1)
}

// nameGuides adds a line with links to the guides for a page, above its first heading.
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

// address returns the address of a guide for links on this page.
func (p page) address(guide page) string {
	if p.name == "index.md" {
		return registryURL + strings.TrimSuffix(guide.name, ".md")
	}
	return "../" + guide.name
}

// listAllGuides returns a list of all guides, by subcategory. The guides without a subcategory come first, as in the registry.
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

// guideMention matches a mention of a guide, and perhaps of its section, in the description of a schema. Schemas contain no relative links,
// because editors show the descriptions too.
var guideMention = regexp.MustCompile(`(?:\*([^*\n]+)\* in )?([Tt]he) guide \*([^*\n]+)\*`)

// linkGuides turns the mentions of guides in the descriptions of attributes and functions into links.
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

// widgetTypes returns the table of the widget types with the attributes that apply to each. If a whole section applies, the table links to
// its heading.
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
