// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bytes"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// view prepares one view of the page for a request.
type view func(p *Page, r *http.Request) (shown, error)

// shown is what a view shows.
type shown struct {
	// Template is the name of the file in templates without its extension.
	Template string
	Title    string
	// Section is the entry of the navigation that the view belongs to.
	Section string
	// Live is "requests" if the view has to be loaded again after every request, otherwise it is loaded again after every change.
	Live string
	Data any
}

// errMissing is the error of a view whose object does not exist.
var errMissing = errors.New("the server has no such object")

// section is an entry of the navigation.
type section struct{ Path, Title string }

var sections = []section{
	{"", "Overview"},
	{"dashboards", "Dashboards"},
	{"alerts", "Alerts"},
	{"components", "Components"},
	{"functions", "Functions"},
	{"nodes", "Nodes"},
	{"events", "Events"},
	{"requests", "Requests"},
}

// show answers a request with a view in the frame of the page.
func (p *Page) show(prepare view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusOK
		content, err := prepare(p, r)
		switch {
		case errors.Is(err, errMissing):
			status, content = http.StatusNotFound, shown{Template: "missing", Title: "Not found", Data: r.URL.Path}
		case err != nil:
			status, content = http.StatusInternalServerError, shown{Template: "failed", Title: "Failed", Data: err.Error()}
		}
		now, clock := p.server.Clock()
		applied, changed := p.follower.last()
		var text bytes.Buffer
		err = p.templates.ExecuteTemplate(&text, "frame", map[string]any{
			"View": content, "Path": Path, "Sections": sections, "Now": now, "Clock": clock, "Apply": applied, "Changed": p.links(changed),
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write(text.Bytes()) // The browser may have left.
	})
}

// functions are what the templates may call besides the built-in functions.
func (p *Page) functions() template.FuncMap {
	return template.FuncMap{
		"address": address,
		"content": func(name string, data any) (template.HTML, error) {
			var text bytes.Buffer
			err := p.templates.ExecuteTemplate(&text, name, data)
			return template.HTML(text.String()), err //nolint:gosec // A template has escaped it.
		},
		"picture": func(address, alt string) any {
			return struct{ Address, Alt string }{address, alt}
		},
		"moment": func(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") },
		"iso":    func(at time.Time) string { return at.UTC().Format(time.RFC3339) },
		"word":   func(text string) string { return strings.ReplaceAll(text, "_", " ") },
	}
}

// address returns the address of an object's view.
func address(kind, id string) string {
	switch kind {
	case "dashboard", "widget", "alert", "component":
		return Path + kind + "s/" + url.PathEscape(id)
	}
	return Path + "objects/" + url.PathEscape(kind) + "/" + url.PathEscape(id)
}

// link leads to an object.
type link struct {
	Kind, ID, Name, Address string
	// Change is "created", "changed" or "deleted" if the last apply did that to the object, otherwise empty.
	Change string
}

// links returns links to objects with their names. A deleted object keeps the name that it had.
func (p *Page) links(keys []key) []link {
	var all []link
	for _, k := range keys {
		all = append(all, p.link(k))
	}
	return all
}

func (p *Page) link(k key) link {
	l := link{Kind: k.Kind, ID: k.ID, Name: k.ID, Address: address(k.Kind, k.ID)}
	doc, exists := p.server.Object(k.Kind, k.ID)
	before, changed := p.follower.before(k)
	switch {
	case !changed:
	case !exists:
		l.Change, doc = "deleted", before
	case before == nil:
		l.Change = "created"
	default:
		l.Change = "changed"
	}
	if name := text(doc["name"]); name != "" {
		l.Name = name
	}
	return l
}

// text returns a value if it is a string, otherwise "".
func text(value any) string {
	s, _ := value.(string)
	return s
}

// objects returns an array's elements that are JSON objects.
func objects(value any) []map[string]any {
	var all []map[string]any
	list, _ := value.([]any)
	for _, element := range list {
		if doc, ok := element.(map[string]any); ok {
			all = append(all, doc)
		}
	}
	return all
}
