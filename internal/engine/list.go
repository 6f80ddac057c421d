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
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// defaultPageSize is asked for unless the query says otherwise.
const defaultPageSize = "100"

var (
	errNoList  = errors.New("the answer is not a list: neither an array nor an object with an array of results")
	errNoCount = errors.New("the count of the list is not a whole number")
)

// What is read of one list at most. A longer one is not the engine's, or nothing that Terraform could hold.
const (
	// MostListed bounds the objects.
	MostListed = 100_000
	// mostListedBytes bounds the pages together.
	mostListedBytes = 256 << 20
	// mostPages bounds their number, mostUncounted where the engine does not count its objects.
	mostPages, mostUncounted = 10_000, 2_000
	// mostRepeated is how many pages in a row may have nothing but objects that were seen before: they may have moved.
	mostRepeated = 3
	// moreObjects and morePages may come beyond twice what the engine counts, which may be of the page alone.
	moreObjects, morePages = 10_000, 100
	// mostNext bounds the address of a next page, in bytes.
	mostNext = 8 << 10
)

// List goes through the objects of a collection that match query (wire shapes section 1), in the engine's order. Pages
// are fetched as the loop gets to them, and no more once it ends. An error is the last thing it yields.
//
// Objects that are created or deleted meanwhile move others from page to page: none is yielded twice, but one may be
// missed. Neither a short page nor a changing count ends the list; one that does not end, or repeats itself, is an error.
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
	seen    map[string]bool
	objects int // that were passed on
	yield   func(Document, error) bool
}

// visit reports whether the loop goes on.
func (u *unseen) visit(doc Document) bool {
	if id, ok := doc["id"].(string); ok {
		if u.seen[id] {
			return true
		}
		u.seen[id] = true
	}
	u.objects++
	return u.yield(doc, nil)
}

// eachPage fetches page after page and visits their objects, until there is no more or a visit returns false.
func (c *Client) eachPage(ctx context.Context, col Collection, query url.Values, once *unseen) error {
	query = firstPage(query)
	so := extent{pointedTo: map[string]bool{}}
	for query != nil {
		page, err := c.fetchPage(ctx, col, query)
		if so.received > 0 && IsNotFound(err) {
			return nil // The objects of this page were deleted since the page before was fetched.
		}
		if err != nil {
			return err
		}
		objects, ids := once.objects, len(once.seen)
		for i, element := range page.elements {
			var doc Document
			if err := document.DecodeInto(element, &doc); err != nil || doc == nil {
				return c.unusable(page.reply, fmt.Sprintf("element %d of the list is not an object", i))
			}
			if !once.visit(doc) {
				return nil
			}
		}
		if page.bare && len(once.seen) == ids {
			return nil // The engine answers all objects, whatever page is asked for.
		}
		if wrong := so.add(page, once.objects-objects); wrong != "" {
			return c.unusable(page.reply, wrong)
		}
		query = page.following(query, so.received)
		if query != nil && so.objects >= so.mostObjects() {
			return c.unusable(page.reply, fmt.Sprintf("the list has no end: %d objects came and more are to come", so.objects))
		}
	}
	return nil
}

// extent is how much of a list came.
type extent struct {
	pages, received, objects, bytes int // received are the objects with those that came again
	repeated                        int // pages in a row that had nothing new
	count, size                     int // the greatest that a page told or had
	pointedTo                       map[string]bool
}

// add counts a page and says what is wrong with the list, if something is.
func (so *extent) add(p *page, objects int) (wrong string) {
	so.pages++
	so.received += len(p.elements)
	so.objects += objects
	so.bytes += len(p.reply.body)
	so.count, so.size = max(so.count, p.count), max(so.size, len(p.elements))
	if so.repeated++; objects > 0 {
		so.repeated = 0
	}
	next, _ := p.next.(string)
	switch {
	case so.pointedTo[next]:
		return fmt.Sprintf("the engine's pages go in a circle: two have the next page %q", p.reply.redact.Line(next, redact.MaxSnippet))
	case so.repeated >= mostRepeated:
		return fmt.Sprintf("the list has no end: %d pages in a row repeat objects of those before", so.repeated)
	case so.pages >= so.mostPages():
		return fmt.Sprintf("the list has no end: %d pages came with %d objects", so.pages, so.objects)
	case so.bytes > mostListedBytes:
		return fmt.Sprintf("the list is larger than %d MiB; ask for a part of it", mostListedBytes>>20)
	case len(next) > mostNext:
		return fmt.Sprintf("the address of the next page has %d bytes", len(next))
	case next != "":
		so.pointedTo[next] = true
	}
	return ""
}

// mostObjects and mostPages are what is believed of a list, by what the engine counts.
func (so *extent) mostObjects() int {
	if so.count <= 0 {
		return MostListed
	}
	return min(MostListed, 2*min(so.count, MostListed)+moreObjects)
}

func (so *extent) mostPages() int {
	if so.count <= 0 || so.size == 0 {
		return mostUncounted
	}
	return min(mostPages, 2*(so.count/so.size)+morePages)
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

// Count is how many objects of a collection match a query, as the engine says; it is not known of an engine whose lists do not
// tell.
func (c *Client) Count(ctx context.Context, col Collection, query url.Values) (count int, known bool, err error) {
	one := url.Values{}
	maps.Copy(one, query)
	one.Set("page_size", "1")
	p, err := c.fetchPage(ctx, col, firstPage(one))
	if err != nil {
		return 0, false, err
	}
	return p.count, p.counted, nil
}

// page is one reply to a list.
type page struct {
	elements []json.RawMessage // parts of the reply's body, decoded one by one
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

// readPage understands both forms of a list, a page object and a bare array, in a body that is valid JSON.
func readPage(body []byte) (*page, error) {
	p := page{bare: true}
	array := json.RawMessage(body)
	if members, isObject := document.Members(body); isObject {
		p.bare, p.next, array = false, false, nil
		for name, value := range members {
			switch name {
			case "count":
				var err error
				if p.count, p.counted, err = readCount(value); err != nil {
					return nil, err
				}
			case "next":
				if document.DecodeInto(value, &p.next) != nil {
					p.next = false
				}
			case "results":
				array = value
			}
		}
	}
	elements, ok := document.Elements(array)
	if !ok {
		return nil, errNoList
	}
	for element := range elements {
		if len(p.elements) == MostListed {
			return nil, fmt.Errorf("a page of the list has more than %d objects; ask for a part of it", MostListed)
		}
		p.elements = append(p.elements, element)
	}
	return &p, nil
}

// readCount reads the number of objects; what is no number does not tell it.
func readCount(text []byte) (count int, counted bool, err error) {
	decoded, _ := document.Decode(text)
	number, ok := decoded.(json.Number)
	if !ok {
		return 0, false, nil
	}
	whole, err := number.Int64()
	if err != nil {
		return 0, false, errNoCount
	}
	return int(max(0, min(whole, math.MaxInt32/2))), true, nil
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
