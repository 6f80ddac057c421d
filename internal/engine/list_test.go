// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestListsHaveBounds checks that an endless or huge list causes an error after a limited number of requests.
func TestListsHaveBounds(t *testing.T) {
	many := func(count int, ofOne func(n int) string) string {
		elements := make([]string, count)
		for n := range elements {
			elements[n] = ofOne(n)
		}
		return "[" + strings.Join(elements, ",") + "]"
	}
	numbered := func(n int) string { return fmt.Sprintf(`{"id":"%d"}`, n) }
	million := many(1_000_000, func(int) string { return `{}` })
	for name, test := range map[string]struct {
		page     func(n int) string
		want     string
		requests int
	}{
		"next without end, one object each": {func(n int) string {
			return fmt.Sprintf(`{"next":"?page=%d","results":[{"id":"%d"}]}`, n+1, n)
		}, "2000 pages contained", maxUncountedPages},
		"next without end, more than the count": {func(n int) string {
			return fmt.Sprintf(`{"count":5,"next":"?page=%d","results":[{"id":"%d"}]}`, n+1, n)
		}, "pages contained 110 objects", 2*5 + morePages},
		"pages without end, by the count": {func(n int) string {
			return fmt.Sprintf(`{"count":999999999999,"results":[{"id":"%d"}]}`, n)
		}, "10000 pages contained", maxPages},
		"full pages without end": {func(n int) string {
			return fmt.Sprintf(`{"next":"?page=%d","results":%s}`, n+1, many(1000, func(e int) string { return numbered(1000*n + e) }))
		}, "after the first 100000", 100},
		"more full pages than the count": {func(n int) string {
			full := many(1000, func(e int) string { return numbered(1000*n + e) })
			return fmt.Sprintf(`{"count":2000,"next":"?page=%d","results":%s}`, n+1, full)
		}, "after the first 100000", 100},
		"arrays without end": {func(n int) string {
			return many(100, func(e int) string { return numbered(100*n + e) })
		}, "after the first 100000", 1000},
		"the same page again and again": {func(n int) string {
			return fmt.Sprintf(`{"count":9999,"next":"?page=%d","results":[{"id":"a"},{"id":"b"}]}`, n+1)
		}, "3 pages in a row repeat", 4},
		"the same page, by the count": {func(int) string { return `{"count":9999,"results":[{"id":"a"}]}` }, "3 pages in a row repeat", 4},
		"a million objects":           {func(int) string { return million }, "more than 100000 objects", 1},
		"a million results":           {func(int) string { return `{"count":2,"results":` + million + `}` }, "more than 100000 objects", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
				n := 1
				_, _ = fmt.Sscan(r.URL.Query().Get("page"), &n)
				requests++
				respond(t, w, http.StatusOK, test.page(n))
			})
			var err error
			for _, err = range c.List(t.Context(), Alerts, nil) {
				continue // The error comes last.
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 500 || requests != test.requests {
				t.Errorf("after %d requests the error is %v; want %q after %d", requests, err, test.want, test.requests)
			}
		})
	}
}

// TestListHasAMaximumSize checks the limit of 256 MiB for a whole list. It calls add directly, so no server has to send that much data.
func TestListHasAMaximumSize(t *testing.T) {
	last := &page{reply: &reply{body: []byte("[{}]")}}
	for bytes, want := range map[int]string{maxListBytes - 4: "", maxListBytes - 3: "larger than 256 MiB"} {
		seen := progress{bytes: bytes}
		if problem := seen.add(last, 1); !strings.Contains(problem, want) || want == "" && problem != "" {
			t.Errorf("a list of %d bytes: %q, want %q", bytes+4, problem, want)
		}
	}
}

// TestListStopsWithItsLoop checks that List doesn't request pages that the caller's loop never reaches.
func TestListStopsWithItsLoop(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, _ *http.Request) {
		respond(t, w, http.StatusOK, `{"next":"?page=2","results":[{"id":"a"},{"id":"b"}]}`)
	})
	for _, until := range []string{"a", "b"} {
		for doc, err := range c.List(t.Context(), Alerts, nil) {
			if err != nil || doc["id"] == until {
				break
			}
		}
		if got := log.take(); len(got) != 1 {
			t.Errorf("the requests are %q, want one", got)
		}
	}
}

