// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestCallersLeaveOnTheirOwn checks two callers that share a request. A caller whose context is canceled must return immediately, even if
// it is the one that sent the request. The other caller must still get the result.
func TestCallersLeaveOnTheirOwn(t *testing.T) {
	t.Parallel()
	const patience, takes = 300 * time.Millisecond, 4 * time.Second
	for name, test := range map[string]struct {
		call      func(ctx context.Context, r *Reader, id string) error
		ids       []string // the ids of the objects that both callers read
		areSingle bool     // individual reads are slow, instead of pages
		before    []string // the steps to run first (see follow)
	}{
		"proof": {ids: []string{"900", "901"}, call: func(ctx context.Context, r *Reader, id string) error {
			if _, err := r.client.ReadAgain(ctx, engine.Alerts, id); !engine.IsGone(err) {
				return fmt.Errorf("not gone: %w", err)
			}
			return nil
		}},
		"comparison": {ids: []string{"1", "2"}, areSingle: true, call: func(ctx context.Context, r *Reader, id string) error {
			_, err := r.withAllFields(ctx, engine.Alerts, engine.Document{"id": id})
			return err
		}},
		"first page":  {ids: []string{"1", "2"}, call: readAlert, before: []string{"0 to 1: 1+0"}},
		"alone":       {ids: []string{"1"}, call: readAlert, before: []string{"0 to 1: 1+0"}},
		"other pages": {ids: []string{"202", "203"}, call: readAlert, before: []string{"0 to 1: 1+0", "200 to 202: 2+1"}},
	} {
		for leaving := range test.ids {
			synctest.Test(t, func(t *testing.T) {
				e := &fakeEngine{size: 250}
				r := e.reader(t, engine.Config{})
				follow(t, e, r, test.before...)
				e.before = func(r *http.Request) {
					if r.URL.Query().Has("page") != test.areSingle {
						_ = engine.Sleep(r.Context(), takes)
					}
				}
				begin := time.Now()
				var callers sync.WaitGroup
				for n, id := range test.ids {
					ctx, cancel := context.WithCancel(t.Context())
					if n == leaving {
						ctx, cancel = context.WithTimeout(ctx, patience)
					}
					defer cancel()
					callers.Go(func() {
						err := test.call(ctx, r, id)
						took, left := time.Since(begin), errors.Is(err, context.DeadlineExceeded)
						if left != (n == leaving) || left && took != patience || !left && err != nil || took > 4*takes {
							t.Errorf("%s, caller %d leaves: caller %d ends after %s with %v", name, leaving, n, took, err)
						}
					})
					synctest.Wait()
				}
				callers.Wait()
			})
		}
	}
}

func readAlert(ctx context.Context, r *Reader, id string) error {
	return readOne(ctx, r, engine.Alerts, id)
}

// TestAWriteEndsTheWait checks that a read stops waiting for the list when a write ends, because the write makes the list out of date.
func TestAWriteEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50, before: slow("", loadTime-time.Second)}
		r := e.reader(t, engine.Config{})
		follow(t, e, r, "0 to 1: 1+0")
		var reads sync.WaitGroup
		defer reads.Wait()
		reads.Go(func() {
			if err := readOne(t.Context(), r, engine.Alerts, "1"); err != nil {
				t.Errorf("the read that fetches the list: %v", err)
			}
		})
		synctest.Wait()
		begin := time.Now()
		waiting := make(chan error)
		go func() { waiting <- readOne(t.Context(), r, engine.Alerts, "2") }()
		synctest.Wait()
		enginetest.Check(t, enginetest.ErrorOf(r.client.Update(t.Context(), engine.Nodes, "9", engine.Document{"name": "x"})))
		if err := <-waiting; err != nil || time.Since(begin) != 0 {
			t.Errorf("after %s the error is %v", time.Since(begin), err)
		}
	})
}

