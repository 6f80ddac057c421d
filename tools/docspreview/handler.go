// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
)

//go:embed page.html
var layout string

// handler serves the index at /docs and the other pages below /docs/, as the registry does.
func handler(folder string) http.Handler {
	layout := template.Must(template.New("page").Parse(layout))
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler("/docs", http.StatusFound))
	serve := func(w http.ResponseWriter, r *http.Request) {
		pages, err := readSite(folder)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		name := strings.TrimSuffix(r.PathValue("name"), ".md") // the registry accepts addresses with .md too
		i := slices.IndexFunc(pages, func(p page) bool { return p.Name == name })
		if i < 0 {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := layout.Execute(w, map[string]any{"Page": pages[i], "Navigation": navigation(pages)}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
	mux.HandleFunc("GET /docs", serve)
	mux.HandleFunc("GET /docs/{name...}", serve)
	return mux
}
