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

// view prepares one screen of the page, for example the list of alerts.
type view func(p *Page, r *http.Request) (shown, error)

// shown is the data of one screen of the page.
type shown struct {
	// Template is the name of a file in the folder templates, without its extension.
	Template string
	Title    string
	// Section is the path of the navigation entry to which the screen belongs.
	Section string
	// Live says when the browser loads the screen again: after every request if it is "requests", otherwise after every change of an
	// object.
	Live string
	Data any
}

// errMissing means that the object in the URL does not exist.
var errMissing = errors.New("the server has no such object")

// missing is the view of a URL that is not part of the page.
func missing(*Page, *http.Request) (shown, error) { return shown{}, errMissing }

type section struct{ Path, Title string }

// maxNamed is how many objects the page names of those that the last terraform apply changed.
const maxNamed = 50

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

// show answers a request with a whole HTML page: the frame and, inside it, the prepared screen.
func (p *Page) show(prepare view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, version := http.StatusOK, p.follower.state()
		content, err := prepare(p, r)
		switch {
		case errors.Is(err, errMissing):
			status, content = http.StatusNotFound, shown{Template: "missing", Title: "Not found", Data: r.URL.Path}
		case err != nil:
			status, content = http.StatusInternalServerError, shown{Template: "failed", Title: "Failed", Data: err.Error()}
		}
		now, clock := p.server.Clock()
		applied, changed := p.follower.last()
		named := changed[:min(len(changed), maxNamed)]
		var text bytes.Buffer
		err = p.templates.ExecuteTemplate(&text, "frame", map[string]any{
			"View": content, "Path": Path, "Sections": sections, "Now": now, "Clock": clock, "Version": version,
			"Applied": applied, "Changed": p.links(named), "More": len(changed) - len(named),
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write(text.Bytes()) // It fails only if the browser has left.
	})
}

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
		// local returns a time in a time zone, or "" if that is no different from UTC.
		"local": func(at time.Time, zone *time.Location) string {
			if zone == nil || zone == time.UTC {
				return ""
			}
			return at.In(zone).Format("Mon 15:04 MST")
		},
		"moment": moment,
		// when returns a time in the engine's spelling as moment does, and any other text as it is.
		"when": func(text string) string {
			at, err := time.Parse(time.RFC3339Nano, text)
			if err != nil {
				return text
			}
			return moment(at)
		},
		"iso":  func(at time.Time) string { return at.UTC().Format(time.RFC3339) },
		"word": func(text string) string { return strings.ReplaceAll(text, "_", " ") },
	}
}

func moment(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

func address(kind, id string) string {
	switch kind {
	case "dashboard", "widget", "alert", "component":
		return Path + kind + "s/" + url.PathEscape(id)
	}
	return Path + "objects/" + url.PathEscape(kind) + "/" + url.PathEscape(id)
}

type link struct {
	Kind, ID, Name, Address string
	// Change says what the last terraform apply did to the object: "created", "changed" or "deleted". It is "" for an unchanged object.
	Change string
}

// links returns links to objects, with their names. A deleted object has the name from before the deletion.
func (p *Page) links(keys []key) []link {
	var all []link
	for _, k := range keys {
		all = append(all, p.link(k))
	}
	return all
}

// listed returns the objects of a kind, followed by those that the last terraform apply deleted, as they were before.
func (p *Page) listed(kind string) []map[string]any {
	return append(p.server.Objects(kind), p.removed(kind)...)
}

// removed returns the objects of a kind that the last terraform apply deleted, as they were before.
func (p *Page) removed(kind string) []map[string]any {
	var docs []map[string]any
	_, changed := p.follower.last()
	for _, k := range changed {
		if k.Kind == kind && !p.exists(k) {
			before, _ := p.follower.before(k)
			docs = append(docs, before)
		}
	}
	return docs
}

func (p *Page) exists(k key) bool {
	_, exists := p.server.Bytes(k.Kind, k.ID)
	return exists
}

// linkWithin returns a link to an object that may contain others. It is also marked as changed if only its parts have changed.
func (p *Page) linkWithin(k key, touched map[key]bool) link {
	l := p.link(k)
	if l.Change == "" && touched[k] {
		l.Change = "changed"
	}
	return l
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

// text returns a string as it is, and "" for any other value.
func text(value any) string {
	s, _ := value.(string)
	return s
}

// objects returns the elements of an array that are JSON objects.
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
