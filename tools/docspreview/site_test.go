// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNavigation checks what a reader of the registry sees first: the guide for beginners, and then each subcategory once.
func TestNavigation(t *testing.T) {
	pages, err := readSite("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	sections := navigation(pages)
	first := sections[0]
	if first.Subcategory != "" || len(first.Groups) != 1 || first.Groups[0].Heading != "Guides" {
		t.Fatalf("the first section is %+v, but all pages except the first guides have a subcategory", first)
	}
	if title := first.Groups[0].Pages[0].Title; !strings.HasPrefix(title, "Getting started") {
		t.Errorf("the first guide is %q: a beginner looks for another one", title)
	}
	var titles []string
	for _, s := range sections[1:] {
		titles = append(titles, s.Subcategory)
	}
	want := "Alerts, Any kind, Components, Compute, Dashboards, Existing engines, Operation, Reference"
	if got := strings.Join(titles, ", "); got != want {
		t.Errorf("the subcategories are %s, want %s", got, want)
	}
}

// TestPages requests every page of the navigation.
func TestPages(t *testing.T) {
	pages, err := readSite("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler("../../docs"))
	t.Cleanup(server.Close)
	for _, p := range pages {
		resp, err := http.Get(strings.TrimSuffix(server.URL+"/docs/"+p.Name, "/"))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || !strings.HasSuffix(string(body), "</html>\n") {
			t.Errorf("%s: %s, error %v, %d bytes", p.Name, resp.Status, err, len(body))
		}
	}
}

// TestMarkdown renders what the registry shows in its own way.
func TestMarkdown(t *testing.T) {
	for source, want := range map[string]string{
		"-> Read this.":                      `<p class="callout note">Read this.</p>`,
		"~> Mind this.":                      `<p class="callout important">Mind this.</p>`,
		"!> Fear *this*.":                    `<p class="callout warning">Fear <em>this</em>.</p>`,
		"## What can't be\n":                 `<h2 id="what-cant-be">`,
		"```terraform\nname = \"a\"\n```\n":  `<pre style=`,
		"---\npage_title: \"A\"\n---\n# B\n": `<h1 id="b">B</h1>`,
	} {
		d, err := parse([]byte(source), &struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		if html, err := d.HTML(); err != nil || !strings.Contains(string(html), want) {
			t.Errorf("%q gives %s (error %v), which lacks %s", source, html, err, want)
		}
	}
}
