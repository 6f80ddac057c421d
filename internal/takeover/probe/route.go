// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
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

// route knows how this engine writes its paths.
type route struct {
	// bare is true if paths have no slash at their end, plural if the engine accepts the type of components in the plural.
	bare, plural bool
}

// object returns the path of an object, or of all objects of a kind, such as /v3/engine/alert/alerts/. below is the id, and after it may
// come "start" or "stop". The path of all components is that of algorithms.
func (o route) object(kind string, below ...string) string {
	if kind == "component" {
		return o.component("algorithm", below...)
	}
	routes := tableOf(kind).Routes
	create := slices.IndexFunc(routes, func(route table.Route) bool { return route.Operation == table.Create })
	return o.ended(strings.TrimSuffix(routes[create].Path, "/"), below...)
}

// component returns the path of a component of one type, or of all of them.
func (o route) component(word string, below ...string) string {
	if o.plural {
		word += "s"
	}
	return o.ended("component/"+url.PathEscape(word), below...)
}

// ended completes a path below /v3/engine/ with further segments and with the slash of this engine.
func (o route) ended(path string, below ...string) string {
	path = table.Root + path
	for _, segment := range below {
		path += "/" + url.PathEscape(segment)
	}
	if o.bare {
		return path
	}
	return path + "/"
}

// askPaths finds out which word stands before the credentials, and how paths are written. Each later request depends on it.
func askPaths(ctx context.Context, r *run) {
	const dashboards = table.Root + "dashboard/dashboards"
	r.route = route{plural: true}
	askScheme(ctx, r, dashboards)
	with, without := r.get(ctx, dashboards+"/"), r.get(ctx, dashboards)
	r.fail(checkDashboards(with, without))
	r.route.bare = !with.isPath()
	r.route.plural = r.get(ctx, r.route.ended("component/algorithms")).isPath()
}

// checkDashboards returns an error if none of the responses about the dashboards can be that of an engine: each success has to be a list.
func checkDashboards(answers ...*reply) error {
	err := errors.New("no engine responds below this address: the paths of dashboards are not found there; check base_url")
	for _, response := range answers {
		switch {
		case response.isList() || response.Status == http.StatusMethodNotAllowed:
			return nil
		case response.done():
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

// plainWord matches the words before credentials that a profile and a shell command may have.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// askScheme tries the words that are usual before credentials, until the engine no longer returns 401.
func askScheme(ctx context.Context, r *run, dashboards string) {
	words := []string{"", "Service", "Bearer", "Token", "Basic"}
	for i := 0; i < len(words); i++ {
		r.scheme = words[i]
		with := r.get(ctx, dashboards+"/")
		if with.Status == http.StatusNotFound { // The engine may look at the path before it looks at the credentials.
			with = r.get(ctx, dashboards)
		}
		switch {
		case with.Status == http.StatusUnauthorized && i == 0:
			named, _, _ := strings.Cut(with.Header.Get("Www-Authenticate"), " ")
			if plainWord.MatchString(named) {
				words = slices.Insert(words, 1, named)
			}
		case with.Status == http.StatusForbidden:
			r.fail(fmt.Errorf("the engine returns %d: the credentials may not read dashboards", with.Status))
			return
		case with.Status != http.StatusUnauthorized:
			r.see("other-scheme", words[i] != "" && words[i] != "Service", words[i])
			return
		}
	}
	r.fail(errors.New("the engine returns 401: check ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and ENGINE_AUTH_SCHEME"))
}

// tables returns the tables of the kinds of objects that clients can create, parents before children. Nobody may change them.
var tables = sync.OnceValue(table.Tables)

// kinds returns the kinds of objects that clients can create, parents before children.
func kinds() []string {
	var names []string
	for _, t := range tables() {
		names = append(names, t.Kind)
	}
	return names
}

// listPath returns the path that lists all objects of a kind. For components it is the one of all types.
func (r *run) listPath(kind string) string {
	if kind == "component" {
		return r.route.ended("component")
	}
	return r.route.object(kind)
}

// askLists reads the first page of each list. Other topics take the objects of the engine from them.
func askLists(ctx context.Context, r *run) {
	r.pages = map[string][]map[string]any{}
	rejected := 0
	for _, kind := range kinds() {
		response := r.get(ctx, r.listPath(kind), "page", "1", "page_size", "100")
		if response.Status == http.StatusMethodNotAllowed {
			rejected++
		}
		elements, _ := response.value.([]any)
		if page := response.object(); page != nil {
			elements, _ = page["results"].([]any)
		}
		for _, element := range elements {
			if doc, isObject := element.(map[string]any); isObject && response.done() {
				r.pages[kind] = append(r.pages[kind], doc)
			}
		}
	}
	r.see("no-lists", rejected == len(kinds()))
}

// list returns the names of all objects of a kind by id, or nil if the engine has no such list. The run fails if it can't read a list to
// the end.
func (r *run) list(ctx context.Context, kind string) (names map[string]string) {
	hasList := true
	objects := r.Client.ListBy(r.listPath(kind), func(e engine.Exchange) (engine.Answer, error) {
		response := r.send(ctx, e, nil)
		hasList = names != nil || response.Status/100 != 4
		if response.done() && names == nil {
			names = map[string]string{}
		}
		return response.Answer, r.err
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
