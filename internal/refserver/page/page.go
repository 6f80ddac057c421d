// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package page serves a web page that shows the reference server's objects and updates itself after every change. Because the page needs no
// credentials, it responds only to browsers on the same machine and can't change anything.
//
// The package imports refserver, drawing and alerting. Start reading at New, which lists the URLs. follow.go records what the last
// terraform apply changed, and notifies browsers of changes. Each of the other files prepares one part of the page. The HTML is in the
// templates directory.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Path is the common prefix of all URL paths of the page.
const Path = "/page/"

//go:embed templates static
var files embed.FS

// Page is an http.Handler for the URL paths that begin with Path.
type Page struct {
	server    *refserver.Server
	mux       *http.ServeMux
	templates *template.Template
	follower  *follower
	turns     chan struct{} // See waitForTurn.
}

// New returns a page for the server. The caller must close the page before the server.
func New(server *refserver.Server) *Page {
	p := &Page{server: server, mux: http.NewServeMux(), follower: newFollower(server), turns: make(chan struct{}, maxTurns)}
	p.templates = template.Must(template.New("").Funcs(p.functions()).ParseFS(files, "templates/*.html"))
	for path, view := range map[string]view{
		"{$}":                     overview,
		"dashboards":              listView("dashboard"),
		"dashboards/{id}/changes": changes,
		"changes":                 changes,
		"alerts":                  alerts,
		"components":              listView("component"),
		"components/{id}":         objectView("component"),
		"nodes":                   listView("node"),
		"functions":               listView("function"),
		"objects/{kind}/{id}":     object,
		"collections/{kind}":      collection,
		"events":                  events,
		"requests":                requests,
	} {
		p.mux.Handle("GET "+Path+path, p.show(view))
	}
	p.mux.Handle("GET "+Path, p.show(notFound))
	p.mux.HandleFunc("GET "+Path+"static/{name}", p.static)
	p.mux.HandleFunc("GET "+Path+"live", p.follower.serve)
	p.mux.HandleFunc("GET "+Path+"requests.json", p.serveRecording)
	p.pictureRoutes()
	return p
}

// Close disconnects the browsers that are waiting for changes.
func (p *Page) Close() { p.follower.close() }

// Wrap returns a handler that serves the page at URL paths that begin with Path, and passes all other requests to the engine handler. If a
// browser on the same machine opens the root URL, the handler redirects it to the page.
func (p *Page) Wrap(engine http.Handler) http.Handler {
	shown := p.server.LimitSending(p)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, Path) || r.URL.Path+"/" == Path:
			shown.ServeHTTP(w, r)
		case isBrowser(r) && isLocal(r):
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, Path, http.StatusFound)
		default:
			engine.ServeHTTP(w, r)
		}
	})
}

// isBrowser reports whether a web browser, and not a client of the engine, requests the root URL.
func isBrowser(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && r.URL.Path == "/" && strings.Contains(r.Header.Get("Accept"), "text/html") && r.Header.Get("Authorization") == ""
}

func (p *Page) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := files.ReadFile("static/" + name) // ReadFile rejects names with "..".
	if err != nil {
		p.show(notFound).ServeHTTP(w, r)
		return
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// policy is the page's Content-Security-Policy. It lets the browser load only the page's own files, and forbids scripts and styles inside
// the HTML, so that even a script in an object's name would not run.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// ServeHTTP serves the page to browsers on the same machine, and rejects all other requests.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if !isLocal(r) {
		http.Error(w, "The page responds only to requests from this machine to a loopback address.", http.StatusForbidden)
		return
	}
	if r.URL.Path+"/" == Path {
		http.Redirect(w, r, Path, http.StatusMovedPermanently)
		return
	}
	p.mux.ServeHTTP(w, r)
}

// isLocal reports whether a request comes from the same machine and is addressed to a loopback host. It checks the host because a malicious
// website could point its own host name to 127.0.0.1 and then read the responses (DNS rebinding).
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.IsLoopback()
}
