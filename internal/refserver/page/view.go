// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bytes"
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// view returns the data for one screen of the page, such as the list of alerts.
type view func(p *Page, r *http.Request) (screen, error)

type screen struct {
	Template string
	Title    string
	Section  string // The path of the navigation entry to highlight.
	// Live is "requests" if the browser must reload the screen after every request to the server. Otherwise, the browser reloads it only
	// after changes to objects.
	Live string
	Data any
}

// errMissing means that the object in the URL does not exist.
var errMissing = errors.New("the server has no such object")

func notFound(*Page, *http.Request) (screen, error) { return screen{}, errMissing }

type section struct{ Path, Title string }

// maxNamed is the maximum number of objects in a list of changes from the last terraform apply.
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

// show returns a handler that responds with a view's screen as an HTML page. All screens share a frame, which contains the navigation.
func (p *Page) show(prepare view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, version := http.StatusOK, p.follower.currentVersion()
		content, err := prepare(p, r)
		switch {
		case errors.Is(err, errMissing):
			status, content = http.StatusNotFound, screen{Template: "missing", Title: "Not found", Data: r.URL.Path}
		case err != nil:
			status, content = http.StatusInternalServerError, screen{Template: "failed", Title: "Failed", Data: err.Error()}
		}
		now, clock := p.server.Clock()
		last := p.follower.effect()
		named := last.changed[:min(len(last.changed), maxNamed)]
		var text bytes.Buffer
		err = p.templates.ExecuteTemplate(&text, "frame", map[string]any{
			"View": content, "Path": Path, "Sections": sections, "Now": now, "Clock": clock, "Version": version,
			"Applied": last.at, "Changed": p.links(named), "More": len(last.changed) - len(named),
		})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write(text.Bytes()) // Write fails only if the browser has disconnected.
	})
}

func (p *Page) functions() template.FuncMap {
	return template.FuncMap{
		"address": address,
		"content": func(name string, data any) (template.HTML, error) {
			var text bytes.Buffer
			err := p.templates.ExecuteTemplate(&text, name, data)
			return template.HTML(text.String()), err //nolint:gosec // The template has escaped the text.
		},
		"picture": func(address, alt string) any { return struct{ Address, Alt string }{address, alt} },
		// The function "local" formats a time in a time zone. It returns "" for UTC, because the page shows times in UTC anyway.
		"local": func(at time.Time, zone *time.Location) string {
			if zone == nil || zone == time.UTC {
				return ""
			}
			return at.In(zone).Format("Mon 15:04 MST")
		},
		"moment": formatTime,
		// The function "when" formats an RFC 3339 time with formatTime. It returns any other string unchanged.
		"when": func(value string) string {
			at, err := time.Parse(time.RFC3339Nano, value)
			if err != nil {
				return value
			}
			return formatTime(at)
		},
		"iso":  func(at time.Time) string { return at.UTC().Format(time.RFC3339) },
		"word": func(name string) string { return strings.ReplaceAll(name, "_", " ") },
	}
}

func formatTime(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

func address(kind, id string) string {
	switch kind {
	case "dashboard", "widget", "alert", "component":
		return Path + kind + "s/" + url.PathEscape(id)
	}
	return Path + "objects/" + url.PathEscape(kind) + "/" + url.PathEscape(id)
}

type link struct {
	Kind, ID, Name, Address string
	// Change is what the last terraform apply did to the object: "created", "changed", "deleted", or "" if it did nothing.
	Change string
}

func (p *Page) links(keys []objectKey) (all []link) {
	for _, k := range keys {
		all = append(all, p.link(k))
	}
	return all
}

// listWithDeleted returns all objects of a kind, followed by the objects that the last terraform apply deleted.
func (p *Page) listWithDeleted(kind string) []map[string]any {
	return append(p.server.Objects(kind), p.deletedByApply(kind)...)
}

// deletedByApply returns the objects of a kind that the last terraform apply deleted, as they were before the apply.
func (p *Page) deletedByApply(kind string) []map[string]any {
	var docs []map[string]any
	for _, k := range p.follower.effect().changed {
		if k.Kind == kind && !p.exists(k) {
			before, _ := p.follower.before(k)
			docs = append(docs, before)
		}
	}
	return docs
}

func (p *Page) exists(k objectKey) bool {
	_, exists := p.server.Bytes(k.Kind, k.ID)
	return exists
}

// containerLink is like link, but also marks the object as changed if the last terraform apply changed only an object inside it, such as a
// tab of a dashboard.
func (p *Page) containerLink(k objectKey) link {
	l := p.link(k)
	if l.Change == "" && p.follower.effect().touched[k] {
		l.Change = "changed"
	}
	return l
}

// link returns a link to an object. If the last terraform apply deleted the object, the link shows the name that it had before.
func (p *Page) link(k objectKey) link {
	l := link{Kind: k.Kind, ID: k.ID, Address: address(k.Kind, k.ID)}
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
	l.Name = cmp.Or(str(doc["name"]), k.ID)
	return l
}

func str(value any) string {
	s, _ := value.(string)
	return s
}
