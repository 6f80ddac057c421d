// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
)

// defaultPageSize is asked for unless the query says otherwise.
const defaultPageSize = "100"

// List goes through the objects of a collection that match query (wire shapes section 1), in the engine's order. Pages
// are fetched as the loop gets to them, and no more once it ends. An error is the last thing it yields.
//
// Objects that are created or deleted meanwhile move others from page to page: none is yielded twice, but one may be
// missed. Neither a short page nor a changing count ends the list.
func (c *Client) List(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		if err := c.eachPage(ctx, col, query, unseen(yield)); err != nil {
			yield(nil, err)
		}
	}
}

// unseen passes on each object once. It reports whether the loop goes on.
func unseen(yield func(Document, error) bool) func(Document) bool {
	seen := map[string]bool{}
	return func(doc Document) bool {
		if id, ok := doc["id"].(string); ok {
			if seen[id] {
				return true
			}
			seen[id] = true
		}
		return yield(doc, nil)
	}
}

// eachPage fetches page after page and visits their objects, until there is no more or a visit returns false.
func (c *Client) eachPage(ctx context.Context, col Collection, query url.Values, visit func(Document) bool) error {
	query = firstPage(query)
	pointedTo := map[string]bool{}
	received := 0
	for query != nil {
		page, err := c.fetchPage(ctx, col, query)
		if received > 0 && IsNotFound(err) {
			return nil // The objects of this page were deleted since the page before was fetched.
		}
		if err != nil {
			return err
		}
		for _, doc := range page.objects {
			if !visit(doc) {
				return nil
			}
		}
		if next, ok := page.next.(string); ok {
			if pointedTo[next] {
				return fmt.Errorf("list %s: the engine's pages go in a circle: two have the next page %q",
					col, c.redact.line(next, maxSnippet))
			}
			pointedTo[next] = true
		}
		received += len(page.objects)
		query = page.following(query, received)
	}
	return nil
}

// firstPage completes the query of a list.
func firstPage(query url.Values) url.Values {
	full := url.Values{"page": {"1"}, "page_size": {defaultPageSize}}
	maps.Copy(full, query)
	return full
}

// page is one reply to a list.
type page struct {
	objects []Document
	count   int // of all pages, or 0
	next    any // null, a URL, or false if the reply does not tell
	url     *url.URL
}

func (c *Client) fetchPage(ctx context.Context, col Collection, query url.Values) (*page, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opList, col: col}, query: query})
	if err != nil {
		return nil, err
	}
	value, err := c.value(reply)
	if err != nil {
		return nil, err
	}
	page, err := readPage(value)
	if err != nil {
		return nil, c.unusable(reply, err.Error())
	}
	page.url = reply.url
	return page, nil
}

// readPage understands both forms of a list: a page object, and a bare array that is all there is.
func readPage(value any) (*page, error) {
	var p page
	elements, isArray := value.([]any)
	if object, ok := value.(Document); ok {
		elements, isArray = object["results"].([]any)
		if number, ok := object["count"].(json.Number); ok {
			count, err := number.Int64()
			if err != nil {
				return nil, fmt.Errorf("the count of the list is not a whole number: %s", number)
			}
			p.count = int(count)
		}
		p.next = false
		if next, ok := object["next"]; ok {
			p.next = next
		}
	}
	if !isArray {
		return nil, errors.New("the answer is not a list: neither an array nor an object with an array of results")
	}
	for i, element := range elements {
		doc, ok := element.(Document)
		if !ok {
			return nil, fmt.Errorf("element %d of the list is not an object", i)
		}
		p.objects = append(p.objects, doc)
	}
	return &p, nil
}

// following is the query of the next page, or nil. Of the engine's address for it only the query is used, and only if
// the rest is the address that was asked: behind a proxy it is often another one.
func (p *page) following(query url.Values, received int) url.Values {
	switch next := p.next.(type) {
	case string:
		if len(p.objects) == 0 {
			return nil
		}
		target, err := p.url.Parse(next)
		if err == nil && sameHost(p.url, target) && (target.Path == p.url.Path || sameButSlash(p.url, target)) {
			return target.Query()
		}
		return numbered(query)
	case bool:
		if len(p.objects) > 0 && received < p.count {
			return numbered(query)
		}
	}
	return nil
}

// numbered is the query with the number of the page raised by one.
func numbered(query url.Values) url.Values {
	number, err := strconv.Atoi(query.Get("page"))
	if err != nil {
		number = 1 // The first page has no number in the addresses of some engines.
	}
	following := maps.Clone(query)
	following.Set("page", strconv.Itoa(number+1))
	return following
}
