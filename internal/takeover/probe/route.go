// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

type route struct {
	// bare is true if paths have no trailing slash. plural is true if the component type in a path is in the plural, as in
	// component/algorithms.
	bare, plural bool
}

// path returns the path of a kind's collection, such as /v3/engine/alert/alerts/. The optional arguments (below) are path segments to
// append: an id, or an id and "start" or "stop". For components, word selects a type such as algorithm. An empty word selects all types.
func (o route) path(kind, word string, below ...string) string {
	t := tableOf(kind)
	path := table.Root + cmp.Or(t.Typed, t.Paths[0])
	if t.Typed != "" && word != "" {
		if o.plural {
			word += "s"
		}
		path += "/" + url.PathEscape(word)
	}
	for _, segment := range below {
		path += "/" + url.PathEscape(segment)
	}
	if o.bare {
		return path
	}
	return path + "/"
}

// probePaths determines which authorization scheme and which form of paths the engine accepts. All later requests use the results.
func probePaths(ctx context.Context, r *run) {
	r.route = route{plural: true}
	with, without := probeScheme(ctx, r)
	r.fail(checkDashboards(with, without))
	r.route.bare = !with.isPath()
	r.route.plural = r.get(ctx, r.route.path("component", "algorithm")).isPath()
}

// checkDashboards returns an error unless at least one of the responses to requests for the list of dashboards comes from an engine. An
// engine returns a JSON list, or 405 if it does not support list requests.
func checkDashboards(responses ...*reply) error {
	err := errors.New("no engine responds below this address: the paths of dashboards are not found there; check base_url")
	for _, response := range responses {
		switch _, isList := response.list(); {
		case isList || response.Status == http.StatusMethodNotAllowed:
			return nil
		case response.isSuccess():
			kind := ""
			if media, _, failed := mime.ParseMediaType(response.Header.Get("Content-Type")); failed == nil {
				kind = " (" + media + ")"
			}
			err = fmt.Errorf("the response%s is not the JSON of an engine; check base_url", kind)
		case response.isPath():
			err = fmt.Errorf("the engine responds to the list of dashboards with %d, so probe can find out nothing", response.Status)
		}
	}
	return err
}

// schemePattern matches the authorization schemes that are allowed in a profile, the file that describes how an engine differs from
// INTERFACE.md.
var schemePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// probeScheme tries authorization schemes until the engine stops returning 401. It begins with the client's configured scheme and the
// scheme in the WWW-Authenticate header of the first 401. With each scheme, it requests the list of dashboards twice, first with a trailing
// slash and then without. It returns the responses for the last scheme.
func probeScheme(ctx context.Context, r *run) (with, without *reply) {
	words := []string{"", "Service", "Bearer", "Token", "Basic"}
	for i := 0; i < len(words); i++ {
		r.scheme = words[i]
		with, without = r.get(ctx, table.Root+"dashboard/dashboards/"), r.get(ctx, table.Root+"dashboard/dashboards")
		checked := with
		if with.Status == http.StatusNotFound { // The engine may check the path before the credentials.
			checked = without
		}
		if checked.Status == http.StatusForbidden {
			r.fail(fmt.Errorf("the engine returns %d: the credentials may not read dashboards", checked.Status))
		}
		if checked.Status != http.StatusUnauthorized {
			r.observe("other-scheme", words[i] != "" && words[i] != "Service", words[i])
			return with, without
		}
		named, _, _ := strings.Cut(checked.Header.Get("Www-Authenticate"), " ")
		if i == 0 && schemePattern.MatchString(named) {
			words = slices.Insert(words, 1, named)
		}
	}
	r.fail(errors.New("the engine returns 401: check ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and ENGINE_AUTH_SCHEME"))
	return with, without
}

// tables returns the interface tables for the kinds of objects that clients can create, parents first. Callers must not modify them.
var tables = sync.OnceValue(table.Tables)

func kinds() []string {
	var names []string
	for _, t := range tables() {
		names = append(names, t.Kind)
	}
	return names
}

// probeLists reads the first page of each kind's list into r.pages. Later parts of the run use these objects.
func probeLists(ctx context.Context, r *run) {
	r.pages = map[string][]map[string]any{}
	rejected := 0
	for _, kind := range kinds() {
		firstPage := url.Values{"page": {"1"}, "page_size": {"100"}}
		response := r.send(ctx, engine.Exchange{Method: http.MethodGet, Path: r.route.path(kind, ""), Query: firstPage}, nil)
		if response.Status == http.StatusMethodNotAllowed {
			rejected++
		}
		elements, isList := response.list()
		for _, element := range elements {
			if doc, isObject := element.(map[string]any); isObject && isList {
				r.pages[kind] = append(r.pages[kind], doc)
			}
		}
	}
	r.observe("no-lists", rejected == len(kinds()))
}

// list returns the names of all objects of a kind, by id. A 4xx response means that the engine has no such list, so list returns nil. If
// the list can't be read completely, the run fails.
func (r *run) list(ctx context.Context, kind string) (names map[string]string) {
	hasList := true
	objects := r.Client.ListBy(r.route.path(kind, ""), func(e engine.Exchange) (engine.Response, error) {
		response := r.send(ctx, e, nil)
		hasList = names != nil || response.Status/100 != 4
		if response.isSuccess() && names == nil {
			names = map[string]string{}
		}
		return response.Response, r.err
	})
	for doc, err := range objects {
		switch {
		case !hasList:
			return nil
		case err != nil:
			r.fail(fmt.Errorf("the list of all objects of the kind %s can't be read: %w", kind, err))
			return nil
		}
		id, _ := doc["id"].(string)
		names[id], _ = doc["name"].(string)
	}
	return names
}
