// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// page is one Markdown page that tfplugindocs has written.
type page struct {
	name        string // "resources/alert.md"
	title       string // of the navigation
	subcategory string
	description string
	body        string // the text below the front matter
}

var (
	frontMatter  = regexp.MustCompile(`(?s)\A---\n(.*?)\n---\n`)
	pageTitle    = regexp.MustCompile(`(?m)^page_title: "(.*)"$`)
	subcategory  = regexp.MustCompile(`(?m)^subcategory: "(.*)"$`)
	descriptions = regexp.MustCompile(`(?ms)^description: \|-\n(.*)`)
)

// arrange completes the pages in a folder: it adds subcategories, sentences above examples and links to guides, and orders the attributes.
func arrange(folder string) error {
	pages, err := readPages(folder)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if strings.HasPrefix(p.name, "guides/") {
			continue // guides are complete as they are written
		}
		if err := p.complete(pages); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, p.name), []byte(p.markdown()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) complete(pages []page) error {
	t, err := topicOf(p.name)
	if err != nil {
		return err
	}
	if t.subcategory != "" {
		p.subcategory = t.subcategory
	}
	p.introduceExamples()
	if err := p.arrangeAttributes(); err != nil {
		return err
	}
	if err := p.nameGuides(pages, t.guides); err != nil {
		return err
	}
	p.insert(pages)
	return p.linkGuides(pages)
}

func readPages(folder string) (pages []page, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		p, err := parsePage(filepath.ToSlash(name), string(text))
		pages = append(pages, p)
		return err
	})
	return pages, err
}

func parsePage(name, text string) (page, error) {
	head := frontMatter.FindStringSubmatch(text)
	if head == nil {
		return page{}, fmt.Errorf("%s has no front matter", name)
	}
	field := func(pattern *regexp.Regexp) string {
		if match := pattern.FindStringSubmatch(head[1]); match != nil {
			return match[1]
		}
		return ""
	}
	p := page{name: name, title: field(pageTitle), subcategory: field(subcategory), body: text[len(head[0]):]}
	p.description = strings.TrimSpace(field(descriptions))
	if p.title == "" || p.description == "" {
		return page{}, fmt.Errorf("%s has no page_title or no description", name)
	}
	return p, nil
}

func (p page) markdown() string {
	head := fmt.Sprintf("# Made by `make generate` from the schemas, templates/ and examples/.\npage_title: %q\n", p.title)
	if p.name != "index.md" {
		head += fmt.Sprintf("subcategory: %q\n", p.subcategory)
	}
	return fmt.Sprintf("---\n%sdescription: |-\n  %s\n---\n%s", head, p.description, p.body)
}
