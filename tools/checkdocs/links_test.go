// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkdocs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	registry   = "https://registry.terraform.io/providers/engine-platform/engine/latest/docs"
	repository = "https://github.com/engine-platform/terraform-provider-engine/"
)

// TestLinks checks the links in the repository's Markdown files. A link to another file in the repository must lead to an existing file and
// anchor. TestLinks treats registry and GitHub URLs as links to the files that they show, and ignores other URLs.
func TestLinks(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := markdownFiles(t, root)
	for name, d := range files {
		for _, link := range d.links {
			file, anchor, isExternal := target(name, link)
			if isExternal {
				continue
			}
			if isPage(name) && isPage(file) && name != file && !strings.HasPrefix(link, registry) {
				checkRegistryLink(t, name, link)
			}
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s: the link %s leads to %s, which does not exist", name, link, file)
			} else if d, ok := files[file]; ok && anchor != "" && !d.anchors[anchor] {
				t.Errorf("%s: the link %s leads to an anchor that does not exist", name, link)
			}
		}
	}
}

// markdownFiles parses all Markdown files in the repository.
func markdownFiles(t *testing.T, root string) map[string]document {
	t.Helper()
	files := map[string]document{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		skipped := []string{".git", "bin", "dist", "node_modules", "testdata", "templates"} // pages repeat their templates' links
		if entry.IsDir() && slices.Contains(skipped, entry.Name()) {
			return fs.SkipDir
		}
		if entry.IsDir() || path.Ext(file) != ".md" {
			return nil
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)] = parse(t, source)
		return nil
	})
	if err != nil || len(files) < 80 {
		t.Fatalf("%d Markdown files, error: %v", len(files), err)
	}
	return files
}

// target returns the file in the repository that a link refers to, such as docs/guides/adopt.md, and the anchor in that file.
func target(from, link string) (file, anchor string, isExternal bool) {
	link, anchor, _ = strings.Cut(link, "#")
	switch {
	case link == "":
		return from, anchor, false
	case strings.HasPrefix(link, registry):
		return strings.TrimSuffix("docs"+strings.TrimPrefix(link, registry), "/") + ".md", anchor, false
	case strings.HasPrefix(link, repository+"tree/main/"), strings.HasPrefix(link, repository+"blob/main/"):
		return strings.TrimPrefix(link, repository)[len("tree/main/"):], anchor, false
	case strings.Contains(link, "://"), strings.HasPrefix(link, "mailto:"):
		return "", "", true
	}
	return path.Join(path.Dir(from), link), anchor, false
}

func isPage(name string) bool { return strings.HasPrefix(name, "docs/") && path.Ext(name) != ".json" }

// checkRegistryLink checks that a relative link between pages works both in the registry and on GitHub. The index page can't use such
// links, because its URL in the registry has no trailing slash.
func checkRegistryLink(t *testing.T, name, link string) {
	t.Helper()
	if name == "docs/index.md" {
		t.Errorf("%s: the link %s does not work on the registry: write %s/...", name, link, registry)
	}
	if file, _, _ := strings.Cut(link, "#"); path.Ext(file) != ".md" {
		t.Errorf("%s: the link %s does not work on GitHub: write .md, which the registry leaves out", name, link)
	}
}

// document contains the links in a Markdown file, and the anchors that links may use.
type document struct {
	links   []string
	anchors map[string]bool
}

// anchorTag matches an HTML anchor. linkTag matches an HTML attribute that contains a link.
var (
	anchorTag = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
	linkTag   = regexp.MustCompile(`(?:href|src|srcset)="([^"]+)"`)
)

func parse(t *testing.T, source []byte) document {
	t.Helper()
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Linkify), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	d := document{anchors: map[string]bool{}}
	tags := func(html []byte) {
		for _, match := range anchorTag.FindAllSubmatch(html, -1) {
			d.anchors[string(match[1])] = true
		}
		for _, match := range linkTag.FindAllSubmatch(html, -1) {
			d.links = append(d.links, string(match[1]))
		}
	}
	err := ast.Walk(markdown.Parser().Parse(text.NewReader(source)), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node := node.(type) {
		case *ast.Link:
			d.links = append(d.links, string(node.Destination))
		case *ast.Image:
			d.links = append(d.links, string(node.Destination))
		case *ast.Heading:
			id, _ := node.AttributeString("id")
			if name, ok := id.([]byte); ok {
				d.anchors[string(name)] = true
			}
		case *ast.RawHTML:
			tags(node.Segments.Value(source))
		case *ast.HTMLBlock:
			tags(node.Lines().Value(source))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