// TestAWriteWhileTheListIsFetched checks that a read after a write doesn't use a list that was requested before the write ended.
func TestAWriteWhileTheListIsFetched(t *testing.T) {
	const fetching, listAsked = 5 * time.Second, 2 * time.Second
	for name, test := range map[string]struct{ begins, takes time.Duration }{
		"within":       {3 * time.Second, time.Second},
		"at its begin": {time.Second, 3 * time.Second},
		"at its end":   {4 * time.Second, 10 * time.Second},
		"around it":    {time.Second, 10 * time.Second},
		"after it":     {20 * time.Second, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			var written atomic.Bool
			e := &fakeEngine{size: 50}
			e.before = func(r *http.Request) {
				if r.Method == http.MethodPatch {
					time.Sleep(test.takes)
					written.Store(true)
				}
				slow("", fetching)(r)
			}
			r := e.reader(t, engine.Config{})
			var all sync.WaitGroup
			all.Go(func() {
				time.Sleep(test.begins)
				enginetest.Check(t, enginetest.ErrorOf(r.client.Update(t.Context(), engine.Nodes, "9", engine.Document{"name": "x"})))
			})
			all.Go(func() {
				time.Sleep(listAsked)
				readInOrder(t, r, 0, 3)
			})
			all.Wait()
			e.requests()
			enginetest.Check(t, readOne(t.Context(), r, engine.Alerts, "40"))
			if singles, pages := e.requests(); !written.Load() || singles+pages == 0 {
				t.Errorf("%s: after the write an object came from an older list", name)
			}
		})
	}
}

// TestOneComparisonAtATime makes several concurrent calls to ReadAllFields. Only one of them may read its object individually, to compare
// it with the object from the list. The other calls must wait for the result and then use the list.
func TestOneComparisonAtATime(t *testing.T) {
	t.Parallel()
	parts := func(id string) string { return fmt.Sprintf(`{"id":%q,"tags":["a"]}`, id) }
	e := &fakeEngine{size: 50, element: parts, single: parts}
	r := e.reader(t, engine.Config{})
	_, _, err := r.Read(t.Context(), engine.Alerts, "0")
	enginetest.Must(t, err)
	e.requests()
	e.before = func(*http.Request) { time.Sleep(50 * time.Millisecond) } // so that all reads begin before the first one ends
	var reads sync.WaitGroup
	for n := 30; n < 40; n++ {
		reads.Go(func() {
			doc, err := r.ReadAllFields(t.Context(), engine.Alerts, strconv.Itoa(n))
			if err != nil || doc["tags"] == nil {
				t.Errorf("object %d: %v, %v", n, doc, err)
			}
		})
	}
	reads.Wait()
	wantRequests(t, e, 1, 1)
}

// TestDocumentsReadsTenAtATime checks that, if lists omit fields, Documents reads ten objects at a time, yields them in list order, and
// skips deleted objects.
func TestDocumentsReadsTenAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		e := &fakeEngine{size: 250, single: func(id string) string { return fmt.Sprintf(`{"id":%q,"tags":[{"id":"1"}]}`, id) }}
		e.before = func(r *http.Request) {
			if !r.URL.Query().Has("page") {
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(50 * time.Millisecond)
				running.Add(-1)
			}
		}
		e.status = func(r *http.Request) int {
			if strings.Contains(r.URL.Path, "/17") && !r.URL.Query().Has("page") { // ten objects: 17 and 170 to 178, but not 179
				return map[bool]int{true: 0, false: http.StatusNotFound}[strings.Contains(r.URL.Path, "/179")]
			}
			return 0
		}
		listed, last := 0, -1
		for doc, err := range e.reader(t, engine.Config{}).Documents(t.Context(), engine.Alerts, nil) {
			enginetest.Must(t, err)
			id, err := strconv.Atoi(fmt.Sprint(doc["id"]))
			enginetest.Must(t, err)
			if id <= last || doc["tags"] == nil {
				t.Errorf("%v follows %d", doc, last)
			}
			listed, last = listed+1, id
		}
		if singles, pages := e.requests(); listed != 240 || most.Load() != 10 || pages != 3 || singles < 250 {
			t.Errorf("%d objects, with %d single reads, %d at once, and %d pages", listed, singles, most.Load(), pages)
		}
	})
}
