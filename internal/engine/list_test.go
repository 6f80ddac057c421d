// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// ids lists the alerts. If the list fails, it returns the ids before the error.
func ids(t *testing.T, c *Client, query url.Values) ([]string, error) {
	t.Helper()
	var got []string
	for doc, err := range c.List(t.Context(), Alerts, query) {
		if err != nil {
			return got, err
		}
		got = append(got, fmt.Sprint(doc["id"]))
	}
	return got, nil
}

// pages answers page n with the n-th body. HOST in a body becomes the address of the test server.
func pages(t *testing.T, bodies ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscan(r.URL.Query().Get("page"), &n); err != nil || n < 1 || n > len(bodies) {
			answer(t, w, http.StatusNotFound, `{"detail":"Invalid page."}`)
			return
		}
		answer(t, w, http.StatusOK, strings.ReplaceAll(bodies[n-1], "HOST", "http://"+r.Host))
	}
}

// List must return the objects of every form of list reply, such as an array, or pages with numbers, cursors or relative URLs.
func TestListForms(t *testing.T) {
	const path = "/v3/engine/alert/alerts/"
	tests := map[string]struct {
		bodies []string
		want   string
	}{
		"bare array":  {[]string{`[{"id":"a"},{"id":"b"}]`}, "a b"},
		"empty array": {[]string{`[]`}, ""},
		"one page":    {[]string{`{"count":1,"next":null,"previous":null,"results":[{"id":"a"}]}`}, "a"},
		"two pages": {[]string{
			`{"count":2,"next":"HOST` + path + `?page=2&page_size=100","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"relative next": {[]string{
			`{"count":2,"next":"?page=2","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"next skips a page": {[]string{
			`{"count":2,"next":"HOST` + path + `?page=3","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
			`{"count":2,"next":null,"results":[{"id":"c"}]}`,
		}, "a c"},
		"next without a slash": {[]string{
			`{"count":2,"next":"HOST/v3/engine/alert/alerts?page=2","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"next on another host": {[]string{
			`{"count":2,"next":"http://internal.example/v3/engine/alert/alerts/?page=7","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"next on another path": {[]string{
			`{"count":2,"next":"HOST/v3/engine/node/?page=7","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"no next, but a count": {[]string{
			`{"count":3,"results":[{"id":"a"},{"id":"b"}]}`, `{"count":3,"results":[{"id":"c"}]}`,
		}, "a b c"},
		"no next, count too high": {[]string{`{"count":9,"results":[{"id":"a"}]}`, `{"count":9,"results":[]}`}, "a"},
		"cursor, then a number": {[]string{
			`{"next":"http://internal.example/","results":[{"id":"a"}]}`, `{"results":[{"id":"b"}]}`,
		}, "a b"},
		"no next, no count": {[]string{`{"results":[{"id":"a"}]}`}, "a"},
		"moved to the next page": {[]string{
			`{"count":2,"next":"?page=2","results":[{"id":"a"},{"id":"b"}]}`,
			`{"count":3,"next":null,"results":[{"id":"b"},{"id":"c"}]}`,
		}, "a b c"},
		"next has another parameter": {[]string{
			`{"count":2,"next":"http://internal.example/v3/engine/alert/alerts/?page=2&p=2","results":[{"id":"a"}]}`,
			`{"count":2,"next":null,"results":[{"id":"b"}]}`,
		}, "a b"},
		"last page is gone": {[]string{`{"count":2,"next":"?page=2","results":[{"id":"a"}]}`}, "a"},
		"empty last page": {[]string{
			`{"count":2,"next":"?page=2","results":[{"id":"a"}]}`, `{"count":1,"next":"?page=3","results":[]}`,
		}, "a"},
		"without ids": {[]string{`[{"name":"a"},{"name":"a"}]`}, "<nil> <nil>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := serve(t, pages(t, test.bodies...))
			got, err := ids(t, c, nil)
			if err != nil || strings.Join(got, " ") != test.want {
				t.Errorf("the objects are %q, error %v; want %q", got, err, test.want)
			}
		})
	}
}

func TestPages(t *testing.T) {
	tests := map[string]struct {
		body            string
		elements, pages int
	}{
		"bare array":           {`[{"id":"a"},{"id":"b"}]`, 2, 1},
		"one page":             {`{"count":1,"next":null,"results":[{"id":"a"}]}`, 1, 1},
		"empty":                {`{"count":0,"next":null,"results":[]}`, 0, 1},
		"three pages":          {`{"count":5,"next":"HOST/?page=2","results":[{"id":"a"},{"id":"b"}]}`, 2, 3},
		"no count":             {`{"next":"?page=2","results":[{"id":"a"}]}`, 1, 0},
		"no numbers":           {`{"count":5,"next":"?cursor=x","results":[{"id":"a"}]}`, 1, 0},
		"no next, but a count": {`{"count":5,"results":[{"id":"a"},{"id":"b"}]}`, 2, 3},
		"no next, no count":    {`{"results":[{"id":"a"}]}`, 1, 1},
	}
	for name, test := range tests {
		c, log := record(t, pages(t, "[]", test.body))
		page, err := c.Page(t.Context(), Alerts, 2)
		if err != nil || len(page.Elements) != test.elements || page.Pages != test.pages {
			t.Errorf("%s: %d elements and %d pages, error %v; want %d and %d",
				name, len(page.Elements), page.Pages, err, test.elements, test.pages)
		}
		if got := log.take(); !slices.Equal(got, []string{"GET /v3/engine/alert/alerts/?page=2&page_size=100"}) {
			t.Errorf("%s: it took %q", name, got)
		}
	}
}

// The function Count must request a page with only one object.
func TestCount(t *testing.T) {
	for body, want := range map[string]string{
		`{"count":1234,"next":"?page=2","results":[{"id":"a"}]}`: "1234 true", `{"count":0,"results":[]}`: "0 true",
		`{"next":null,"results":[]}`: "0 false", `[{"id":"a"}]`: "0 false",
	} {
		c, log := record(t, pages(t, body))
		count, known, err := c.Count(t.Context(), Alerts, nil)
		if got := fmt.Sprint(count, known); got != want || err != nil {
			t.Errorf("%s: %s, error %v; want %s", body, got, err, want)
		}
		if got := log.take(); !slices.Equal(got, []string{"GET /v3/engine/alert/alerts/?page=1&page_size=1"}) {
			t.Errorf("it took %q", got)
		}
	}
}

func TestListErrors(t *testing.T) {
	tests := map[string]struct {
		bodies []string
		want   string
	}{
		"results are no array": {[]string{`{"count":1,"results":{"id":"a"}}`}, "not a list"},
		"results are null":     {[]string{`{"count":1,"results":null}`}, "not a list"},
		"no results":           {[]string{`{"id":"a"}`}, "not a list"},
		"text":                 {[]string{`"a"`}, "not a list"},
		"element":              {[]string{`[{"id":"a"},"b"]`}, "element 1"},
		"count":                {[]string{`{"count":1.5,"results":[]}`}, "count"},
		"page":                 {[]string{`<html>`}, "base_url"},
		"circle": {[]string{
			`{"count":2,"next":"?page=2","results":[{"id":"a"}]}`, `{"count":2,"next":"?page=1","results":[{"id":"b"}]}`,
		}, "circle"},
		"next is the same elsewhere": {[]string{
			`{"count":2,"next":"http://x.example/?page=2","results":[{"id":"a"}]}`,
			`{"count":2,"next":"http://x.example/?page=2","results":[{"id":"b"}]}`,
		}, "circle"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, log := record(t, pages(t, test.bodies...))
			_, err := ids(t, c, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one with %q", err, test.want)
			}
			if got := log.take(); len(got) > len(test.bodies)+1 {
				t.Errorf("it took %q", got)
			}
		})
	}
}

// An endless or huge list is an error after a limited number of requests.
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
	long := strings.Repeat("x", mostNext+1)
	for name, test := range map[string]struct {
		page     func(n int) string
		want     string
		requests int
	}{
		"next without end, one object each": {func(n int) string {
			return fmt.Sprintf(`{"next":"?page=%d","results":[{"id":"%d"}]}`, n+1, n)
		}, "2000 pages came", mostUncounted},
		"next without end, more than the count": {func(n int) string {
			return fmt.Sprintf(`{"count":5,"next":"?page=%d","results":[{"id":"%d"}]}`, n+1, n)
		}, "pages came with 110 objects", 2*5 + morePages},
		"pages without end, by the count": {func(n int) string {
			return fmt.Sprintf(`{"count":999999999999,"results":[{"id":"%d"}]}`, n)
		}, "10000 pages came", mostPages},
		"full pages without end": {func(n int) string {
			return fmt.Sprintf(`{"next":"?page=%d","results":%s}`, n+1, many(1000, func(e int) string { return numbered(1000*n + e) }))
		}, "100000 objects came", 100},
		"more full pages than the count": {func(n int) string {
			full := many(1000, func(e int) string { return numbered(1000*n + e) })
			return fmt.Sprintf(`{"count":2000,"next":"?page=%d","results":%s}`, n+1, full)
		}, "14000 objects came", 14},
		"arrays without end": {func(n int) string {
			return many(100, func(e int) string { return numbered(100*n + e) })
		}, "100000 objects came", 1000},
		"the same page again and again": {func(n int) string {
			return fmt.Sprintf(`{"count":9999,"next":"?page=%d","results":[{"id":"a"},{"id":"b"}]}`, n+1)
		}, "3 pages in a row repeat", 4},
		"the same page, by the count": {func(int) string { return `{"count":9999,"results":[{"id":"a"}]}` }, "3 pages in a row repeat", 4},
		"a million objects":           {func(int) string { return million }, "more than 100000 objects", 1},
		"a million results":           {func(int) string { return `{"count":2,"results":` + million + `}` }, "more than 100000 objects", 1},
		"a long address": {
			func(int) string { return `{"next":"?` + long + `","results":[{"id":"a"}]}` }, "the address of the next page has", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
				n := 1
				_, _ = fmt.Sscan(r.URL.Query().Get("page"), &n)
				requests++
				answer(t, w, http.StatusOK, test.page(n))
			})
			_, err := ids(t, c, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 500 || requests != test.requests {
				t.Errorf("after %d requests the error is %v; want %q after %d", requests, err, test.want, test.requests)
			}
		})
	}
}

