// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// wantRequests compares the requests since the last time with what they should be.
func wantRequests(t *testing.T, e *fakeEngine, singles, pages int) {
	t.Helper()
	if gotSingles, gotPages := e.requests(); gotSingles != singles || gotPages != pages {
		t.Errorf("%d single reads and %d pages were asked for, want %d and %d", gotSingles, gotPages, singles, pages)
	}
}

// TestBulkReadsBound wants at most twice the requests that could do: as many as there are objects to read, or pages. It
// reads the first objects, that come with the first page, and the last, that do not.
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

// TestBulkReadsOfAPlan is the figure that users see: a refresh of a thousand objects.
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
	e := &fakeEngine{size: 300, status: func(r *http.Request) int {
		if strings.Contains(r.URL.Path, "/node") && r.URL.Query().Has("page") {
			return http.StatusForbidden
		}
		return 0
	}}
	r := e.reader(t, engine.Config{})
	done := make(chan map[string]error)
	go func() { done <- readConcurrently(t.Context(), r, engine.Functions, 0, 300) }()
	readMany(t, r, engine.Alerts, 300)
	for id, err := range <-done {
		t.Errorf("function %s: %v", id, err)
	}
	wantRequests(t, e, 2*3, 2*3)
}

// TestBulkReadsOfForms has lists that look otherwise than asked for, and how many requests 50 reads of 50 objects take.
func TestBulkReadsOfForms(t *testing.T) {
	tests := map[string]struct {
		engine         *fakeEngine
		singles, pages int
	}{
		"an array":                     {&fakeEngine{bare: true}, 1, 1},
		"small pages":                  {&fakeEngine{pageSize: 20}, 3, 3},
		"no addresses of pages":        {&fakeEngine{pageSize: 20, next: func(int) string { return "" }}, 3, 3},
		"a relative address":           {&fakeEngine{pageSize: 20, next: func(int) string { return `"?page=2"` }}, 3, 3},
		"pages without numbers":        {&fakeEngine{pageSize: 20, next: func(int) string { return `"?cursor=x"` }}, 50, 1},
		"other keys and their order":   {&fakeEngine{element: reordered}, 1, 1},
		"an object without an id":      {&fakeEngine{element: func(string) string { return `{"name":"a"}` }}, 50, 1},
		"an element that is no object": {&fakeEngine{element: func(string) string { return `7` }}, 50, 1},
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

// TestBulkReadsOfListsThatDiffer has lists that say something else than single reads do: they are found out before
// anything is answered from them, cost one fetch, or two where somebody may have written in between, and are never asked
// again.
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

// byName is a view of objects that has their names alone.
func byName(_ engine.Collection, a, b engine.Document) bool { return a["name"] == b["name"] }

// TestBulkReadsOfFieldsThatMove has fields that differ at each read, as a time of the last contact does.
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

// TestBulkReadsAndARival has somebody change the first object between its single read and the list: that costs one list.
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

// TestBulkReadsOfListsThatLack reads the first 50 objects when the list lacks some of them.
func TestBulkReadsOfListsThatLack(t *testing.T) {
	tests := map[string]struct {
		lacks          func(number int) bool
		singles, pages int
	}{
		"an object in the middle": {func(n int) bool { return n == 30 }, 2, 1},
		"the first two":           {func(n int) bool { return n < 2 }, 3, 1},
		"every object":            {func(int) bool { return true }, 50, 1},
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

// TestBulkReadsOfADeadList has a list that goes on telling of objects that are not found.
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
	for n := 1; n < 50; n++ {
		check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
	}
	wantRequests(t, e, 51, 1) // The path of what is not found is tried in both styles.
}

// TestBulkReadsWithoutAList has lists that fail. They are asked for once, under each style of the path.
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

// TestBulkReadsWhenAPageFails has a list whose last page fails: nothing is answered from the others.
func TestBulkReadsWhenAPageFails(t *testing.T) {
	second := make(chan struct{}) // closed when page 2 was asked for: a failure before that would keep it from being asked
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
	for n := 299; n >= 250; n-- {
		check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
	}
	wantRequests(t, e, 50, 2)
}

// TestBulkReadsWhenTheListShrinks has a last page that is gone when it is asked for.
func TestBulkReadsWhenTheListShrinks(t *testing.T) {
	e := &fakeEngine{size: 300, status: func(r *http.Request) int {
		if r.URL.Query().Get("page") == "3" {
			return http.StatusNotFound
		}
		return 0
	}}
	r := e.reader(t, engine.Config{})
	for n := 150; n < 300; n++ {
		check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
	}
	wantRequests(t, e, 3+100, 3)
}

func TestBulkReadsOfListsTooLarge(t *testing.T) {
	filler := strings.Repeat("x", 1<<20)
	e := &fakeEngine{size: 600, pageSize: 2, element: func(id string) string {
		return strings.TrimSuffix(object(id), "}") + `,"filler":"` + filler + `"}`
	}}
	r := e.reader(t, engine.Config{})
	readMany(t, r, engine.Alerts, 400)
	wantRequests(t, e, 400, 1)
	e = &fakeEngine{size: 2 * engine.MostListed}
	readMany(t, e.reader(t, engine.Config{}), engine.Alerts, 2*engine.MostListed/100+10)
	wantRequests(t, e, 2*engine.MostListed/100+10, 1)
}

// TestTotalOfPages has later pages that are larger than the first.
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
	lines := map[string]int{}
	e := &fakeEngine{size: 300}
	r := e.reader(t, engine.Config{Log: func(_ context.Context, msg string, fields map[string]any) {
		if fields["kind"] == "alert" {
			lines[msg]++
		}
	}})
	for n := range 300 {
		must(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
	}
	if lines["fetched pages of the list"] != 2 || lines["answered from the list"] != 297 {
		t.Errorf("the log is %v", lines)
	}
}
