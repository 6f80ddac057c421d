// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

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
	return r.route.collection(kind)
}

// askLists reads the first page of each list. Other topics take the objects of the engine from them.
func askLists(ctx context.Context, r *run) {
	r.pages = map[string][]map[string]any{}
	rejected := 0
	for _, kind := range kinds() {
		answer := r.get(ctx, r.listPath(kind), "page", "1", "page_size", "100")
		if answer.Status == http.StatusMethodNotAllowed {
			rejected++
		}
		elements, _ := answer.value.([]any)
		if page := answer.object(); page != nil {
			elements, _ = page["results"].([]any)
		}
		for _, element := range elements {
			if doc, isObject := element.(map[string]any); isObject && answer.done() {
				r.pages[kind] = append(r.pages[kind], doc)
			}
		}
	}
	r.see("no-lists", rejected == len(kinds()))
}

// list returns the names of all objects of a kind by id, or nil if the engine has no such list. The run fails if it can't read a list to the
// end.
func (r *run) list(ctx context.Context, kind string) (names map[string]string) {
	hasList := true
	objects := r.Client.ListBy(r.listPath(kind), func(e engine.Exchange) (engine.Answer, error) {
		answer := r.send(ctx, e, nil)
		hasList = names != nil || answer.Status/100 != 4
		if answer.done() && names == nil {
			names = map[string]string{}
		}
		return answer.Answer, r.err
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
