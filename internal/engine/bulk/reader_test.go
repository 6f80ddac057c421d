// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// wantRequests checks how many single objects and how many pages were requested since it was last called.
func wantRequests(t *testing.T, e *fakeEngine, singles, pages int) {
	t.Helper()
	if gotSingles, gotPages := e.requests(); gotSingles != singles || gotPages != pages {
		t.Errorf("%d single reads and %d pages were asked for, want %d and %d", gotSingles, gotPages, singles, pages)
	}
}

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

// terraform plan reads a thousand objects. This may take at most 25 requests.
func TestBulkReadsOfAPlan(t *testing.T) {
	e := &fakeEngine{size: 1_000}
	r := e.reader(t, engine.Config{})
	readMany(t, r, engine.Alerts, 1_000)
	if singles, pages := e.requests(); singles+pages > 25 {
		t.Errorf("%d single reads and %d pages, want 25 requests at most", singles, pages)
	}
	readMany(t, r, engine.Alerts, 1_000)
	wantRequests(t, e, 0, 0)
}

func TestBulkReadsTurnedOff(t *testing.T) {
	e := &fakeEngine{size: 50}
	readMany(t, NewReader(e.client(t, engine.Config{}), false, nil, nil), engine.Alerts, 50)
	wantRequests(t, e, 50, 0)
}

// Client.Read sends a request even if a Reader has a cached list with the object.
func TestTheClientAnswersNothingFromTheList(t *testing.T) {
	e := &fakeEngine{size: 50}
	r := e.reader(t, engine.Config{})
	readMany(t, r, engine.Alerts, 50)
	e.requests()
	for range 3 {
		must(t, errorOf(r.client.Read(t.Context(), engine.Alerts, "7")))
	}
	wantRequests(t, e, 3, 0)
}

func TestBulkReadsOfTwoKinds(t *testing.T) {
	e := &fakeEngine{size: 300}
	r := e.reader(t, engine.Config{})
	done := make(chan map[string]error)
	go func() { done <- readConcurrently(t.Context(), r, engine.Functions, 0, 300) }()
	readMany(t, r, engine.Alerts, 300)
	for id, err := range <-done {
		t.Errorf("function %s: %v", id, err)
	}
	wantRequests(t, e, 2*3, 2*3)
}

// Each case has another form of list, such as an array or small pages, and the number of requests that 50 reads of 50 objects take.
func TestBulkReadsOfForms(t *testing.T) {
	tests := map[string]struct {
		engine         *fakeEngine
		singles, pages int
	}{
		"an array":              {engine: &fakeEngine{isArray: true}, singles: 1, pages: 1},
		"small pages":           {engine: &fakeEngine{pageSize: 20}, singles: 3, pages: 3},
		"no URLs of pages":      {engine: &fakeEngine{pageSize: 20, next: func(int) string { return "" }}, singles: 3, pages: 3},
		"a relative URL":        {engine: &fakeEngine{pageSize: 20, next: func(int) string { return `"?page=2"` }}, singles: 3, pages: 3},
		"pages without numbers": {engine: &fakeEngine{pageSize: 20, next: func(int) string { return `"?cursor=x"` }}, singles: 50, pages: 1},
		"another order of keys": {engine: &fakeEngine{element: reordered}, singles: 1, pages: 1},
		"an object without id":  {engine: &fakeEngine{element: func(string) string { return `{"name":"a"}` }}, singles: 50, pages: 1},
		"a number as element":   {engine: &fakeEngine{element: func(string) string { return `7` }}, singles: 50, pages: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			e := test.engine
			e.size = 50
			readMany(t, e.reader(t, engine.Config{}), engine.Alerts, 50)
			wantRequests(t, e, test.singles, test.pages)
		})
	}
}