// If the first page gets a 404, List returns an error and not an empty list.
func TestListOfAnAbsentCollection(t *testing.T) {
	c, _ := serve(t, pages(t))
	if _, err := ids(t, c, nil); !IsNotFound(err) {
		t.Errorf("the error is %v", err)
	}
}

// List sends the caller's query with each page and does not modify the caller's url.Values.
func TestListSendsItsQuery(t *testing.T) {
	c, log := record(t, pages(t, `{"next":"?cursor=x&name__in=a%2Cb","results":[{"id":"a"}]}`,
		`{"next":"http://internal.example/?page=3","results":[{"id":"b"}]}`, `{"next":null,"results":[]}`))
	query := url.Values{"name__in": {"a,b"}, "page_size": {"5"}, "page": {"2"}}
	must(t, errorOf(ids(t, c, query)))
	want := []string{
		"GET /v3/engine/alert/alerts/?name__in=a%2Cb&page=2&page_size=5",
		"GET /v3/engine/alert/alerts/?name__in=a%2Cb&page=3&page_size=5",
	}
	if got := log.take(); !slices.Equal(got, want) {
		t.Errorf("the requests are %q, want %q", got, want)
	}
	if len(query) != 3 || query.Get("page") != "2" {
		t.Errorf("the caller's query was changed: %v", query)
	}
}

