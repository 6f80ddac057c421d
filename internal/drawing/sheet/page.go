// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package sheet

import (
	"html/template"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
)

// Page is an HTML page with drawings. It has no scripts and loads no other files.
type Page struct {
	Title       string
	Description string
	Links       []Link // to other pages
	Sections    []Section
	Theme       chart.Theme
}

// Link is a link to another file in the same folder.
type Link struct{ File, Text string }

// Section is a drawing with a heading.
type Section struct {
	ID, Heading string
	Text        string
	SVG         template.HTML // of package chart, which escapes all texts
}

var pageTemplate = template.Must(template.New("page").Parse(HTMLStart + `
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body { margin: 0 auto; max-width: 2640px; padding: 16px; background: {{.Theme.Page}}; color: {{.Theme.Text}};
  font: 15px/1.5 Helvetica, Arial, sans-serif; }
h1 { font-size: 24px; margin: 8px; }
h2 { font-size: 18px; margin: 24px 8px 8px; }
p { margin: 8px; }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 20px; list-style: none; margin: 8px; padding: 0; }
a { color: inherit; }
section > div { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
@media (max-width: 700px) { section > div > svg { max-width: none; } }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{with .Description}}<p>{{.}}</p>
{{end}}{{with .Links}}<nav aria-label="Pages"><ul>{{range .}}<li><a href="{{.File}}">{{.Text}}</a></li>{{end}}</ul></nav>
{{end}}{{if gt (len .Sections) 1}}<nav aria-label="On this page"><ul>{{range .Sections}}
<li><a href="#{{.ID}}">{{.Heading}}</a></li>{{end}}</ul></nav>
{{end}}{{range .Sections}}<section id="{{.ID}}">
<h2>{{.Heading}}</h2>
{{with .Text}}<p>{{.}}</p>
{{end}}<div>{{.SVG}}</div>
</section>
{{end}}</body>
</html>
`))

// Mark is in the first lines of every drawn file. HTMLStart is the beginning of every page.
const (
	Mark      = "Drawn by terraform-provider-engine."
	HTMLStart = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="` + Mark + `">`
)

// HTML writes the page.
func (p Page) HTML() (string, error) {
	var text strings.Builder
	err := pageTemplate.Execute(&text, p)
	return text.String(), err
}
