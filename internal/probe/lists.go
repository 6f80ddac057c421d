// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// listed is the first page of a list.
type listed struct {
	docs []map[string]any
	// count is the number of all objects, as the engine says it, or the number of docs.
	count int
	// next is the address of the next page, or "".
	next string
}

// listing is what a run knows about lists.
type listing struct {
	// pages are the first pages by kind. A kind that can't be listed is missing.
	pages map[string]listed
	// parameter is the query parameter that selects a page.
	parameter string
}

// askedPageSize is the size of the pages that the provider asks for.
const askedPageSize = 100

// manyObjects is the number of objects on one page from which on pages count as large.
const manyObjects = 50

// kinds returns the kinds of objects that clients can create, parents before children.
func kinds() []string {
	var names []string
	for _, t := range table.Tables() {
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
func askLists(ctx context.Context, r *run) error {
	r.listing = listing{pages: map[string]listed{}, parameter: "page"}
	refused := 0
	for _, kind := range kinds() {
		answer, err := r.door.get(ctx, r.listPath(kind), "page_size", strconv.Itoa(askedPageSize))
		if err != nil {
			return err
		}
		if answer.Status == http.StatusMethodNotAllowed {
			refused++
		}
		if page, isList := readPage(answer); isList {
			r.listing.pages[kind] = page
			_, isArray := answer.value.([]any)
			r.verdicts.see("bare-lists", isArray)
		}
	}
	r.verdicts.see("no-lists", refused == len(kinds()))
	if refused == len(kinds()) {
		for _, habit := range []string{
			"bare-lists", "other-page-parameter", "small-pages", "empty-pages", "other-order", "no-filters", "short-lists", "late-lists",
		} {
			r.verdicts.untold(habit, "the engine has no lists")
		}
		return nil
	}
	r.seeOrder()
	return askPages(ctx, r)
}

// readPage reads a list, either {count, next, results} or an array.
func readPage(answer *reply) (page listed, isList bool) {
	if !answer.done() {
		return listed{}, false
	}
	elements, isArray := answer.value.([]any)
	if body := answer.object(); body != nil {
		elements, isArray = body["results"].([]any)
		page.next, _ = body["next"].(string)
		page.count, _ = integer(body["count"])
	}
	for _, element := range elements {
		if doc, isObject := element.(map[string]any); isObject {
			page.docs = append(page.docs, doc)
		}
	}
	page.count = max(page.count, len(page.docs))
	return page, isArray
}

// askPages finds out how the longest list is cut into pages.
func askPages(ctx context.Context, r *run) error {
	kind := r.longest()
	page := r.listing.pages[kind]
	path := r.listPath(kind)
	small := page.next != "" && len(page.docs) < askedPageSize
	switch {
	case small:
		r.verdicts.see("small-pages", true, strconv.Itoa(len(page.docs)))
	case len(page.docs) >= manyObjects:
		r.verdicts.see("small-pages", false)
	case r.Write && len(page.docs) > fewObjects:
		r.verdicts.see("small-pages", false)
	default:
		r.verdicts.untold("small-pages", "the engine has too few objects for a second page")
	}
	if len(page.docs) > 0 {
		answer, err := r.door.get(ctx, path, "name", "terraform-provider-engine-probe-no-such-name")
		if err != nil {
			return err
		}
		if found, isList := readPage(answer); isList {
			r.verdicts.see("no-filters", len(found.docs) > 0)
		}
	}
	if r.verdicts.of("bare-lists").with > 0 {
		return nil
	}
	if err := askPageParameter(ctx, r, path, page); err != nil {
		return err
	}
	after, err := r.door.get(ctx, path, r.listing.parameter, "1000000")
	if err != nil {
		return err
	}
	found, isList := readPage(after)
	switch {
	case after.Status == http.StatusNotFound:
		r.verdicts.see("empty-pages", false)
	case isList && len(found.docs) == 0 && len(page.docs) > 0: // On an empty engine, the parameter may have another name.
		r.verdicts.see("empty-pages", true)
	}
	return nil
}

// longest returns the kind of which the engine has most objects.
func (r *run) longest() string {
	most := kinds()[0]
	for _, kind := range kinds() {
		if r.listing.pages[kind].count > r.listing.pages[most].count {
			most = kind
		}
	}
	return most
}

// askPageParameter finds out which query parameter selects a page, from the address of the next page.
func askPageParameter(ctx context.Context, r *run, path string, page listed) error {
	if page.next == "" {
		answer, err := r.door.get(ctx, path, "page_size", "1")
		if err != nil {
			return err
		}
		page, _ = readPage(answer)
	}
	if !r.learnPageParameter(page) {
		r.verdicts.untold("other-page-parameter", "no list has a second page")
		return nil
	}
	r.verdicts.see("other-page-parameter", r.listing.parameter != "page", r.listing.parameter)
	return nil
}

// learnPageParameter takes the query parameter that selects a page from the address of the second page, and reports whether there is one.
func (r *run) learnPageParameter(first listed) bool {
	next, err := url.Parse(first.next)
	if err != nil {
		return false
	}
	for name, values := range next.Query() {
		if name != "page_size" && len(values) == 1 && values[0] == "2" {
			r.listing.parameter = name
			return true
		}
	}
	return false
}

// seeOrder compares the times of creation in the first pages.
func (r *run) seeOrder() {
	for _, page := range r.listing.pages {
		var before time.Time
		for _, doc := range page.docs {
			text, _ := doc["created_at"].(string)
			at, err := time.Parse(time.RFC3339Nano, text)
			if err != nil {
				break
			}
			if !before.IsZero() && !at.Equal(before) {
				r.verdicts.see("other-order", at.Before(before))
			}
			before = at
		}
	}
}

// all yields the objects of a kind, page by page. If name is not "", an engine with filters yields only objects of that name.
func (r *run) all(ctx context.Context, kind, name string) iter.Seq2[map[string]any, error] {
	return func(yield func(map[string]any, error) bool) {
		seen := 0
		for number := 1; ; number++ {
			query := []string{r.listing.parameter, strconv.Itoa(number), "page_size", strconv.Itoa(askedPageSize)}
			if name != "" {
				query = append(query, "name", name)
			}
			answer, err := r.door.get(ctx, r.listPath(kind), query...)
			if err != nil {
				yield(nil, err)
				return
			}
			page, isList := readPage(answer)
			for _, doc := range page.docs {
				if !yield(doc, nil) {
					return
				}
			}
			seen += len(page.docs)
			// Some engines count only the objects of one page, so the address of a next page counts too.
			if !isList || len(page.docs) == 0 || seen >= page.count && page.next == "" || seen >= engine.MostListed {
				return
			}
			r.learnPageParameter(page)
		}
	}
}
