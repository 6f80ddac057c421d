// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// n reads of objects whose list has p pages take at most 2*min(n, p) requests, both for objects on the first page and for objects on the
// last pages.
func TestBulkReadsBound(t *testing.T) {
	for _, size := range []int{10, 100, 101, 1_000, 10_000, 100_000} {
		for _, n := range []int{1, 2, 5, 100, 1_000} {
			if n > size {
				continue
			}
			t.Run(fmt.Sprintf("%d of %d", n, size), func(t *testing.T) {
				for _, from := range []int{0, size - n} {
					e := &fakeEngine{size: size}
					readRange(t, e.reader(t, engine.Config{}), engine.Alerts, from, from+n)
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

// Each case has another engine, often with another form of list, and the requests that reads of alerts take, see follow.
func TestBulkReads(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", 1<<20)
	for name, test := range map[string]struct {
		engine *fakeEngine
		steps  []string
	}{
		"a plan":                 {&fakeEngine{size: 1000}, []string{"0..1000: 10+10", "0..1000: 0+0"}},
		"lists are turned off":   {&fakeEngine{isOff: true}, []string{"0..50: 50+0"}},
		"an array":               {&fakeEngine{isArray: true}, []string{"0..50: 1+1"}},
		"small pages":            {&fakeEngine{pageSize: 20}, []string{"0..50: 3+3"}},
		"no URLs of pages":       {&fakeEngine{pageSize: 20, next: func(int) string { return "" }}, []string{"0..50: 3+3"}},
		"a relative URL":         {&fakeEngine{pageSize: 20, next: func(int) string { return `"?page=2"` }}, []string{"0..50: 3+3"}},
		"pages without numbers":  {&fakeEngine{pageSize: 20, next: func(int) string { return `"?cursor=x"` }}, []string{"0..50: 50+1"}},
		"another order of keys":  {&fakeEngine{element: reordered}, []string{"0..50: 1+1"}},
		"an object without id":   {&fakeEngine{element: func(string) string { return `{"name":"a"}` }}, []string{"0..50: 50+1"}},
		"a number as element":    {&fakeEngine{element: func(string) string { return `7` }}, []string{"0..50: 50+1"}},
		"lists lack an object":   {&fakeEngine{element: lacking(30, 31)}, []string{"0..50: 2+1"}},
		"lists lack the first":   {&fakeEngine{element: lacking(0, 2)}, []string{"0..50: 3+1"}},
		"lists lack all objects": {&fakeEngine{element: lacking(0, 50)}, []string{"0..50: 50+1"}},
		// A list that fails is requested once. If the engine doesn't know the path, it is tried with and without a slash at the end.
		"a bad request":     {&fakeEngine{status: refuse("pages", 400)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"no credentials":    {&fakeEngine{status: refuse("pages", 401)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"no rights":         {&fakeEngine{status: refuse("pages", 403)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"a fault":           {&fakeEngine{status: refuse("pages", 500)}, []string{"0..50: 50+1", "0..50: 50+0"}},
		"an unknown path":   {&fakeEngine{status: refuse("pages", 404)}, []string{"0..50: 50+2", "0..50: 50+0"}},
		"an unknown method": {&fakeEngine{status: refuse("pages", 405)}, []string{"0..50: 50+2", "0..50: 50+0"}},
		// The last page gets 404, because somebody has deleted objects. The reader still uses the list.
		"the list shrinks": {&fakeEngine{size: 300, status: refuse("page=3", 404)}, []string{"150 to 300: 103+3"}},
		// If a list has too many bytes or too many objects, only its first page is fetched.
		"too many bytes": {&fakeEngine{size: 600, pageSize: 2, element: func(id string) string {
			return strings.TrimSuffix(object(id), "}") + `,"filler":"` + large + `"}`
		}}, []string{"0..400: 400+1"}},
		"the most objects": {&fakeEngine{size: engine.MostListed}, []string{"0 to 100: 1+1"}},
		"too many objects": {&fakeEngine{size: 2 * engine.MostListed}, []string{"0..2010: 2010+1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.engine.size = cmp.Or(test.engine.size, 50)
			follow(t, test.engine, test.engine.reader(t, engine.Config{}), test.steps...)
		})
	}
}

func reordered(id string) string {
	return fmt.Sprintf(`{ "rate_value": 1.50, "name": "object %s", "id": %q }`, id, id)
}

// lacking returns a function for fakeEngine.element. The list has no objects with the numbers first to end-1.
func lacking(first, end int) func(id string) string {
	return func(id string) string {
		if number, err := strconv.Atoi(id); err != nil || number >= first && number < end {
			return ""
		}
		return object(id)
	}
}

// Client.Read sends a request even if a Reader has a cached list with the object.
func TestTheClientAnswersNothingFromTheList(t *testing.T) {
	e := &fakeEngine{size: 50}
	r := e.reader(t, engine.Config{})
	follow(t, e, r, "0..50: 1+1")
	for range 3 {
		enginetest.Must(t, enginetest.ErrorOf(r.client.Read(t.Context(), engine.Alerts, "7")))
	}
	wantRequests(t, e, 3, 0)
}

func TestBulkReadsOfTwoKinds(t *testing.T) {
	e := &fakeEngine{size: 300}
	r := e.reader(t, engine.Config{})
	var group sync.WaitGroup
	group.Go(func() { readRange(t, r, engine.Functions, 0, 300) })
	readRange(t, r, engine.Alerts, 0, 300)
	group.Wait()
	wantRequests(t, e, 2*3, 2*3)
}

// A list whose objects differ from single reads answers no reads. If the fields differ, the list is fetched once. If only values differ, it
// is fetched twice, because somebody may have changed an object before the first list was fetched.
func TestBulkReadsOfListsThatDiffer(t *testing.T) {
	elements := map[string]func(id string) string{
		"fewer fields":      func(id string) string { return fmt.Sprintf(`{"id":%q,"name":"object %s"}`, id, id) },
		"more fields":       func(id string) string { return strings.TrimSuffix(object(id), "}") + `,"url":"x"}` },
		"other values":      func(id string) string { return strings.Replace(object(id), "1.50", "1.5", 1) },
		"the id in another": func(id string) string { return strings.Replace(object(id), `"id"`, `"ID"`, 1) },
	}
	for name, element := range elements {
		for _, size := range []int{50, 250} {
			t.Run(fmt.Sprint(name, size), func(t *testing.T) {
				e := &fakeEngine{size: size, element: element}
				r := e.reader(t, engine.Config{})
				readRange(t, r, engine.Alerts, 0, size)
				lists := 1
				if name == "other values" {
					lists = maxStale
				}
				singles, pages := e.requests()
				if singles != size || pages > lists*((size+99)/100) {
					t.Errorf("%d single reads and %d pages", singles, pages)
				}
				follow(t, e, r, "write", fmt.Sprintf("0..%d: %d+0", size, size))
			})
		}
	}
}

func byName(_ engine.Collection, a, b engine.Document) bool { return a["name"] == b["name"] }

// The field last_ping changes with each read, but the Same function ignores this field. So the list must still answer reads.
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

// Somebody else changes an object between its single read and the request for the list. The reader must fetch the list once more and then
// use it.
func TestBulkReadsAndARival(t *testing.T) {
	var listed atomic.Bool
	e := &fakeEngine{size: 200, same: byName}
	e.element = func(id string) string {
		listed.Store(true)
		return e.single(id)
	}
	e.single = func(id string) string {
		if id == "0" && listed.Load() {
			return strings.Replace(object(id), "object 0", "renamed", 1)
		}
		return object(id)
	}
	r := e.reader(t, engine.Config{})
	for n := range 200 {
		id, name := strconv.Itoa(n), "object "+strconv.Itoa(n)
		if doc, _, err := r.Read(t.Context(), engine.Alerts, id); err != nil || doc["name"] != name {
			t.Errorf("read %v, error %v; want %s", doc, err, name)
		}
	}
	if singles, pages := e.requests(); singles+pages > 8 {
		t.Errorf("%d single reads and %d pages, want 8 requests at most", singles, pages)
	}
}

// If the complete list lacks an object, a read of the object must still send its own request.
func TestBulkReadsOfAbsentObjects(t *testing.T) {
	e := &fakeEngine{size: 50}
	r := e.reader(t, engine.Config{})
	for id, err := range readConcurrently(t.Context(), r, engine.Alerts, 0, 55) {
		if number, convErr := strconv.Atoi(id); convErr != nil || number < 50 || !engine.IsNotFound(err) {
			t.Errorf("object %s: %v", id, err)
		}
	}
	wantRequests(t, e, 1+5, 1)
}

// The list contains an object that a single read does not find. So the list is not used. A single read that the engine refuses says nothing
// about the list.
func TestBulkReadsAfterASingleReadThatFails(t *testing.T) {
	t.Parallel()
	for status, step := range map[int]string{http.StatusNotFound: "1 to 50: 49+1", http.StatusForbidden: "1 to 50: 1+1"} {
		e := &fakeEngine{size: 50, status: refuse("/0", status)}
		r := e.reader(t, engine.Config{})
		if err := readOne(t.Context(), r, engine.Alerts, "0"); engine.IsNotFound(err) != (status == http.StatusNotFound) || err == nil {
			t.Errorf("%d: the error is %v", status, err)
		}
		e.requests()
		follow(t, e, r, step)
	}
}

// The last of three pages fails, so all later reads are single reads.
func TestBulkReadsWhenAPageFails(t *testing.T) {
	// Page 3 must fail only after page 2 was requested. Otherwise the reader might no longer request page 2.
	second := make(chan struct{})
	e := &fakeEngine{size: 300, status: func(r *http.Request) int {
		switch r.URL.Query().Get("page") {
		case "2":
			close(second)
		case "3":
			<-second
			return http.StatusInternalServerError
		}
		return 0
	}}
	follow(t, e, e.reader(t, engine.Config{}), "0..50: 1+1", "250 to 300: 50+2")
}

// The first page looks harmless, but the later pages are so large that the sum exceeds the limits. The list is refused.
func TestTotalOfPages(t *testing.T) {
	large := []json.RawMessage{make([]byte, maxListBytes/2)}
	for name, pages := range map[string][][]json.RawMessage{
		"objects": {{}, make([]json.RawMessage, engine.MostListed), {[]byte("{}")}},
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

func TestBulkReadsAreLogged(t *testing.T) {
	t.Parallel()
	const fetched, answered, unused = "fetched pages of the list", "answered from the list", "this list is not used, objects are read singly"
	for name, c := range map[string]struct {
		status func(r *http.Request) int
		want   map[string]int
	}{
		"a good list":    {want: map[string]int{fetched: 2, answered: 297}},
		"a refused list": {status: refuse("pages", http.StatusForbidden), want: map[string]int{unused: 1}},
	} {
		lines := map[string]int{}
		e := &fakeEngine{size: 300, status: c.status}
		r := e.reader(t, engine.Config{Log: func(_ context.Context, msg string, fields map[string]any) {
			if fields["kind"] == "alert" && slices.Contains([]string{fetched, answered, unused}, msg) {
				lines[msg]++
			}
			if reason, _ := fields["reason"].(string); strings.Contains(reason, "not this one") {
				t.Errorf("%s: the log quotes the engine, which may quote secrets of other calls: %s", name, reason)
			}
		}})
		readInOrder(t, r, 0, 300)
		if !maps.Equal(lines, c.want) {
			t.Errorf("%s: the log is %v, want %v", name, lines, c.want)
		}
	}
}
