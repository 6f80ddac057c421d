// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"
)

// page is a Markdown page written by tfplugindocs.
type page struct {
	name string // such as "resources/alert.md"
	text string // the original text from tfplugindocs
	body string // the text below the front matter

	// The remaining fields come from the front matter.
	Title       string `yaml:"page_title"` // in the navigation
	Subcategory string `yaml:"subcategory"`
	Description string `yaml:"description"`
}

// arrange completes the pages in a directory. It adds subcategories, links to guides, and sentences above examples, and it sorts the
// attributes.
func arrange(directory string) error {
	pages, err := readPages(directory)
	if err != nil {
		return err
	}
	for _, p := range pages {
		text := p.text
		if strings.HasPrefix(p.name, "guides/") {
			text = withHabits(text)
		} else if err := p.complete(pages); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		} else {
			text = p.markdown()
		}
		if err := os.WriteFile(filepath.Join(directory, p.name), []byte(text), 0o644); err != nil {
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
		p.Subcategory = t.subcategory
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

func readPages(directory string) (pages []page, err error) {
	err = filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		name, err := filepath.Rel(directory, path)
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
	head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok {
		return page{}, fmt.Errorf("%s has no front matter", name)
	}
	p := page{name: name, text: text, body: body}
	if err := yaml.Unmarshal([]byte(head), &p); err != nil {
		return page{}, fmt.Errorf("%s: front matter: %w", name, err)
	}
	if p.Title == "" || p.Description == "" {
		return page{}, fmt.Errorf("%s has no page_title or no description", name)
	}
	return p, nil
}

func (p page) markdown() string {
	head := fmt.Sprintf("# Made by `make generate` from the schemas, templates/ and examples/.\npage_title: %q\n", p.Title)
	if p.name != "index.md" {
		head += fmt.Sprintf("subcategory: %q\n", p.Subcategory)
	}
	return fmt.Sprintf("---\n%sdescription: |-\n  %s\n---\n%s", head, p.Description, p.body)
}
