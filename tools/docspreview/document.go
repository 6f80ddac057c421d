// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"go.abhg.dev/goldmark/frontmatter"
)

// document is a parsed Markdown text, with its links and the anchors to which links may lead.
type document struct {
	Links   []string
	Anchors map[string]bool

	markdown goldmark.Markdown
	source   []byte
	root     ast.Node
}

// These attributes of HTML tags are links or anchors.
var (
	anchorTag = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
	linkTag   = regexp.MustCompile(`(?:href|src|srcset)="([^"]+)"`)
)

// parse reads a Markdown text. It decodes the front matter into head, if there is one.
func parse(source []byte, head any) (document, error) {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Linkify, &frontmatter.Extender{}),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 100))),
	)
	context := parser.NewContext()
	root := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(context))
	if data := frontmatter.Get(context); data != nil {
		if err := data.Decode(head); err != nil {
			return document{}, fmt.Errorf("front matter: %w", err)
		}
	}
	d := document{Anchors: map[string]bool{}, markdown: markdown, source: source, root: root}
	err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			d.collect(node, source)
			markCallout(node, source)
		}
		return ast.WalkContinue, nil
	})
	return d, err
}

// HTML renders the text. Highlighting the code takes the most time, so only the page that is shown is rendered.
func (d document) HTML() (template.HTML, error) {
	var out bytes.Buffer
	err := d.markdown.Renderer().Render(&out, d.source, d.root)
	return template.HTML(out.String()), err
}

// collect adds the links and anchors of a node.
func (d *document) collect(node ast.Node, source []byte) {
	switch node := node.(type) {
	case *ast.Link:
		d.Links = append(d.Links, string(node.Destination))
	case *ast.Image:
		d.Links = append(d.Links, string(node.Destination))
	case *ast.Heading:
		if id, ok := node.AttributeString("id"); ok {
			d.Anchors[fmt.Sprintf("%s", id)] = true
		}
	case *ast.RawHTML:
		d.collectTags(string(node.Segments.Value(source)))
	case *ast.HTMLBlock:
		d.collectTags(string(node.Lines().Value(source)))
	}
}

func (d *document) collectTags(html string) {
	for _, match := range anchorTag.FindAllStringSubmatch(html, -1) {
		d.Anchors[match[1]] = true
	}
	for _, match := range linkTag.FindAllStringSubmatch(html, -1) {
		d.Links = append(d.Links, match[1])
	}
}

// callouts are the marks with which a paragraph begins that the registry shows as a colored box.
var callouts = map[string]string{"-> ": "note", "~> ": "important", "!> ": "warning"}

// markCallout gives a paragraph that begins with a mark a class, and removes the mark.
func markCallout(node ast.Node, source []byte) {
	first, ok := node.FirstChild().(*ast.Text)
	if node.Kind() != ast.KindParagraph || !ok || first.Segment.Len() < 3 {
		return
	}
	if class, ok := callouts[string(first.Segment.Value(source)[:3])]; ok {
		node.SetAttributeString("class", "callout "+class)
		first.Segment = first.Segment.WithStart(first.Segment.Start + 3)
	}
}

// codeRenderer highlights code blocks.
type codeRenderer struct{}

func (codeRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		block, ok := node.(*ast.FencedCodeBlock)
		if !entering || !ok {
			return ast.WalkSkipChildren, nil
		}
		lexer := lexers.Get(string(block.Language(source)))
		if lexer == nil {
			lexer = lexers.Fallback
		}
		tokens, err := chroma.Coalesce(lexer).Tokenise(nil, string(block.Lines().Value(source)))
		if err != nil {
			return ast.WalkStop, err
		}
		return ast.WalkSkipChildren, html.New().Format(w, styles.Get("github"), tokens)
	})
}
