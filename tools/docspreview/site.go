// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// page is one Markdown file of the documentation.
type page struct {
	Name        string // "guides/adopt", "" for the index
	Title       string // of the navigation: "Adopt an engine", or "engine_alert"
	Subcategory string
	document
}

// readSite reads all pages of a documentation folder. It reads them again for each request, so that a reload shows an edit.
func readSite(folder string) ([]page, error) {
	var pages []page
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".md" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		p := page{Name: strings.TrimSuffix(filepath.ToSlash(name), ".md")}
		var head struct {
			PageTitle   string `yaml:"page_title"`
			Subcategory string `yaml:"subcategory"`
		}
		if p.document, err = parse(text, &head); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		p.Title, p.Subcategory = p.navigationTitle(head.PageTitle), head.Subcategory
		if p.Name == "index" {
			p.Name = ""
		}
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

// navigationTitle returns the title of a guide, or the name of a resource: the registry shows the name and not the title.
func (p page) navigationTitle(title string) string {
	base := path.Base(p.Name)
	if strings.HasPrefix(p.Name, "guides/") && title != "" {
		return title
	}
	for word := range strings.FieldsSeq(title) {
		if strings.HasSuffix(word, "_"+base) { // with the prefix of the provider: engine_alert
			return word
		}
	}
	return base
}

// group is a heading of the navigation with pages below it.
type group struct {
	Heading string // "Guides", "Resources"
	Pages   []page
}

// section is a part of the navigation: a subcategory with its groups. The first section has the pages without a subcategory.
type section struct {
	Subcategory string
	Groups      []group
}

// folders lists the folders of pages with their headings in the navigation, in the registry's order.
var folders = []struct{ folder, heading string }{
	{"guides", "Guides"},
	{"resources", "Resources"},
	{"data-sources", "Data Sources"},
	{"ephemeral-resources", "Ephemeral Resources"},
	{"list-resources", "List Resources"},
	{"actions", "Actions"},
	{"functions", "Functions"},
}

// navigation sorts pages as the registry does: pages without a subcategory come first, then the subcategories by name; guides come before
// resources; in each group, pages are sorted by title.
func navigation(pages []page) []section {
	pages = slices.Clone(pages)
	slices.SortStableFunc(pages, func(a, b page) int { return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)) })
	var subcategories []string
	for _, p := range pages {
		if !slices.Contains(subcategories, p.Subcategory) {
			subcategories = append(subcategories, p.Subcategory)
		}
	}
	slices.Sort(subcategories) // "" comes first
	var sections []section
	for _, name := range subcategories {
		s := section{Subcategory: name}
		for _, f := range folders {
			g := group{Heading: f.heading}
			for _, p := range pages {
				if p.Subcategory == name && path.Dir(p.Name) == f.folder {
					g.Pages = append(g.Pages, p)
				}
			}
			if len(g.Pages) > 0 {
				s.Groups = append(s.Groups, g)
			}
		}
		sections = append(sections, s)
	}
	return sections
}
