// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/redact"
)

// defaultPageSize is asked for unless the query says otherwise.
const defaultPageSize = "100"

var errNoList = errors.New("the answer is not a list: neither an array nor an object with an array of results")

// List goes through the objects of a collection that match query (wire shapes section 1), in the engine's order. Pages
// are fetched as the loop gets to them, and no more once it ends. An error is the last thing it yields.
//
// Objects that are created or deleted meanwhile move others from page to page: none is yielded twice, but one may be
// missed. Neither a short page nor a changing count ends the list.
func (c *Client) List(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		once := &unseen{seen: map[string]bool{}, yield: yield}
		if err := c.eachPage(ctx, col, query, once); err != nil {
			yield(nil, err)
		}
	}
}

// unseen passes on each object once.
type unseen struct {
	seen  map[string]bool
	yield func(Document, error) bool
}

// visit reports whether the loop goes on.
func (u *unseen) visit(doc Document) bool {
	if id, ok := doc["id"].(string); ok {
		if u.seen[id] {
			return true
		}
		u.seen[id] = true
	}
	return u.yield(doc, nil)
}

// eachPage fetches page after page and visits their objects, until there is no more or a visit returns false.
func (c *Client) eachPage(ctx context.Context, col Collection, query url.Values, once *unseen) error {
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
		before := len(once.seen)
		for i, element := range page.elements {
			var doc Document
			if err := Decode(element, &doc); err != nil || doc == nil {
				return c.unusable(page.reply, fmt.Sprintf("element %d of the list is not an object", i))
			}
			if !once.visit(doc) {
				return nil
			}
		}
		if page.bare && len(once.seen) == before {
			return nil // The engine answers all objects, whatever page is asked for.
		}
		if next, ok := page.next.(string); ok {
			if pointedTo[next] {
				return fmt.Errorf("list %s: the engine's pages go in a circle: two have the next page %q",
					col, c.redact.Line(next, redact.MaxSnippet))
			}
			pointedTo[next] = true
		}
		received += len(page.elements)
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

// Page is one page of a list.
type Page struct {
	Elements []json.RawMessage // not decoded: who reads in bulk needs few of them
	// Pages is how many pages of this size the list has, as its first page tells; 0 if that is not told, or if they have
	// no numbers.
	Pages int
}

// Page fetches one page of a collection by its number, of which the first is 1.
func (c *Client) Page(ctx context.Context, col Collection, number int) (Page, error) {
	p, err := c.fetchPage(ctx, col, firstPage(url.Values{"page": {strconv.Itoa(number)}}))
	if err != nil {
		return Page{}, err
	}
	return Page{Elements: p.elements, Pages: p.pages()}, nil
}

// Count is how many objects the engine says that a collection has; it is not known of an engine whose lists do not tell.
func (c *Client) Count(ctx context.Context, col Collection) (count int, known bool, err error) {
	p, err := c.fetchPage(ctx, col, firstPage(url.Values{"page_size": {"1"}}))
	if err != nil {
		return 0, false, err
	}
	return p.count, p.counted, nil
}

// page is one reply to a list.
type page struct {
	elements []json.RawMessage // decoded one by one
	count    int               // of all pages, or 0
	counted  bool              // the reply tells the count
	next     any               // null, a URL, or false if the reply does not tell
	bare     bool              // the reply is an array
	reply    *reply
}

func (c *Client) fetchPage(ctx context.Context, col Collection, query url.Values) (*page, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opList, col: col}, query: query})
	if err != nil {
		return nil, err
	}
	if err := c.checkJSON(reply); err != nil {
		return nil, err
	}
	page, err := readPage(reply.body)
	if err != nil {
		return nil, c.unusable(reply, err.Error())
	}
	page.reply = reply
	return page, nil
}

// readPage understands both forms of a list: a page object, and a bare array.
func readPage(body []byte) (*page, error) {
	var p page
	array := json.RawMessage(body)
	if p.bare = bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")); !p.bare {
		var object struct{ Count, Next, Results json.RawMessage }
		if err := Decode(body, &object); err != nil {
			return nil, errNoList
		}
		var number json.Number
		if Decode(object.Count, &number) == nil && number != "" {
			count, err := number.Int64()
			if err != nil {
				return nil, fmt.Errorf("the count of the list is not a whole number: %s", number)
			}
			p.count, p.counted = int(count), true
		}
		if Decode(object.Next, &p.next) != nil {
			p.next = false
		}
		array = object.Results
	}
	if err := Decode(array, &p.elements); err != nil || p.elements == nil {
		return nil, errNoList
	}
	return &p, nil
}

// following is the query of the next page, or nil. Of the engine's address for it only the query is used, and only if
// the rest is the address that was asked, or if the pages have no numbers: behind a proxy the rest is often another one.
// An array that is as long as a page may be the first of several.
func (p *page) following(query url.Values, received int) url.Values {
	if size, err := strconv.Atoi(query.Get("page_size")); p.bare && err == nil && len(p.elements) == size {
		return numbered(query)
	}
	switch next := p.next.(type) {
	case string:
		if len(p.elements) == 0 {
			return nil
		}
		target, err := p.reply.url.Parse(next)
		if err != nil {
			return numbered(query)
		}
		following := target.Query()
		isHere := sameHost(p.reply.url, target) && (target.Path == p.reply.url.Path || sameButSlash(p.reply.url, target))
		if isHere || len(following) > 0 && !following.Has("page") {
			return following
		}
		return numbered(query)
	case bool:
		if len(p.elements) > 0 && received < p.count {
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

// pages is the number of pages of this size, from the first of them.
func (p *page) pages() int {
	size := len(p.elements)
	counted := 0
	if size > 0 {
		counted = (p.count + size - 1) / size
	}
	switch next := p.next.(type) {
	case string:
		target, err := url.Parse(next)
		if err != nil || target.Query().Get("page") != "2" || counted < 2 {
			return 0
		}
		return counted
	case bool:
		return max(counted, 1)
	}
	return 1
}
