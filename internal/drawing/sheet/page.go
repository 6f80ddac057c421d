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
}

// Link is a link to another file in the same folder.
type Link struct{ File, Text string }

// Section is a drawing, which contains its title. Name is the title in links and for screen readers.
type Section struct {
	ID, Name  string
	Collapsed bool
	SVG       template.HTML // of package chart with the theme Auto
}

var pageTemplate = template.Must(template.New("page").Parse(HTMLStart + `
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 2640px; padding: 16px; background: ` + chart.Auto().Page + `; color: ` + chart.Auto().Text + `;
  font: 15px/1.5 Helvetica, Arial, sans-serif; }
h1 { font-size: 24px; margin: 8px; }
section { margin-top: 24px; }
p, summary { margin: 8px; }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 20px; list-style: none; margin: 8px; padding: 0; }
a { color: inherit; }
section div { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
@media (max-width: 700px) { section svg { max-width: none; } }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{with .Description}}<p>{{.}}</p>
{{end}}{{with .Links}}<nav aria-label="Pages"><ul>{{range .}}<li><a href="{{.File}}">{{.Text}}</a></li>{{end}}</ul></nav>
{{end}}{{if gt (len .Sections) 1}}<nav aria-label="On this page"><ul>{{range .Sections}}
<li><a href="#{{.ID}}">{{.Name}}</a></li>{{end}}</ul></nav>
{{end}}{{range .Sections}}<section id="{{.ID}}" aria-label="{{.Name}}">
{{if .Collapsed}}<details><summary>{{.Name}}: unchanged</summary><div>{{.SVG}}</div></details>{{else}}<div>{{.SVG}}</div>{{end}}
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