func reordered(id string) string {
	return fmt.Sprintf(`{ "rate_value": 1.50, "name": "object %s", "id": %q }`, id, id)
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
				readMany(t, r, engine.Alerts, size)
				lists := 1
				if name == "other values" {
					lists = maxStale
				}
				singles, pages := e.requests()
				if singles != size || pages > lists*((size+99)/100) {
					t.Errorf("%d single reads and %d pages", singles, pages)
				}
				must(t, errorOf(r.client.Update(t.Context(), engine.Alerts, "7", engine.Document{"name": "x"})))
				e.requests()
				readMany(t, r, engine.Alerts, size)
				wantRequests(t, e, size, 0)
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

func TestBulkReadsOfListsThatLack(t *testing.T) {
	tests := map[string]struct {
		lacks          func(number int) bool
		singles, pages int
	}{
		"an object in the middle": {lacks: func(n int) bool { return n == 30 }, singles: 2, pages: 1},
		"the first two":           {lacks: func(n int) bool { return n < 2 }, singles: 3, pages: 1},
		"every object":            {lacks: func(int) bool { return true }, singles: 50, pages: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			e := &fakeEngine{size: 50, element: func(id string) string {
				if number, err := strconv.Atoi(id); err != nil || test.lacks(number) {
					return ""
				}
				return object(id)
			}}
			readMany(t, e.reader(t, engine.Config{}), engine.Alerts, 50)
			wantRequests(t, e, test.singles, test.pages)
		})
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

// The list contains an object for which a single read gets 404. So the list is not used.
func TestBulkReadsOfADeadList(t *testing.T) {
	e := &fakeEngine{size: 50, status: func(r *http.Request) int {
		if strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/0") {
			return http.StatusNotFound
		}
		return 0
	}}
	r := e.reader(t, engine.Config{})
	if err := readOne(t.Context(), r, engine.Alerts, "0"); !engine.IsNotFound(err) {
		t.Fatalf("the error is %v", err)
	}
	readInOrder(t, r, 1, 50)
	wantRequests(t, e, 51, 1) // The path of the missing object is tried in both styles.
}

// A list that fails is requested only once. If the engine doesn't know the path, the client tries the path with and without a slash at the
// end.
func TestBulkReadsWithoutAList(t *testing.T) {
	tests := map[int]int{
		http.StatusBadRequest: 1, http.StatusUnauthorized: 1, http.StatusForbidden: 1, http.StatusInternalServerError: 1,
		http.StatusNotFound: 2, http.StatusMethodNotAllowed: 2,
	}
	for status, pages := range tests {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			e := &fakeEngine{size: 50, status: func(r *http.Request) int {
				if r.URL.Query().Has("page") {
					return status
				}
				return 0
			}}
			r := e.reader(t, engine.Config{})
			readMany(t, r, engine.Routines, 50)
			wantRequests(t, e, 50, pages)
			readMany(t, r, engine.Routines, 50)
			wantRequests(t, e, 50, 0)
		})
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
	r := e.reader(t, engine.Config{})
	readMany(t, r, engine.Alerts, 50)
	if _, pages := e.requests(); pages != 1 {
		t.Errorf("%d pages were asked for: the first one holds all", pages)
	}
	readInOrder(t, r, 250, 300)
	wantRequests(t, e, 50, 2)
}

// The last page gets 404, because somebody has deleted objects. The reader still uses the list.
func TestBulkReadsWhenTheListShrinks(t *testing.T) {
	e := &fakeEngine{size: 300, status: func(r *http.Request) int {
		if r.URL.Query().Get("page") == "3" {
			return http.StatusNotFound
		}
		return 0
	}}
	r := e.reader(t, engine.Config{})
	readInOrder(t, r, 150, 300)
	wantRequests(t, e, 3+100, 3)
}

// If a list has too many bytes or too many objects, only its first page is fetched.
func TestBulkReadsOfListsTooLarge(t *testing.T) {
	filler := strings.Repeat("x", 1<<20)
	e := &fakeEngine{size: 600, pageSize: 2, element: func(id string) string {
		return strings.TrimSuffix(object(id), "}") + `,"filler":"` + filler + `"}`
	}}
	r := e.reader(t, engine.Config{})
	readMany(t, r, engine.Alerts, 400)
	wantRequests(t, e, 400, 1)
	e = &fakeEngine{size: engine.MostListed}
	readInOrder(t, e.reader(t, engine.Config{}), 0, 100)
	wantRequests(t, e, 1, 1)
	e = &fakeEngine{size: 2 * engine.MostListed}
	readMany(t, e.reader(t, engine.Config{}), engine.Alerts, 2*engine.MostListed/100+10)
	wantRequests(t, e, 2*engine.MostListed/100+10, 1)
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
	refused := func(r *http.Request) int {
		if r.URL.Query().Has("page") {
			return http.StatusForbidden
		}
		return 0
	}
	for name, c := range map[string]struct {
		status func(r *http.Request) int
		want   map[string]int
	}{
		"a good list":    {want: map[string]int{fetched: 2, answered: 297}},
		"a refused list": {status: refused, want: map[string]int{unused: 1}},
	} {
		lines := map[string]int{}
		e := &fakeEngine{size: 300, status: c.status}
		r := e.reader(t, engine.Config{Log: func(_ context.Context, msg string, fields map[string]any) {
			if fields["kind"] == "alert" && slices.Contains([]string{fetched, answered, unused}, msg) {
				lines[msg]++
			}
		}})
		readInOrder(t, r, 0, 300)
		if !maps.Equal(lines, c.want) {
			t.Errorf("%s: the log is %v, want %v", name, lines, c.want)
		}
	}
}

// A single read that the engine refuses says nothing about the list. The reads of other objects are answered from it.
func TestBulkReadsAfterARefusal(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 50, status: func(r *http.Request) int {
		if strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/0") {
			return http.StatusForbidden
		}
		return 0
	}}
	r := e.reader(t, engine.Config{})
	if err := readOne(t.Context(), r, engine.Alerts, "0"); err == nil {
		t.Fatal("the engine refused nothing")
	}
	readInOrder(t, r, 1, 50)
	wantRequests(t, e, 2, 1)
}
