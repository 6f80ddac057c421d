// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sync/errgroup"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeEngine is an engine with any number of objects, whose ids are "0", "1" and so on. The objects in its lists can differ from the
// results of individual reads in ways that the reference server does not support.
type fakeEngine struct {
	mu             sync.Mutex
	singles, pages int // the number of requests since the last call to requests

	size     int
	pageSize int                       // the maximum size of a page; 0 means the requested size
	isArray  bool                      // the list is an array
	same     Same                      // passed to NewReader
	isOff    bool                      // disables lists in the reader
	single   func(id string) string    // returns the response to an individual read; the default is object(id)
	element  func(id string) string    // returns the object in the list, or "" to omit it; the default is object(id)
	next     func(page int) string     // the JSON of the next page's URL, or "" for none; nil means a URL with the page number
	before   func(r *http.Request)     // called before each response
	status   func(r *http.Request) int // the status with which to reject the request, or 0
}

func object(id string) string {
	return fmt.Sprintf(`{"id":%q,"name":"object %s","rate_value":1.50}`, id, id)
}

func (e *fakeEngine) handle(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e.count(r)
		if e.before != nil {
			e.before(r)
		}
		if r.Context().Err() != nil {
			return
		}
		if e.status != nil {
			if status := e.status(r); status != 0 {
				respond(t, w, status, `{"detail":"not this one"}`)
				return
			}
		}
		id := strings.Split(strings.Trim(r.URL.Path, "/"), "/")[4:]
		switch number := 0; {
		case len(id) == 0:
			e.list(t, w, r)
		case r.Method == http.MethodPatch:
			respond(t, w, http.StatusOK, object(id[len(id)-1])) // The path for nodes has one more segment.
		default:
			var err error
			if number, err = strconv.Atoi(id[0]); err != nil || number >= e.size {
				respond(t, w, http.StatusNotFound, `{"detail":"Not found."}`)
				return
			}
			text := object(id[0])
			if e.single != nil {
				text = e.single(id[0])
			}
			respond(t, w, http.StatusOK, text)
		}
	}
}

func (e *fakeEngine) list(t *testing.T, w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.URL.Query().Get("page"))
	size, sizeErr := strconv.Atoi(r.URL.Query().Get("page_size"))
	if err != nil || sizeErr != nil {
		respond(t, w, http.StatusBadRequest, `{"detail":"Which page?"}`)
		return
	}
	if e.pageSize > 0 {
		size = min(size, e.pageSize)
	}
	first, last := (number-1)*size, min(number*size, e.size)
	if e.isArray {
		first, last = 0, e.size
	}
	var elements []string
	for n := first; n < last; n++ {
		text := object(strconv.Itoa(n))
		if e.element != nil {
			text = e.element(strconv.Itoa(n))
		}
		if text != "" {
			elements = append(elements, text)
		}
	}
	array := "[" + strings.Join(elements, ",") + "]"
	if e.isArray {
		respond(t, w, http.StatusOK, array)
		return
	}
	next := "null"
	if last < e.size {
		next = fmt.Sprintf(`"http://%s%s?page=%d&page_size=%d"`, r.Host, r.URL.Path, number+1, size)
	}
	if e.next != nil {
		next = e.next(number)
	}
	if next != "" {
		next = `"next":` + next + ","
	}
	respond(t, w, http.StatusOK, fmt.Sprintf(`{"count":%d,%s"results":%s}`, e.size, next, array))
}

// reader returns a Reader that calls e's handler directly instead of over a network, so that tests can use testing/synctest.
func (e *fakeEngine) reader(t *testing.T, cfg engine.Config) *Reader {
	t.Helper()
	cfg.AccessID, cfg.SecretKey = "reader", "secret"
	return NewReader(enginetest.Client(t, cfg, e.handle(t), nil), !e.isOff, e.same, cfg.Log)
}

func respond(t *testing.T, w http.ResponseWriter, status int, body string) {
	t.Helper()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enginetest.Check(t, enginetest.ErrorOf(io.WriteString(w, body)))
}

func (e *fakeEngine) count(r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if r.URL.Query().Has("page") {
		e.pages++
	} else {
		e.singles++
	}
}

// requests returns the number of individual reads and the number of page requests since requests was last called.
func (e *fakeEngine) requests() (singles, pages int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	singles, pages = e.singles, e.pages
	e.singles, e.pages = 0, 0
	return singles, pages
}

// wantRequests checks the number of individual reads and page requests since the last call to requests.
func wantRequests(t *testing.T, e *fakeEngine, singles, pages int) {
	t.Helper()
	if gotSingles, gotPages := e.requests(); gotSingles != singles || gotPages != pages {
		t.Errorf("%d single reads and %d pages were asked for, want %d and %d", gotSingles, gotPages, singles, pages)
	}
}

