// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// The tests of this file run in testing/synctest, where waits take no real time and the order of events is fixed.

func slow(d time.Duration) func(*http.Request) {
	return func(r *http.Request) {
		if r.URL.Query().Has("page") {
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
		}
	}
}

// trust reads the first object with its own request. The list may answer reads only after it was compared with such a read.
func trust(t *testing.T, r *Reader) {
	t.Helper()
	enginetest.Must(t, readOne(t.Context(), r, engine.Alerts, "0"))
}

func TestBulkReadsForgetTheListInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50}
		r := e.reader(t, engine.Config{})
		follow(t, e, r, "0..20: 1+1", fmt.Sprint("sleep ", listLife-time.Millisecond), "0..50: 0+0", "sleep 1ms", "0..50: 1+1")
	})
}

func TestBulkReadsWaitForASlowList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50, before: slow(loadTime - time.Second)}
		follow(t, e, e.reader(t, engine.Config{RequestTimeout: time.Minute}), "0..50: 1+1")
	})
}

// If a page takes longer than loadTime, objects are read one by one.
func TestBulkReadsGiveUpAListThatIsTooSlow(t *testing.T) {
	for _, slowPage := range []string{"1", "3"} {
		synctest.Test(t, func(t *testing.T) {
			e := &fakeEngine{size: 300}
			e.before = func(r *http.Request) {
				if r.URL.Query().Get("page") == slowPage {
					slow(loadTime + time.Second)(r)
				}
			}
			r := e.reader(t, engine.Config{})
			begin := time.Now()
			readRange(t, r, engine.Alerts, 0, 300)
			if took := time.Since(begin); took != loadTime {
				t.Errorf("the reads waited for %s, want %s", took, loadTime)
			}
			e.requests()
			follow(t, e, r, "0..300: 300+0")
		})
	}
}

// A read comes every 7.5 seconds. The first page always expires before the other pages are worth their requests, so the other pages are
// never fetched.
func TestBulkReadsThatComeSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 300}
		r := e.reader(t, engine.Config{})
		for n := 200; n < 220; n++ {
			enginetest.Check(t, readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)))
			time.Sleep(firstPageLife / 2)
		}
		wantRequests(t, e, 20, 7)
	})
}

func TestAReadThatWaitsEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50, before: slow(loadTime - time.Second)}
		r := e.reader(t, engine.Config{})
		trust(t, r)
		var reads sync.WaitGroup
		reads.Go(func() {
			if err := readOne(t.Context(), r, engine.Alerts, "1"); err != nil {
				t.Errorf("the read that fetches the list: %v", err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if err := readOne(ctx, r, engine.Alerts, "2"); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > time.Second {
			t.Errorf("after %s the error is %v", time.Since(begin), err)
		}
		reads.Wait()
		wantRequests(t, e, 1, 1)
	})
}

// If a read is canceled while it fetches the list, another read that waits for the list must fetch the list.
func TestAnotherReadTakesOver(t *testing.T) {
	for _, size := range []int{50, 250} { // One page, and more.
		synctest.Test(t, func(t *testing.T) {
			e := &fakeEngine{size: size}
			r := e.reader(t, engine.Config{})
			trust(t, r)
			if size > 100 {
				readInOrder(t, r, 200, 202) // The next read fetches the other pages.
			}
			e.requests()
			e.before = slow(5 * time.Second)
			ctx, cancel := context.WithCancel(t.Context())
			var reads sync.WaitGroup
			reads.Go(func() {
				if _, err := r.ReadWhole(ctx, engine.Alerts, strconv.Itoa(size-1)); !errors.Is(err, context.Canceled) {
					t.Errorf("the read that was canceled: %v", err)
				}
			})
			synctest.Wait()
			for n := size - 9; n < size-1; n++ {
				reads.Go(func() {
					if err := readOne(t.Context(), r, engine.Alerts, strconv.Itoa(n)); err != nil {
						t.Errorf("object %d: %v", n, err)
					}
				})
			}
			synctest.Wait()
			cancel()
			reads.Wait()
			asked := max(1, size/100) // The other read asks for the same pages again.
			wantRequests(t, e, 0, 2*asked)
		})
	}
}

// A write makes the list out of date, so a read that waits for the list must stop waiting.
func TestAWriteEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50, before: slow(loadTime - time.Second)}
		r := e.reader(t, engine.Config{})
		trust(t, r)
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

// A list that was requested before a write ended must not answer reads after this write. The list is fetched from second 2 to second 7, and
// each case has a write at another time.
func TestAWriteWhileTheListIsFetched(t *testing.T) {
	tests := map[string]struct{ begins, takes time.Duration }{
		"within":       {3 * time.Second, time.Second},
		"at its begin": {time.Second, 3 * time.Second},
		"at its end":   {4 * time.Second, 10 * time.Second},
		"around it":    {time.Second, 10 * time.Second},
		"after it":     {20 * time.Second, time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				testAWriteWhileTheListIsFetched(t, test.begins, test.takes)
			})
		})
	}
}

func testAWriteWhileTheListIsFetched(t *testing.T, begins, takes time.Duration) {
	t.Helper()
	const fetching, listAsked = 5 * time.Second, 2 * time.Second
	var written atomic.Bool
	e := &fakeEngine{size: 50}
	e.before = func(r *http.Request) {
		if r.Method == http.MethodPatch {
			time.Sleep(takes)
			written.Store(true)
		}
		slow(fetching)(r)
	}
	r := e.reader(t, engine.Config{})
	var all sync.WaitGroup
	all.Go(func() {
		time.Sleep(begins)
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
		t.Error("after the write an object was answered from a list that is older")
	}
}

// The context of a read ends while it fetches the list, and no other read waits for it. The read ends too.
func TestAReadThatFetchesTheListEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	e := &fakeEngine{size: 50, before: func(r *http.Request) {
		if r.URL.Query().Has("page") {
			cancel()
		}
	}}
	r := e.reader(t, engine.Config{})
	readInOrder(t, r, 0, 1)
	if err := readOne(ctx, r, engine.Alerts, "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	wantRequests(t, e, 1, 1)
}

// A write ends while an object is read singly. The list is out of date then, but nothing is wrong with it, so the log must not say so.
func TestAWriteWhileAnObjectIsRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{size: 50, before: func(r *http.Request) {
			if r.Method == http.MethodGet {
				time.Sleep(5 * time.Second)
			}
		}}
		r := e.reader(t, engine.Config{Log: func(_ context.Context, msg string, fields map[string]any) {
			if msg == "this list is not used, objects are read singly" {
				t.Errorf("%s: %v", msg, fields)
			}
		}})
		var all sync.WaitGroup
		all.Go(func() { enginetest.Check(t, readOne(t.Context(), r, engine.Alerts, "0")) })
		all.Go(func() {
			time.Sleep(time.Second)
			enginetest.Check(t, enginetest.ErrorOf(r.client.Update(t.Context(), engine.Nodes, "9", engine.Document{"name": "x"})))
		})
		all.Wait()
		readInOrder(t, r, 1, 4)
		wantRequests(t, e, 3, 1)
	})
}

// Several reads need whole objects at once. Only the first one reads its object singly and compares it with the list. The others wait for
// the result, and then take their objects from the list.
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
			doc, err := r.ReadWhole(t.Context(), engine.Alerts, strconv.Itoa(n))
			if err != nil || doc["tags"] == nil {
				t.Errorf("object %d: %v, %v", n, doc, err)
			}
		})
	}
	reads.Wait()
	wantRequests(t, e, 1, 1)
}
