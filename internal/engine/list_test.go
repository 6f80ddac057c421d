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

// ids returns the ids of the listed alerts. If the list fails, it returns the ids received before the error.
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

// pages returns a handler that responds to a request for page n with the n-th body. It replaces HOST in a body with the test server's
// address.
func pages(t *testing.T, bodies ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscan(r.URL.Query().Get("page"), &n); err != nil || n < 1 || n > len(bodies) {
			respond(t, w, http.StatusNotFound, `{"detail":"Invalid page."}`)
			return
		}
		respond(t, w, http.StatusOK, strings.ReplaceAll(bodies[n-1], "HOST", "http://"+r.Host))
	}
}

// object returns a page that contains objects with these ids. The page has no count if count is "", and no next if next is "".
func object(count, next, ids string) string {
	members := []string{`"previous":null`}
	if count != "" {
		members = append(members, `"count":`+count)
	}
	if next != "" {
		members = append(members, `"next":`+next)
	}
	return "{" + strings.Join(append(members, `"results":`+array(ids)), ",") + "}"
}

func array(ids string) string {
	var elements []string
	for id := range strings.FieldsSeq(ids) {
		elements = append(elements, fmt.Sprintf(`{"id":%q}`, id))
	}
	return "[" + strings.Join(elements, ",") + "]"
}

// List must accept lists in every format, such as arrays, or pages with numbers, cursors or relative URLs. If the list is invalid, the
// error must contain the given string.
func TestLists(t *testing.T) {
	const path = "/v3/engine/alert/alerts/"
	last := object("2", "null", "b")
	for name, test := range map[string]struct {
		want   string
		bodies []string
	}{
		"bare array":                  {"a b", []string{array("a b")}},
		"empty array":                 {"", []string{array("")}},
		"without ids":                 {"<nil> <nil>", []string{`[{"name":"a"},{"name":"a"}]`}},
		"one page":                    {"a", []string{object("1", "null", "a")}},
		"two pages":                   {"a b", []string{object("2", `"HOST`+path+`?page=2&page_size=100"`, "a"), last}},
		"relative next":               {"a b", []string{object("2", `"?page=2"`, "a"), last}},
		"next skips a page":           {"a c", []string{object("2", `"HOST`+path+`?page=3"`, "a"), last, object("2", "null", "c")}},
		"next without a slash":        {"a b", []string{object("2", `"HOST/v3/engine/alert/alerts?page=2"`, "a"), last}},
		"next on a different host":    {"a b", []string{object("2", `"http://internal.example`+path+`?page=7"`, "a"), last}},
		"next on a different path":    {"a b", []string{object("2", `"HOST/v3/engine/node/?page=7"`, "a"), last}},
		"next has one more parameter": {"a b", []string{object("2", `"http://internal.example`+path+`?page=2&p=2"`, "a"), last}},
		"cursor, then a number":       {"a b", []string{object("", `"http://internal.example/"`, "a"), object("", "", "b")}},
		"no next, but a count":        {"a b c", []string{object("3", "", "a b"), object("3", "", "c")}},
		"no next, count too high":     {"a", []string{object("9", "", "a"), object("9", "", "")}},
		"no next, no count":           {"a", []string{object("", "", "a")}},
		"moved to the next page":      {"a b c", []string{object("2", `"?page=2"`, "a b"), object("3", "null", "b c")}},
		"last page is gone":           {"a", []string{object("2", `"?page=2"`, "a")}},
		"empty last page":             {"a", []string{object("2", `"?page=2"`, "a"), object("1", `"?page=3"`, "")}},
		"no page":                     {"404 Not Found", nil}, // an error, not an empty list
		"results are no array":        {"not a list", []string{`{"count":1,"results":{"id":"a"}}`}},
		"results are null":            {"not a list", []string{`{"count":1,"results":null}`}},
		"no results":                  {"not a list", []string{`{"id":"a"}`}},
		"string":                      {"not a list", []string{`"a"`}},
		"element":                     {"element 1", []string{`[{"id":"a"},"b"]`}},
		"count":                       {"count", []string{object("1.5", "", "")}},
		"no JSON":                     {"base_url", []string{`<html>`}},
		"circle":                      {"no end", []string{object("2", `"?page=2"`, "a"), object("2", `"?page=1"`, "b")}},
		"next is the same elsewhere": {"a b", []string{
			object("2", `"http://x.example/?page=2"`, "a"), object("2", `"http://x.example/?page=2"`, "b"),
		}},
	} {
		c, log := record(t, pages(t, test.bodies...))
		got, err := ids(t, c, nil)
		result := strings.Join(got, " ")
		if err != nil {
			result = err.Error()
		}
		if (err == nil || test.want == "") && result != test.want || !strings.Contains(result, test.want) {
			t.Errorf("%s: the objects are %q, error %v; want %q", name, got, err, test.want)
		}
		if got := log.take(); len(got) > len(test.bodies)+3 {
			t.Errorf("%s: it took %q", name, got)
		}
	}
}