// List uses the query of the "next" URL even if its host is not that of the proxy.
func TestListFollowsTheParameterOfTheEngine(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("offset") == "" {
			answer(t, w, http.StatusOK, `{"count":2,"next":"http://internal.example/api/alerts?offset=1&limit=1","results":[{"id":"a"}]}`)
			return
		}
		answer(t, w, http.StatusOK, `{"count":2,"next":null,"results":[{"id":"b"}]}`)
	})
	got, err := ids(t, c, nil)
	if err != nil || strings.Join(got, " ") != "a b" {
		t.Errorf("the objects are %q, error %v, requests %q", got, err, log.take())
	}
}

// After an array with page_size elements, List must request another page. That page may be empty, or equal to the page before.
func TestListOfLongArrays(t *testing.T) {
	for name, size := range map[string]int{"pages": 2, "all": 1} {
		t.Run(name, func(t *testing.T) {
			moving := 0
			c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
				n := 1
				if size > 1 {
					check(t, errorOf(fmt.Sscan(r.URL.Query().Get("page"), &n)))
				}
				moving++
				bodies := []string{
					fmt.Sprintf(`[{"id":"a","last_ping":%d},{"id":"b"}]`, moving), `[{"id":"c"},{"id":"d"}]`, `[]`,
				}
				answer(t, w, http.StatusOK, bodies[n-1])
			})
			want := map[string]string{"pages": "a b c d", "all": "a b"}[name]
			got, err := ids(t, c, url.Values{"page_size": {"2"}})
			if err != nil || strings.Join(got, " ") != want || len(log.take()) != size+1 {
				t.Errorf("the objects are %q, error %v; want %q", got, err, want)
			}
		})
	}
}

