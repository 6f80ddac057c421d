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
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

const defaultPageSize = "100"

var errNoCount = errors.New("the count of the list is not an integer")

// These constants limit the lists that the client reads. Anything larger is either not from an engine or too large for Terraform.
const (
	// MaxListed is the maximum number of objects in a list.
	MaxListed = 100_000
	// maxListBytes is the maximum total size of a list's pages.
	maxListBytes = 256 << 20
	// maxPages is the page limit for lists whose replies contain a total count, and maxUncountedPages is the limit for all other lists.
	maxPages, maxUncountedPages = 10_000, 2_000
	// A list is considered endless after maxRepeatedPages consecutive pages without a new object. A single repeated page is normal, because
	// objects move to later pages when other clients create objects.
	maxRepeatedPages = 3
	// If the engine's count implies n pages, the page limit is 2n + morePages. This limit is generous, because some engines count only the
	// objects on one page.
	morePages = 100
)

// List yields the objects that match query, in the engine's order (interface document, section 1 of "Wire shapes"). It fetches each page
// only when the caller's loop reaches it. An error ends the iteration.
//
// If other clients create or delete objects in the meantime, objects may move between pages. List never yields an object twice, but it may
// miss one. If the list never ends, for example because its pages repeat, List yields an error.
func (c *Client) List(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return c.list(query, func(query url.Values) (*page, error) { return c.fetchPage(ctx, col, query) })
}

// ListBy is like List, but yields the objects in the list at the given URL path, and calls the send function to fetch each page.
func (c *Client) ListBy(path string, send func(e Exchange) (Response, error)) iter.Seq2[Document, error] {
	return c.list(nil, func(query url.Values) (*page, error) {
		response, err := send(Exchange{Method: http.MethodGet, Path: path, Query: query})
		if err != nil {
			return nil, err
		}
		reply := &reply{
			method: http.MethodGet, url: c.locate(path, query), redact: c.redact,
			status: response.Status, header: response.Header, body: response.Body,
		}
		if err := c.checkStatus(reply); err != nil {
			return nil, err
		}
		return c.readPage(reply)
	})
}

func (c *Client) list(query url.Values, fetch func(query url.Values) (*page, error)) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		seen := progress{ids: map[string]bool{}}
		for query := withPaging(query); query != nil; {
			page, err := fetch(query)
			if seen.received > 0 && IsNotFound(err) {
				return // Objects were deleted in the meantime, so this page no longer exists.
			}
			if err != nil {
				yield(nil, err)
				return
			}
			objects, ids := seen.objects, len(seen.ids)
			for i, element := range page.elements {
				var doc Document
				if err := document.DecodeInto(element, &doc); err != nil || doc == nil {
					yield(nil, c.newError(page.reply, fmt.Sprintf("element %d of the list is not an object", i)))
					return
				}
				if seen.isNew(doc) && !yield(doc, nil) {
					return
				}
			}
			if page.isArray && len(seen.ids) == ids {
				return // The engine ignores the page number and always returns all objects.
			}
			problem := seen.add(page, seen.objects-objects)
			query = page.nextQuery(query, seen.received)
			if problem == "" && query != nil && seen.objects >= MaxListed {
				problem = fmt.Sprintf("the list has no end: there are more objects after the first %d", seen.objects)
			}
			if problem != "" {
				yield(nil, c.newError(page.reply, problem))
				return
			}
		}
	}
}

// progress tracks what a list has returned so far, to detect endless lists.
type progress struct {
	ids             map[string]bool // the ids of the received objects
	objects         int             // the number of distinct objects
	pages, received int             // received includes repeated objects
	bytes           int
	repeated        int // the number of consecutive pages without a new object
	count, size     int // the maximum count in a reply, and the maximum number of elements on a page
}

// isNew records doc and reports whether it is the first element with its id. A document without an id always counts as new.
func (seen *progress) isNew(doc Document) bool {
	if id, ok := doc["id"].(string); ok {
		if seen.ids[id] {
			return false
		}
		seen.ids[id] = true
	}
	seen.objects++
	return true
}

// add records a page with the given number of new objects. If the list is endless or too large, it returns a message. Otherwise, it returns
// "".
func (seen *progress) add(p *page, objects int) (problem string) {
	seen.pages++
	seen.received += len(p.elements)
	seen.bytes += len(p.reply.body)
	seen.count, seen.size = max(seen.count, p.count), max(seen.size, len(p.elements))
	if seen.repeated++; objects > 0 {
		seen.repeated = 0
	}
	switch {
	case seen.repeated >= maxRepeatedPages:
		return fmt.Sprintf("the list has no end: %d pages in a row repeat objects of earlier pages", seen.repeated)
	case seen.pages >= seen.pageLimit():
		return fmt.Sprintf("the list has no end: %d pages contained %d objects", seen.pages, seen.objects)
	case seen.bytes > maxListBytes:
		return fmt.Sprintf("the list is larger than %d MiB; ask for a part of it", maxListBytes>>20)
	}
	return ""
}

// pageLimit returns the maximum number of pages to read. It depends on the number of objects that the engine reports (see morePages).
func (seen *progress) pageLimit() int {
	if seen.count <= 0 || seen.size == 0 {
		return maxUncountedPages
	}
	return min(maxPages, 2*(seen.count/seen.size)+morePages)
}