// TestLongListIsNoProof checks ReadAgain if a read returns 404 and the list is too long to search (maxListedIDs). In general, an engine
// might respond to every read with a 404. Therefore, ReadAgain may report the object as gone only if it can read one of the listed objects.
func TestLongListIsNoProof(t *testing.T) {
	for _, canBeRead := range []bool{true, false} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			var page int
			_, err := fmt.Sscan(r.URL.Query().Get("page"), &page)
			switch {
			case err == nil:
				var elements []string
				for n := range 100 {
					elements = append(elements, fmt.Sprintf(`{"id":"a%d-%d"}`, page, n))
				}
				respond(t, w, http.StatusOK, fmt.Sprintf(`{"next":"?page=%d","results":[%s]}`, page+1, strings.Join(elements, ",")))
			case canBeRead && strings.Contains(r.URL.Path, "/a1-0"):
				respond(t, w, http.StatusOK, `{"id":"a1-0"}`)
			default:
				respond(t, w, http.StatusNotFound, `{"detail":"Not Found"}`)
			}
		})
		if _, err := c.ReadAgain(t.Context(), Alerts, "7"); err == nil || IsGone(err) != canBeRead {
			t.Errorf("a different object can be read: %t: the error is %v", canBeRead, err)
		}
		if got := log.take(); len(got) > maxListedIDs/100+6 {
			t.Errorf("it took %d requests", len(got))
		}
	}
}

// TestListBy checks that ListBy yields the objects in the pages that the send function returns, and ends with an error if the engine
// rejects the request.
func TestListBy(t *testing.T) {
	t.Parallel()
	c := newClient(t, Config{BaseURL: "https://engine.example.com", AccessID: "a", SecretKey: "b"})
	for status, want := range map[int]string{http.StatusOK: "a b ", http.StatusForbidden: "403 Forbidden"} {
		got := ""
		for doc, err := range c.ListBy("/v3/engine/things/", func(Exchange) (Response, error) {
			return Response{Status: status, Body: []byte(`[{"id": "a"}, {"id": "b"}]`)}, nil
		}) {
			if err != nil {
				got += err.Error()
				break
			}
			got += fmt.Sprint(doc["id"], " ")
		}
		if !strings.Contains(got, want) {
			t.Errorf("%d: got %s", status, got)
		}
	}
}

func FuzzList(f *testing.F) {
	for _, seed := range []string{
		`[]`, `[{"id":"a"},{"id":"b"}]`, `{"count":3,"next":null,"results":[{"id":"a"}]}`, `{"count":1e3,"next":"?page=2","results":[{}]}`,
		`{"results":[{"id":7}],"next":"?cursor=x&page_size=1"}`, `{"count":-1,"results":[null]}`, `<html>`,
		`{"next":"http://[::1","results":[{"id":"c"}]}`,
	} {
		f.Add(seed, `{"count":3,"next":"?page=3","results":[{"id":"z"}]}`)
		f.Add(`{"next":"?page=2","results":[{"id":"z"}]}`, seed)
	}
	f.Fuzz(func(t *testing.T, first, others string) {
		requests := 0
		c := inMemory(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
			if requests++; requests == 1 {
				respond(t, w, http.StatusOK, first)
				return
			}
			respond(t, w, http.StatusOK, others)
		})
		for doc, err := range c.List(t.Context(), Alerts, nil) {
			if (doc == nil) == (err == nil) {
				t.Fatalf("an object %v with the error %v", doc, err)
			}
			if err != nil && (len(err.Error()) > 2000 || !utf8.ValidString(err.Error())) {
				t.Fatalf("the error is %q", err)
			}
		}
		if requests > maxPages {
			t.Fatalf("it took %d requests", requests)
		}
	})
}
