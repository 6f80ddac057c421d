// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// list answers one page of the objects that the query asks for (wire shapes section 1).
func list(s *Server, t target, r *request) (*answer, error) {
	if t.parent != nil {
		if _, err := s.find(*t.parent); err != nil {
			return nil, err
		}
	}
	query := r.URL.Query()
	objects := order(t.collection, s.matching(t, query), query.Get("ordering"))
	page, size, err := pageOf(query, len(objects))
	if err != nil {
		return nil, err
	}
	first := (page - 1) * size
	last := min(first+size, len(objects))
	next, err := pageLink(r.Request, query, page+1, last < len(objects))
	if err != nil {
		return nil, err
	}
	previous, err := pageLink(r.Request, query, page-1, page > 1)
	if err != nil {
		return nil, err
	}

	body, comma := make([][]byte, 0, 2*(last-first)+2), []byte{','}
	body = append(body, fmt.Appendf(nil, `{"count":%d,"next":%s,"previous":%s,"results":[`, len(objects), next, previous))
	for i := first; i < last; i++ {
		o := objects[i]
		if t.collection.newestFirst {
			o = objects[len(objects)-1-i]
		}
		if i > first {
			body = append(body, comma)
		}
		body = append(body, o.bytes())
	}
	return success(http.StatusOK, append(body, []byte("]}"))...), nil
}

// matching gives the objects that pass all filters, in order of creation. The first filter on an indexed field
// saves looking at each object.
func (s *Server) matching(t target, query url.Values) []*stored {
	filters := filtersOf(t, query)
	objects, indexed := []*stored(nil), false
	for i, f := range filters {
		if f.operator != "" {
			continue
		}
		if objects, indexed = s.store.listBy(t.collection.kind, f.field.Name, f.value); indexed {
			filters = slices.Delete(filters, i, i+1)
			break
		}
	}
	if !indexed {
		objects = s.store.list(t.collection.kind)
	}
	if len(filters) == 0 {
		return objects
	}
	var passing []*stored
	for _, o := range objects {
		data := o.bytes()
		if !slices.ContainsFunc(filters, func(f filter) bool { return !f.passes(data) }) {
			passing = append(passing, o)
		}
	}
	return passing
}

// pageOf reads the page, from 1, and its size. A page past the end is not found, but for the first.
func pageOf(query url.Values, count int) (page, size int, err error) {
	size, err = strconv.Atoi(query.Get("page_size"))
	if err != nil || size < 1 {
		size = defaultPageSize // Quirk 1.
	}
	size = min(size, maxPageSize)
	if !query.Has("page") {
		return 1, size, nil
	}
	pages := max(1, (count+size-1)/size)
	page, err = strconv.Atoi(query.Get("page"))
	if err != nil || page < 1 || page > pages {
		return 0, 0, refuse(http.StatusNotFound, "Invalid page.")
	}
	return page, size, nil
}

// pageLink is the absolute address of a page as JSON, the other parameters kept, or null when there is no such page.
func pageLink(r *http.Request, query url.Values, page int, there bool) ([]byte, error) {
	if !there {
		return []byte("null"), nil
	}
	query.Set("page", strconv.Itoa(page))
	link := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: query.Encode()}
	if r.TLS != nil {
		link.Scheme = "https"
	}
	return encode(link.String())
}
