// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// The sizes of a page (wire shapes section 1, quirk 1).
const (
	defaultPageSize = 20
	maxPageSize     = 1000
)

// list answers one page of the objects that the query asks for (wire shapes section 1).
func list(s *Server, t target, r *request) (*answer, error) {
	if t.parent != nil {
		if _, err := s.find(*t.parent); err != nil {
			return nil, err
		}
	}
	query := r.URL.Query()
	objects := store.Order(t.collection.Table, s.store.Select(t.collection.Kind, conditions(t, query)), query.Get("ordering"))
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
		if t.collection.NewestFirst {
			o = objects[len(objects)-1-i]
		}
		if i > first {
			body = append(body, comma)
		}
		body = append(body, o.Bytes())
	}
	return success(http.StatusOK, append(body, []byte("]}"))...), nil
}

// conditions are the filters of the query and what the path asks for.
func conditions(t target, query url.Values) []store.Filter {
	filters := store.Filters(t.collection.Table, query)
	if t.parent != nil {
		filters = append(filters, store.Equal(t.collection.Table, t.parent.collection.Kind, t.parent.id))
	}
	if t.component != "" {
		filters = append(filters, store.Equal(t.collection.Table, "type", t.component))
	}
	return filters
}

// pageOf reads the page, from 1, and its size. A page past the end is not found, but for the first (quirk 38).
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
		return 0, 0, refusal.New(http.StatusNotFound, "Invalid page.")
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
	return document.Encode(link.String())
}