// follow performs the steps of a test case, such as
//
//	0..50: 1+2               read the alerts 0 to 49, ten at a time like Terraform; expect one individual read and two page requests
//	0 to 50: 1+2             read the same alerts, but one after the other
//	fails 7 404: 1+0         read the alert 7; expect an error that contains "404", and one individual read
//	lists 50, 0 errors: 0+1  expect 50 documents and no error from Documents, and one page request
//	sleep 1s                 wait
//	took 1s                  expect the previous series of reads to have taken this long
//	write                    update a node
func follow(t *testing.T, e *fakeEngine, r *Reader, steps ...string) {
	t.Helper()
	var begin, end time.Time
	for _, step := range steps {
		var from, to, singles, pages int
		switch verb, rest, _ := strings.Cut(step, " "); verb {
		case "sleep":
			time.Sleep(duration(t, rest))
			continue
		case "took":
			if took := end.Sub(begin); took != duration(t, rest) {
				t.Errorf("it took %s, want %s", took, rest)
			}
			continue
		case "write":
			enginetest.Must(t, enginetest.ErrorOf(r.client.Update(t.Context(), engine.Nodes, "9", engine.Document{"name": "x"})))
			e.requests()
			continue
		case "fails":
			var id, part string
			enginetest.Must(t, enginetest.ErrorOf(fmt.Sscanf(step, "fails %s %s %d+%d", &id, &part, &singles, &pages)))
			err := readOne(t.Context(), r, engine.Alerts, id)
			if err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(part, ":")) {
				t.Errorf("the error is %v", err)
			}
		case "lists":
			enginetest.Must(t, enginetest.ErrorOf(fmt.Sscanf(step, "lists %d, %d errors: %d+%d", &to, &from, &singles, &pages)))
			for doc, err := range r.Documents(t.Context(), engine.Alerts, nil) {
				switch {
				case doc != nil && err == nil:
					to--
				case doc == nil && err != nil:
					from--
				}
			}
			if from != 0 || to != 0 {
				t.Errorf("Documents yields %d fewer documents and %d fewer errors", to, from)
			}
		default:
			format, read := "%d to %d: %d+%d", readInOrder
			if strings.Contains(step, "..") {
				format, read = "%d..%d: %d+%d", readRange
			}
			enginetest.Must(t, enginetest.ErrorOf(fmt.Sscanf(step, format, &from, &to, &singles, &pages)))
			begin = time.Now()
			read(t, r, from, to)
			end = time.Now()
		}
		if wantRequests(t, e, singles, pages); t.Failed() {
			t.Fatalf("after %s", step)
		}
	}
}

func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	enginetest.Must(t, err)
	return d
}

// readRange reads the alerts with ids in [from, to) and checks each document. It reads the first one alone and then ten at a time. Without
// this first read, which determines whether the list can be trusted, the number of requests would depend on scheduling.
func readRange(t *testing.T, r *Reader, from, to int) {
	t.Helper()
	readInOrder(t, r, from, from+1)
	var group errgroup.Group
	group.SetLimit(10)
	for n := from + 1; n < to; n++ {
		group.Go(func() error {
			enginetest.Check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
			return nil
		})
	}
	_ = group.Wait()
}

// slow returns a function for fakeEngine.before that delays the response for the given page. If number is "", it delays every page.
func slow(number string, d time.Duration) func(*http.Request) {
	return func(r *http.Request) {
		if page := r.URL.Query().Get("page"); page != "" && (number == "" || page == number) {
			_ = engine.Sleep(r.Context(), d)
		}
	}
}

// reject returns a function for fakeEngine.status that rejects the selected requests. "pages" selects all page requests, "page=3" selects
// the requests for page 3, and "/0" selects the individual reads of object 0.
func reject(selector string, status int) func(*http.Request) int {
	return func(r *http.Request) int {
		number := r.URL.Query().Get("page")
		if selector == "pages" && number != "" || selector == "page="+number || strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), selector) {
			return status
		}
		return 0
	}
}

// readInOrder reads the alerts with ids in [from, to), one after the other, and checks each document.
func readInOrder(t *testing.T, r *Reader, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		enginetest.Check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
	}
}

func readOne(ctx context.Context, r *Reader, col engine.Collection, id string) error {
	doc, _, err := r.Read(ctx, col, id)
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("map[id:%s name:object %s rate_value:1.50]", id, id); fmt.Sprint(doc) != want {
		return fmt.Errorf("read %v, want %s", doc, want)
	}
	return nil
}