func TestListStopsWithItsLoop(t *testing.T) {
	c, log := record(t, pages(t, `{"next":"?page=2","results":[{"id":"a"},{"id":"b"}]}`, `{"next":null,"results":[]}`))
	for _, err := range c.List(t.Context(), Alerts, nil) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if got := log.take(); len(got) != 1 {
		t.Errorf("the requests are %q, want one", got)
	}
	for doc, err := range c.List(t.Context(), Alerts, nil) {
		if err != nil || doc["id"] == "b" {
			break
		}
	}
	if got := log.take(); len(got) != 1 {
		t.Errorf("the requests are %q, want one", got)
	}
}

// The list has 5,000 objects of about 2 KB each, in pages of 100.
func BenchmarkList(b *testing.B) {
	var elements strings.Builder
	for n := range 100 {
		if n > 0 {
			elements.WriteByte(',')
		}
		fmt.Fprintf(&elements, `{"id":"PAGE-%d","name":"Low flow","severity":"SEV2","mute":false,"rate_value":5`, n)
		for field := range 40 {
			fmt.Fprintf(&elements, `,"field_%d":{"id":"0f5f7c0e-3a4b","name":"x","n":%d}`, field, field)
		}
		elements.WriteByte('}')
	}
	listed := elements.String()
	cfg := testConfig("http://engine.test")
	cfg.Transport = direct(func(w http.ResponseWriter, r *http.Request) {
		var n int
		_, _ = fmt.Sscan(r.URL.Query().Get("page"), &n)
		next := "null"
		if n < 50 {
			next = fmt.Sprintf(`"?page=%d"`, n+1)
		}
		_, _ = fmt.Fprintf(w, `{"count":5000,"next":%s,"results":[%s]}`, next, strings.ReplaceAll(listed, "PAGE", fmt.Sprint(n)))
	})
	c := newClient(b, cfg)
	b.ReportAllocs()
	for b.Loop() {
		found := 0
		for _, err := range c.List(b.Context(), Alerts, nil) {
			if err != nil {
				b.Fatal(err)
			}
			found++
		}
		if found != 5000 {
			b.Fatal(found)
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
				answer(t, w, http.StatusOK, first)
				return
			}
			answer(t, w, http.StatusOK, others)
		})
		for doc, err := range c.List(t.Context(), Alerts, nil) {
			if (doc == nil) == (err == nil) {
				t.Fatalf("an object %v with the error %v", doc, err)
			}
			if err != nil && (len(err.Error()) > 2000 || !utf8.ValidString(err.Error())) {
				t.Fatalf("the error is %q", err)
			}
		}
		if requests > mostPages {
			t.Fatalf("it took %d requests", requests)
		}
	})
}
