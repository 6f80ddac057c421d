// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestBulkReadsBound checks that n reads send at most 2*min(n, p) requests, where p is the number of pages in the list.
func TestBulkReadsBound(t *testing.T) {
	for _, size := range []int{10, 100, 101, 1_000, 10_000, 100_000} {
		for _, n := range []int{1, 2, 5, 100, 1_000} {
			if n > size {
				continue
			}
			t.Run(fmt.Sprintf("%d of %d", n, size), func(t *testing.T) {
				for _, from := range []int{0, size - n} {
					e := &fakeEngine{size: size}
					readRange(t, e.reader(t, engine.Config{}), from, from+n)
					singles, pages := e.requests()
					best := min(n, (size+99)/100)
					if singles+pages > 2*best {
						t.Errorf("%d single reads and %d pages are more than twice %d", singles, pages, best)
					}
					if pages > n {
						t.Errorf("%d pages were fetched for %d objects", pages, n)
					}
				}
			})
		}
	}
}

// TestBulkReads checks how many requests reads of many alerts need. In the notation of the function follow, "0..50: 50+1" reads 50 alerts
// and expects 50 individual reads and one page request.
func TestBulkReads(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", 1<<20)
	for name, test := range map[string]struct {
		engine *fakeEngine
		steps  []string
	}{
		"a plan":                    {&fakeEngine{size: 1000}, []string{"0..1000: 10+10", "0..1000: 0+0"}},
		"lists are turned off":      {&fakeEngine{isOff: true}, []string{"0..50: 50+0"}},
		"an array":                  {&fakeEngine{isArray: true}, []string{"0..50: 1+1"}},
		"small pages":               {&fakeEngine{pageSize: 20}, []string{"0..50: 3+3"}},
		"no URLs of pages":          {&fakeEngine{pageSize: 20, next: func(int) string { return "" }}, []string{"0..50: 3+3"}},
		"a relative URL":            {&fakeEngine{pageSize: 20, next: func(int) string { return `"?page=2"` }}, []string{"0..50: 3+3"}},
		"pages without numbers":     {&fakeEngine{pageSize: 20, next: func(int) string { return `"?cursor=x"` }}, []string{"0..50: 50+1"}},
		"a different order of keys": {&fakeEngine{element: reordered}, []string{"0..50: 1+1"}},
		"an object without id":      {&fakeEngine{element: func(string) string { return `{"name":"a"}` }}, []string{"0..50: 50+1"}},
		"a number as element":       {&fakeEngine{element: func(string) string { return `7` }}, []string{"0..50: 50+1"}},
		"lists lack an object":      {&fakeEngine{element: withoutIDs(30, 31)}, []string{"0..50: 2+1"}},
		"lists lack the first":      {&fakeEngine{element: withoutIDs(0, 2)}, []string{"0..50: 3+1"}},
		"lists lack all objects":    {&fakeEngine{element: withoutIDs(0, 50)}, []string{"0..50: 50+1"}},
		// A failed list request is not repeated. But after a 404 or 405, the client also tries the path with or without a trailing slash.
		"a bad request":     {&fakeEngine{status: reject("pages", 400)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"no credentials":    {&fakeEngine{status: reject("pages", 401)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"no rights":         {&fakeEngine{status: reject("pages", 403)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"a fault":           {&fakeEngine{status: reject("pages", 500)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"an unknown path":   {&fakeEngine{status: reject("pages", 404)}, []string{"0..50: 50+2", "0..50: 50+0"}},
		"an unknown method": {&fakeEngine{status: reject("pages", 405)}, []string{"0..50: 50+2", "0..50: 50+0"}},
		// Another client has deleted objects, so the last page gets a 404. The reader must still use the list.
		"the list shrinks": {&fakeEngine{size: 300, status: reject("page=3", 404)}, []string{"150 to 300: 103+3"}},
		// If a list is too large, in bytes or in number of objects, the reader fetches only its first page.
		"too many bytes": {&fakeEngine{size: 600, pageSize: 2, element: func(id string) string {
			return strings.TrimSuffix(object(id), "}") + `,"filler":"` + large + `"}`
		}}, []string{"0..400: 400+1"}},
		"the most objects": {&fakeEngine{size: engine.MaxListed}, []string{"0 to 100: 1+1"}},
		"too many objects": {&fakeEngine{size: 2 * engine.MaxListed}, []string{"0..2010: 2010+1"}},
		// A list must not be used if one of its objects differs from an individual read. If the keys differ, the list is fetched only once.
		// If only values differ, another client may have changed the object between the two requests. The list is therefore fetched again,
		// up to maxStale times in total.
		"fewer fields":                {&fakeEngine{element: withFewerFields}, []string{"0 to 50: 50+1", "write", "0..50: 50+0"}},
		"fewer, many pages":           {&fakeEngine{size: 250, element: withFewerFields}, []string{"200 to 250: 50+3", "write", "0..50: 50+0"}},
		"more fields":                 {&fakeEngine{element: replaced("}", `,"url":"x"}`)}, []string{"0 to 50: 50+1", "write", "0..50: 50+0"}},
		"other values":                {&fakeEngine{element: replaced("1.50", "1.5")}, []string{"0 to 50: 50+2", "write", "0..50: 50+0"}},
		"a different id key":          {&fakeEngine{element: replaced(`"id"`, `"ID"`)}, []string{"0 to 50: 50+1", "write", "0..50: 50+0"}},
		"absent objects":              {&fakeEngine{}, []string{"0..50: 1+1", "fails 50 404: 1+0", "fails 51 404: 1+0"}},
		"a single read finds nothing": {&fakeEngine{status: reject("/0", 404)}, []string{"fails 0 404: 2+0", "1 to 50: 49+1"}},
		"a single read is rejected":   {&fakeEngine{status: reject("/0", 403)}, []string{"fails 0 403: 1+0", "1 to 50: 1+1"}},
		// One element has the key "ID" instead of "id". The reader does not use such an element and reads the object individually. Another
		// element has an id that can't be part of a path, so reading its object always fails.
		"odd ids": {&fakeEngine{element: odd}, []string{
			"fails m\x1b control: 0+0", "0 to 3: 1+1", "fails m\x1b control: 0+0", "30 to 31: 1+0", "30 to 31: 1+0", "lists 50, 0 errors: 3+1",
		}},
		"documents of a rejected list": {&fakeEngine{status: reject("pages", 403)}, []string{"lists 0, 1 errors: 0+1"}},
		// The following cases use lists that are out of date or that the engine returns slowly.
		"an old list":     {&fakeEngine{}, []string{"0..20: 1+1", "sleep 29999ms", "0..50: 0+0", "sleep 1ms", "0..50: 1+1"}},
		"a slow list":     {&fakeEngine{before: slow("", 9*time.Second)}, []string{"0..50: 1+1", "took 9s"}},
		"a list too slow": {&fakeEngine{size: 300, before: slow("1", 11*time.Second)}, []string{"0..300: 300+1", "took 10s", "0..300: 300+0"}},
		"a page too slow": {&fakeEngine{size: 300, before: slow("3", 11*time.Second)}, []string{"0..300: 201+3", "took 10s", "0..300: 300+0"}},
		"a write":         {&fakeEngine{}, []string{"0..50: 1+1", "write", "0..50: 1+1"}},
		// Reads come so slowly that the first page of the list is too old when the number of reads is high enough to fetch the other pages.
		"reads come slowly": {&fakeEngine{size: 300}, []string{
			"200 to 202: 2+1", "sleep 15s", "202 to 204: 2+1", "sleep 15s", "204 to 206: 2+1", "206 to 208: 1+2",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				test.engine.size = cmp.Or(test.engine.size, 50)
				follow(t, test.engine, test.engine.reader(t, engine.Config{}), test.steps...)
			})
		})
	}
}

func withFewerFields(id string) string { return fmt.Sprintf(`{"id":%q,"name":"object %s"}`, id, id) }

// replaced returns a function for fakeEngine.element. In the JSON of each object, this function replaces the first occurrence of old.
func replaced(old, replacement string) func(id string) string {
	return func(id string) string { return strings.Replace(object(id), old, replacement, 1) }
}

func reordered(id string) string {
	return fmt.Sprintf(`{ "rate_value": 1.50, "name": "object %s", "id": %q }`, id, id)
}

func odd(id string) string {
	switch id {
	case "30":
		return `{"ID":"30","name":"other","rate_value":1.50}`
	case "31":
		return strings.ReplaceAll(object("ID"), "ID", `m\u001b`)
	}
	return object(id)
}

// withoutIDs returns a function for fakeEngine.element. The lists of the engine then omit the objects whose ids are in [first, end).
func withoutIDs(first, end int) func(id string) string {
	return func(id string) string {
		if number, err := strconv.Atoi(id); err != nil || number >= first && number < end {
			return ""
		}
		return object(id)
	}
}

func byName(_ engine.Collection, a, b engine.Document) bool { return a["name"] == b["name"] }

// TestBulkReadsOfFieldsThatMove reads objects in which the engine changes two values with every read. fakeEngine.same compares only the
// names of objects. The reader must therefore trust the list and must not read each object individually.
func TestBulkReadsOfFieldsThatMove(t *testing.T) {
	var reads atomic.Int64
	moving := func(id string) string {
		return fmt.Sprintf(`{"id":%q,"name":"object %s","last_ping":%d,"nested":[{"count":%[3]d}]}`, id, id, reads.Add(1))
	}
	for size, want := range map[int][2]int{50: {1, 1}, 250: {3, 3}} {
		e := &fakeEngine{size: size, element: moving, single: moving, same: byName}
		r := e.reader(t, engine.Config{})
		for n := range size {
			id := strconv.Itoa(size - 1 - n)
			if doc, _, err := r.Read(t.Context(), engine.Alerts, id); err != nil || doc["name"] != "object "+id {
				t.Errorf("read %v, error %v", doc, err)
			}
		}
		wantRequests(t, e, want[0], want[1])
	}
}

// TestTotalOfPages checks that a list is rejected if its pages exceed a limit in total, even if the first page is small.
func TestTotalOfPages(t *testing.T) {
	large := []json.RawMessage{make([]byte, maxListBytes/2)}
	for name, pages := range map[string][][]json.RawMessage{
		"objects": {{}, make([]json.RawMessage, engine.MaxListed), {[]byte("{}")}},
		"bytes":   {{}, large, large, {[]byte("{}")}},
	} {
		var all total
		for i, elements := range pages {
			if err := all.add(engine.Page{Elements: elements}); (err != nil) != (i == len(pages)-1) {
				t.Errorf("%s: page %d: %v", name, i, err)
			}
		}
	}
}

const unused = "this list is not used, objects are read singly"

// TestALogOfAnUnusedList checks that the reader logs only once that it can't use a list. The log must not quote the engine's messages,
// which may contain secrets from other calls.
func TestALogOfAnUnusedList(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{0: 0, http.StatusForbidden: 1} {
		lines := 0
		e := &fakeEngine{size: 300, status: reject("pages", status)}
		r := e.reader(t, engine.Config{Log: func(_ context.Context, msg string, fields map[string]any) {
			if msg == unused {
				lines++
			}
			if reason, _ := fields["reason"].(string); strings.Contains(reason, "not this one") {
				t.Errorf("the log quotes the engine: %s", reason)
			}
		}})
		if readInOrder(t, r, 0, 300); lines != want {
			t.Errorf("status %d: there are %d lines, want %d", status, lines, want)
		}
	}
}
