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

// These constants limit the lists that the client reads. A longer list does not come from an engine, or is too large for Terraform anyway.
const (
	// MostListed is the maximum number of objects in one list.
	MostListed = 100_000
	// mostListedBytes is the maximum size of all pages of a list together.
	mostListedBytes = 256 << 20
	// mostPages limits a list whose replies contain a count of all objects. mostUncounted limits all other lists.
	mostPages, mostUncounted = 10_000, 2_000
	// mostRepeated is how many pages in a row without a new object make a list endless. One such page is normal, because objects move to
	// later pages when somebody creates others.
	mostRepeated = 3
	// A list may have twice as many pages as its count requires, plus morePages. Some engines count only one page.
	morePages = 100
)

// List yields the objects that match query, in the engine's order (wire shapes section 1). It fetches a page only when the caller's loop
// needs it. An error ends the loop.
//
// If somebody creates or deletes objects during the loop, other objects move from page to page. List yields no object twice, but may miss
// one. A list that never ends, or whose pages repeat, is an error.
func (c *Client) List(ctx context.Context, col Collection, query url.Values) iter.Seq2[Document, error] {
	return c.list(query, func(query url.Values) (*page, error) { return c.fetchPage(ctx, col, query) })
}

// ListBy yields the objects of the list at a path, like List. send sends the requests for its pages.
func (c *Client) ListBy(path string, send func(e Exchange) (Answer, error)) iter.Seq2[Document, error] {
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
		so := progress{ids: map[string]bool{}}
		for query := withPaging(query); query != nil; {
			page, err := fetch(query)
			if so.received > 0 && IsNotFound(err) {
				return // The objects of this page were deleted after the page before was fetched.
			}
			if err != nil {
				yield(nil, err)
				return
			}
			objects, ids := so.objects, len(so.ids)
			for i, element := range page.elements {
				var doc Document
				if err := document.DecodeInto(element, &doc); err != nil || doc == nil {
					yield(nil, c.newError(page.reply, fmt.Sprintf("element %d of the list is not an object", i)))
					return
				}
				if so.isNew(doc) && !yield(doc, nil) {
					return
				}
			}
			if page.isArray && len(so.ids) == ids {
				return // The engine returns all objects, whatever page it is asked for.
			}
			problem := so.add(page, so.objects-objects)
			query = page.following(query, so.received)
			if problem == "" && query != nil && so.objects >= MostListed {
				problem = fmt.Sprintf("the list has no end: %d objects came and more are to come", so.objects)
			}
			if problem != "" {
				yield(nil, c.newError(page.reply, problem))
				return
			}
		}
	}
}

// progress counts what a list has returned so far, to detect a list that never ends.
type progress struct {
	ids             map[string]bool // of the received objects
	objects         int             // the different objects
	pages, received int             // received counts repeated objects too
	bytes           int
	repeated        int // the last pages in a row without a new object
	count, size     int // the maximum count in a page, and the size of the largest page
}

// isNew remembers doc and reports whether the pages of a list contain doc for the first time. An object without an id is always new.
func (so *progress) isNew(doc Document) bool {
	if id, ok := doc["id"].(string); ok {
		if so.ids[id] {
			return false
		}
		so.ids[id] = true
	}
	so.objects++
	return true
}

// add counts a page with this many new objects. It returns a message if the list never ends or is too large, and otherwise "".
func (so *progress) add(p *page, objects int) (problem string) {
	so.pages++
	so.received += len(p.elements)
	so.bytes += len(p.reply.body)
	so.count, so.size = max(so.count, p.count), max(so.size, len(p.elements))
	if so.repeated++; objects > 0 {
		so.repeated = 0
	}
	switch {
	case so.repeated >= mostRepeated:
		return fmt.Sprintf("the list has no end: %d pages in a row repeat objects of earlier pages", so.repeated)
	case so.pages >= so.mostPages():
		return fmt.Sprintf("the list has no end: %d pages came with %d objects", so.pages, so.objects)
	case so.bytes > mostListedBytes:
		return fmt.Sprintf("the list is larger than %d MiB; ask for a part of it", mostListedBytes>>20)
	}
	return ""
}

// mostPages returns how many pages a list may have: about twice as many as the engine's count of objects needs.
func (so *progress) mostPages() int {
	if so.count <= 0 || so.size == 0 {
		return mostUncounted
	}
	return min(mostPages, 2*(so.count/so.size)+morePages)
}

func withPaging(query url.Values) url.Values {
	full := url.Values{"page": {"1"}, "page_size": {defaultPageSize}}
	maps.Copy(full, query)
	return full
}

// Page is the content of one page of a list.
type Page struct {
	Elements []json.RawMessage // not decoded, because a bulk read needs few of them
	// Pages is the number of pages of the whole list. It is 0 if the first page does not show the number.
	Pages int
}

// Page fetches one page of a list. The first page has the number 1.
func (c *Client) Page(ctx context.Context, col Collection, number int) (Page, error) {
	p, err := c.fetchPage(ctx, col, withPaging(url.Values{"page": {strconv.Itoa(number)}}))
	if err != nil {
		return Page{}, err
	}
	return Page{Elements: p.elements, Pages: p.pages()}, nil
}

// Count returns how many objects match a query, as counted by the engine. known is false if the engine's lists contain no count.
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
	count    int // the objects on all pages; 0 if the reply has no count
	hasCount bool
	next     any  // null, a URL, or false if the reply has none of these
	isArray  bool // the reply is an array and not an object with results
	reply    *reply
}

// fetchPage fetches one page of a list. Engines send a page as a JSON array, or as a JSON object with the array "results".
func (c *Client) fetchPage(ctx context.Context, col Collection, query url.Values) (*page, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opList, col: col}, query: query})
	if err != nil {
		return nil, err
	}
	return c.readPage(reply)
}

// readPage reads the page of a list in a reply.
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
		if len(p.elements) == MostListed {
			return nil, c.newError(reply, fmt.Sprintf("a page of the list has more than %d objects; ask for a part of it", MostListed))
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
	return int(max(0, min(whole, math.MaxInt32/4))), true, nil // Twice the count plus morePages must fit into an int of 32 bits.
}

// following returns the query for the next page, or nil after the last page. received is the number of objects on all pages so far.
//
// The query comes from the "next" URL. If a proxy may have changed that URL (its host or path differs from the request's), following adds
// 1 to the page number instead. After an array of page_size elements, following asks for one more page.
func (p *page) following(query url.Values, received int) url.Values {
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
		number = 1 // In the URLs of some engines, the first page has no number.
	}
	following := maps.Clone(query)
	following.Set("page", strconv.Itoa(number+1))
	return following
}

// pages returns the number of pages of the whole list, computed from its first page p. 0 means unknown.
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
