// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

const (
	// askedPageSize is the size of the pages that the provider asks for.
	askedPageSize = 100
	// mostPages is the maximum number of pages that a run reads of one list. mostRepeated is how many of them in a row may show no further
	// object: if others create objects meanwhile, one page may.
	mostPages, mostRepeated = 1_000, 3
	// A list may have twice as many objects as its count says, plus moreObjects. Some engines count only the objects of one page.
	moreObjects = 10_000
)

var errEndless = errors.New("has no end, or too many objects")

// page is one page of a list.
type page struct {
	docs []map[string]any
	// count is the number of all objects, as the engine says it, or the number of docs.
	count int
	// next is the address of the next page, or "".
	next string
}

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
func askLists(ctx context.Context, r *run) {
	r.pages = map[string]page{}
	rejected := 0
	for _, kind := range kinds() {
		answer := r.get(ctx, r.listPath(kind), "page_size", strconv.Itoa(askedPageSize))
		if answer.Status == http.StatusMethodNotAllowed {
			rejected++
		}
		if page, isList := readPage(answer); isList {
			r.pages[kind] = page
		}
	}
	r.see("no-lists", rejected == len(kinds()))
}

// readPage reads a list, either {count, next, results} or an array.
func readPage(answer *reply) (p page, isList bool) {
	if !answer.done() {
		return page{}, false
	}
	elements, isArray := answer.value.([]any)
	if body := answer.object(); body != nil {
		elements, isArray = body["results"].([]any)
		p.next, _ = body["next"].(string)
		p.count, _ = integer(body["count"])
	}
	for _, element := range elements {
		if doc, isObject := element.(map[string]any); isObject {
			p.docs = append(p.docs, doc)
		}
	}
	p.count = max(p.count, len(p.docs))
	return p, isArray
}

// list returns the names of all objects of a kind by id, or nil if the engine has no such list. A list that it can't read to the end is an
// error.
func (r *run) list(ctx context.Context, kind string) (names map[string]string, err error) {
	whole := "the list of all objects of the kind " + kind
	endless := fmt.Errorf("%s %w: probe reads at most %d, on %d pages", whole, errEndless, engine.MostListed, mostPages)
	parameter, received, repeated := "page", 0, 0
	for number := 1; number <= mostPages; number++ {
		answer, err := r.door.get(ctx, r.listPath(kind), parameter, strconv.Itoa(number), "page_size", strconv.Itoa(askedPageSize))
		if err != nil {
			return nil, err
		}
		page, isList := readPage(answer)
		switch {
		case !isList && answer.Status/100 == 4 && (number == 1 || answer.Status == http.StatusNotFound):
			return names, nil
		case !isList:
			return nil, fmt.Errorf("%s can't be read: the engine answers page %d with %d", whole, number, answer.Status)
		case page.count > engine.MostListed:
			return nil, endless
		case names == nil:
			names = map[string]string{}
		}
		before := len(names)
		for _, doc := range page.docs {
			id, _ := doc["id"].(string)
			names[id], _ = doc["name"].(string)
		}
		if repeated++; len(names) > before {
			repeated = 0
		}
		received += len(page.docs)
		switch {
		// Some engines count only the objects of one page, so the address of a next page counts too.
		case len(page.docs) == 0 || received >= page.count && page.next == "":
			return names, nil
		case repeated >= mostRepeated, len(names) > min(engine.MostListed, 2*page.count+moreObjects):
			return nil, endless
		}
		parameter = pageParameter(page.next, parameter)
	}
	return nil, endless
}

// pageParameter returns the query parameter that selects a page, as the address of the second page shows it, or known if it does not.
func pageParameter(next, known string) string {
	address, err := url.Parse(next)
	if err != nil {
		return known
	}
	for name, values := range address.Query() {
		if name != "page_size" && len(values) == 1 && values[0] == "2" {
			return name
		}
	}
	return known
}
