// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// defaultPageSize is the page size if the query does not contain page_size. A page_size above maxPageSize has the same effect as
// maxPageSize (quirk 1 in quirks.go).
const (
	defaultPageSize = 20
	maxPageSize     = 1000
)

// list responds with one page of a list: {"count", "next", "previous", "results"} (interface document, section 1 of "Wire shapes").
func list(s *Server, t target, r *request) (*response, error) {
	if t.parent != nil {
		if _, err := s.readVisible(*t.parent, r); err != nil {
			return nil, err
		}
	}
	query := r.URL.Query()
	objects, err := s.selectObjects(t, r, query)
	if err != nil {
		return nil, err
	}
	page, size, err := pageOf(query, r.habits, len(objects))
	if err != nil {
		return nil, err
	}
	first := min((page-1)*size, len(objects))
	last := min(first+size, len(objects))
	next, err := pageLink(r, query, page+1, last < len(objects))
	if err != nil {
		return nil, err
	}
	previous, err := pageLink(r, query, page-1, page > 1)
	if err != nil {
		return nil, err
	}

	body, comma := make([][]byte, 0, 2*(last-first)+2), []byte{','}
	start, end := fmt.Appendf(nil, `{"count":%d,"next":%s,"previous":%s,"results":[`, len(objects), next, previous), "]}"
	if r.habits.Has("bare-lists") {
		start, end = []byte{'['}, "]"
	}
	body = append(body, start)
	for i := first; i < last; i++ {
		o := objects[i]
		if t.collection.NewestFirst {
			o = objects[len(objects)-1-i]
		}
		if i > first {
			body = append(body, comma)
		}
		data, err := r.habits.Show(&r.call, o.Bytes())
		if err != nil {
			return nil, err
		}
		body = append(body, data)
	}
	return success(http.StatusOK, append(body, []byte(end))...), nil
}

// selectObjects returns the objects that match the filters in the query and the URL path, in the requested order. Events and notifications
// are in the opposite order, because the caller, the function list, reads them from the end.
func (s *Server) selectObjects(t target, r *request, query url.Values) ([]*store.Record, error) {
	kind := t.collection.Kind
	filters, err := conditions(t, r, query)
	if err != nil {
		return nil, err
	}
	objects := r.habits.List(kind, s.store.Select(kind, slices.Clone(filters)), func(data []byte) bool {
		return store.Passes(data, filters)
	})
	objects = store.Order(t.collection.Table, objects, query.Get("ordering"))
	if r.habits.Has("other-order") && !query.Has("ordering") {
		objects = slices.Clone(objects)
		slices.Reverse(objects)
	}
	return objects, nil
}

// conditions returns the filters from the query and the URL path. For example, a list at /component/pump/ contains only pumps, and one at
// /alert/alerts/7/events/ contains only the events of alert 7.
func conditions(t target, r *request, query url.Values) (filters []store.Filter, err error) {
	if !r.habits.Has("no-filters") {
		if filters, err = store.Filters(t.collection.Table, query); err != nil {
			return nil, err
		}
	}
	if t.parent != nil {
		filters = append(filters, store.Equal(t.collection.Table, t.parent.collection.Kind, t.parent.id))
	}
	if t.component != "" {
		filters = append(filters, store.Equal(t.collection.Table, "type", t.component))
	}
	return filters, nil
}

// pageOf returns the requested page number, starting at 1, and the page size. If the list has no such page, pageOf returns a 404 rejection
// (quirk 38 in quirks.go). Page 1 always exists, even in an empty list.
func pageOf(query url.Values, habits *habit.Set, count int) (page, size int, err error) {
	if habits.Has("bare-lists") {
		return 1, max(1, count), nil
	}
	asked, err := strconv.ParseInt(query.Get("page_size"), 10, 64) // On 32-bit platforms, Atoi would reject large numbers.
	if err != nil || asked < 1 {
		asked = int64(habits.PageSize) // An invalid page_size is ignored (quirk 1).
	}
	size = int(min(asked, int64(habits.MaxPageSize)))
	if !query.Has(habits.PageParameter) {
		return 1, size, nil
	}
	pages := int64(max(1, (count+size-1)/size))
	number, err := strconv.ParseInt(query.Get(habits.PageParameter), 10, 64)
	if err == nil && number > pages && habits.Has("empty-pages") {
		return int(pages) + 1, size, nil
	}
	if err != nil || number < 1 || number > pages {
		return 0, 0, jsondoc.Reject(http.StatusNotFound, "Invalid page.")
	}
	return int(number), size, nil
}

// pageLink returns the URL of a page as a JSON string, or null if the page does not exist. The URL keeps the query's other parameters.
func pageLink(r *request, query url.Values, page int, exists bool) ([]byte, error) {
	if !exists {
		return []byte("null"), nil
	}
	query.Set(r.habits.PageParameter, strconv.Itoa(page))
	link := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: query.Encode()}
	if r.TLS != nil {
		link.Scheme = "https"
	}
	return jsondoc.Encode(link.String())
}
