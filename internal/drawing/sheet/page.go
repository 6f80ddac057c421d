// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package sheet

import (
	_ "embed"
	"html/template"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
)

// Page is an HTML page with pictures. It contains no scripts and loads no other files.
type Page struct {
	Title       string
	Description string
	Links       []Link // to other pages
	Sections    []Section
}

// Link is a link to a file in the same directory.
type Link struct{ File, Text string }

// Section is a part of a page that shows one picture. The picture contains its own title, so Name is only for links and screen readers.
type Section struct {
	ID, Name  string
	Collapsed bool
	SVG       template.HTML // a picture in the chart.Auto theme
}

// Mark is a sentence near the beginning of every file that the draw command writes. The command uses it to recognize its own files.
// HTMLStart is the beginning of every HTML page.
const (
	Mark      = "Drawn by terraform-provider-engine."
	HTMLStart = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="` + Mark + `">`
)

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"pageColor": func() template.CSS { return template.CSS(chart.Auto().Page) },
	"textColor": func() template.CSS { return template.CSS(chart.Auto().Text) },
}).Parse(HTMLStart + "\n" + pageHTML))

// HTML returns the page as HTML.
func (p Page) HTML() (string, error) {
	var html strings.Builder
	err := pageTemplate.Execute(&html, p)
	return html.String(), err
}