func withPaging(query url.Values) url.Values {
	full := url.Values{"page": {"1"}, "page_size": {defaultPageSize}}
	maps.Copy(full, query)
	return full
}

// Page is one page of a list.
type Page struct {
	Elements []json.RawMessage // not decoded, because a bulk read may need only a few of them
	// Pages is the number of pages in the whole list, or 0 if unknown. It is valid only on the first page.
	Pages int
}

// Page fetches one page of a list. Page numbers start at 1.
func (c *Client) Page(ctx context.Context, col Collection, number int) (Page, error) {
	p, err := c.fetchPage(ctx, col, withPaging(url.Values{"page": {strconv.Itoa(number)}}))
	if err != nil {
		return Page{}, err
	}
	return Page{Elements: p.elements, Pages: p.pages()}, nil
}

// Count returns the engine's count of the objects that match query. It returns known = false if the replies contain no count.
func (c *Client) Count(ctx context.Context, col Collection, query url.Values) (count int, known bool, err error) {
	one := withPaging(query)
	one.Set("page_size", "1")
	p, err := c.fetchPage(ctx, col, one)
	if err != nil {
		return 0, false, err
	}
	return p.count, p.hasCount, nil
}

type page struct {
	elements []json.RawMessage
	count    int // the number of objects on all pages; 0 if the reply has no count
	hasCount bool
	next     any  // the URL of the next page, nil on the last page, or false if the reply has no usable "next"
	isArray  bool // the reply is an array, not an object with "results"
	reply    *reply
}

func (c *Client) fetchPage(ctx context.Context, col Collection, query url.Values) (*page, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opList, col: col}, query: query})
	if err != nil {
		return nil, err
	}
	return c.readPage(reply)
}

// readPage parses a reply as a page of a list, which is either a JSON array or an object with a "results" array.
func (c *Client) readPage(reply *reply) (_ *page, err error) {
	if err := c.checkJSON(reply); err != nil {
		return nil, err
	}
	p := page{isArray: true, reply: reply}
	array := json.RawMessage(reply.body)
	var members map[string]json.RawMessage
	if json.Unmarshal(reply.body, &members) == nil && members != nil {
		p.isArray, p.next, array = false, false, members["results"]
		if p.count, p.hasCount, err = readCount(members["count"]); err != nil {
			return nil, c.newError(reply, err.Error())
		}
		if next, has := members["next"]; has && document.DecodeInto(next, &p.next) != nil {
			p.next = false
		}
	}
	elements := json.NewDecoder(bytes.NewReader(array))
	if start, err := elements.Token(); err != nil || start != json.Delim('[') {
		return nil, c.newError(reply, "the response is not a list: neither an array nor an object with an array of results")
	}
	for elements.More() {
		if len(p.elements) == MaxListed {
			return nil, c.newError(reply, fmt.Sprintf("a page of the list has more than %d objects; ask for a part of it", MaxListed))
		}
		var element json.RawMessage
		if err := elements.Decode(&element); err != nil {
			return nil, c.newError(reply, err.Error())
		}
		p.elements = append(p.elements, element)
	}
	return &p, nil
}

func readCount(encoded []byte) (count int, hasCount bool, err error) {
	decoded, _ := document.Decode(encoded)
	number, ok := decoded.(json.Number)
	if !ok {
		return 0, false, nil
	}
	whole, err := number.Int64()
	if err != nil {
		return 0, false, errNoCount
	}
	return int(max(0, min(whole, math.MaxInt32/4))), true, nil // Twice the count plus morePages must fit into a 32-bit int.
}

// nextQuery returns the query for the next page, or nil after the last page. The caller passes the number of objects on all pages so far.
//
// The query comes from the "next" URL in the reply. However, a proxy may have changed the host or path of this URL. In this case, nextQuery
// uses the query only if it contains no page number but something else, such as a cursor. Otherwise, nextQuery increments the page number
// of the current query.
//
// A reply that is an array contains no "next" URL. If the array has page_size elements, there may be one more page, so nextQuery increments
// the page number.
func (p *page) nextQuery(query url.Values, received int) url.Values {
	if size, err := strconv.Atoi(query.Get("page_size")); p.isArray && err == nil && len(p.elements) == size {
		return nextNumber(query)
	}
	switch next := p.next.(type) {
	case string:
		if len(p.elements) == 0 {
			return nil
		}
		target, err := p.reply.url.Parse(next)
		if err != nil {
			return nextNumber(query)
		}
		following := target.Query()
		isHere := sameHost(p.reply.url, target) && (target.Path == p.reply.url.Path || differsInSlash(p.reply.url, target))
		if isHere || len(following) > 0 && !following.Has("page") {
			return following
		}
		return nextNumber(query)
	case bool:
		if len(p.elements) > 0 && received < p.count {
			return nextNumber(query)
		}
	}
	return nil
}

func nextNumber(query url.Values) url.Values {
	number, err := strconv.Atoi(query.Get("page"))
	if err != nil {
		number = 1 // Some engines omit the number of the first page in URLs.
	}
	following := maps.Clone(query)
	following.Set("page", strconv.Itoa(number+1))
	return following
}

// pages calculates the number of pages in the whole list from its first page p. It returns 0 if the number is unknown.
func (p *page) pages() int {
	counted := 0
	if size := len(p.elements); size > 0 {
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