// Page must return the number of pages in the list, or 0 if unknown. Count must return the number of objects, and request only one object.
func TestPageAndCount(t *testing.T) {
	for body, want := range map[string]string{
		array("a b"):                               "2 elements, 1 pages, count 0 false",
		object("1", "null", "a"):                   "1 elements, 1 pages, count 1 true",
		object("0", "null", ""):                    "0 elements, 1 pages, count 0 true",
		object("5", `"HOST/?page=2"`, "a b"):       "2 elements, 3 pages, count 5 true",
		object("", `"?page=2"`, "a"):               "1 elements, 0 pages, count 0 false",
		object("1234", `"?cursor=x"`, "a"):         "1 elements, 0 pages, count 1234 true",
		object("5", "", "a b"):                     "2 elements, 3 pages, count 5 true",
		object("", "", "a"):                        "1 elements, 1 pages, count 0 false",
		object("5", `"http://[::1?page=2"`, "a b"): "2 elements, 0 pages, count 5 true",
	} {
		c, log := record(t, pages(t, body, body))
		page, err := c.Page(t.Context(), Alerts, 2)
		must(t, err)
		count, known, err := c.Count(t.Context(), Alerts, nil)
		must(t, err)
		if got := fmt.Sprintf("%d elements, %d pages, count %d %t", len(page.Elements), page.Pages, count, known); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
		const path = "GET /v3/engine/alert/alerts/?page="
		if got := log.take(); !slices.Equal(got, []string{path + "2&page_size=100", path + "1&page_size=1"}) {
			t.Errorf("%s: it took %q", body, got)
		}
	}
}

// An endless or huge list must result in an error after a limited number of requests.
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
			_, err := ids(t, c, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 500 || requests != test.requests {
				t.Errorf("after %d requests the error is %v; want %q after %d", requests, err, test.want, test.requests)
			}
		})
	}
}

// List must send the caller's query with each page without modifying the caller's url.Values. If a "next" URL contains a cursor, List must
// use that URL's query, even if the URL has a different host.
func TestListSendsItsQuery(t *testing.T) {
	c, log := record(t, pages(t, "", object("", `"http://internal.example/?page=3"`, "a"),
		object("", `"http://internal.example/api?cursor=x&name__in=a%2Cb"`, "b")))
	query := url.Values{"name__in": {"a,b"}, "page_size": {"5"}, "page": {"2"}}
	must(t, errorOf(ids(t, c, query)))
	const path = "GET /v3/engine/alert/alerts/?"
	want := []string{
		path + "name__in=a%2Cb&page=2&page_size=5", path + "name__in=a%2Cb&page=3&page_size=5", path + "cursor=x&name__in=a%2Cb",
	}
	if got := log.take(); !slices.Equal(got, want) {
		t.Errorf("the requests are %q, want %q", got, want)
	}
	if len(query) != 3 || query.Get("page") != "2" {
		t.Errorf("the caller's query was changed: %v", query)
	}
}

// After an array with page_size elements, List must request one more page. That page may be empty or equal to the previous one.
func TestListOfLongArrays(t *testing.T) {
	first := `[{"id":"a","last_ping":1},{"id":"b"}]`
	for want, bodies := range map[string][]string{
		"a b c d": {first, array("c d"), array("")}, "a b": {first, strings.Replace(first, "1", "2", 1)},
	} {
		c, log := record(t, pages(t, bodies...))
		got, err := ids(t, c, url.Values{"page_size": {"2"}})
		if err != nil || strings.Join(got, " ") != want || len(log.take()) != len(bodies) {
			t.Errorf("the objects are %q, error %v; want %q", got, err, want)
		}
	}
}

// List must not request pages that the caller's loop does not reach.
func TestListStopsWithItsLoop(t *testing.T) {
	c, log := record(t, pages(t, object("", `"?page=2"`, "a b"), object("", "null", "")))
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
