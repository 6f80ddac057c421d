// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

func names(t testing.TB, list Object) string {
	t.Helper()
	var found []string
	for _, doc := range servertest.Items(t, list, "results") {
		found = append(found, servertest.Text(t, doc, "name"))
	}
	return strings.Join(found, " ")
}

func TestListIsInOrderOfCreation(t *testing.T) {
	for _, kind := range servertest.Kinds {
		c := servertest.Serve(t, refserver.Options{})
		servertest.Equal(t, c.Get(servertest.Paths[kind]), `{"count":0,"next":null,"previous":null,"results":[]}`)
		b := c.Made(kind, Object{"name": "b"})
		a := c.Made(kind, Object{"name": "a"})
		c.Patch(kind, b, Object{"name": "c"})
		list := c.Get(servertest.Paths[kind])
		if got := names(t, list); got != "c a" || list["count"] != 2.0 {
			t.Errorf("%s: %v of %s", kind, list["count"], got)
		}
		servertest.Equal(t, servertest.Items(t, list, "results")[1], servertest.JSON(t, a))
	}
}

func TestPages(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for i := range 45 {
		c.Made("node", Object{"name": fmt.Sprint("n", i), "type": "self_hosted"})
	}
	for _, test := range []struct {
		query, first, last, next, previous string
		results                            int
	}{
		{query: "", first: "n0", last: "n19", next: "page=2", results: 20},
		{query: "?page=1", first: "n0", last: "n19", next: "page=2", results: 20},
		{query: "?page=2", first: "n20", last: "n39", next: "page=3", previous: "page=1", results: 20},
		{query: "?page=3", first: "n40", last: "n44", previous: "page=2", results: 5},
		{query: "?page=3&page_size=15", first: "n30", last: "n44", previous: "page=2&page_size=15", results: 15},
		{query: "?page_size=45", first: "n0", last: "n44", results: 45},
		{query: "?page_size=100&type=self_hosted&a=%26+b", first: "n0", last: "n44", results: 45},
		{query: "?x=%26+b&page_size=44", first: "n0", last: "n43", next: "page=2&page_size=44&x=%26+b", results: 44},
		// An invalid page_size is ignored (quirk 1).
		{query: "?page_size=0", first: "n0", last: "n19", next: "page=2&page_size=0", results: 20},
		{query: "?page_size=x", first: "n0", last: "n19", next: "page=2&page_size=x", results: 20},
	} {
		list := c.Get(servertest.Paths["node"] + test.query)
		found := strings.Fields(names(t, list))
		if list["count"] != 45.0 || len(found) != test.results || found[0] != test.first || found[len(found)-1] != test.last {
			t.Errorf("%s: %v of %v", test.query, found, list["count"])
		}
		checkLink(c, list["next"], test.next)
		checkLink(c, list["previous"], test.previous)
	}
	for _, page := range []string{"0", "4", "-1", "x", "1.0", "", "99999999999999999999"} {
		servertest.Equal(t, c.Must(http.StatusNotFound, "GET", servertest.Paths["node"]+"?page="+page, nil), `{"detail":"Invalid page."}`)
	}
	servertest.Equal(t, c.Get(servertest.Paths["alert"] + "?page=1")["count"], "0")
}

// checkLink checks that the link to a page is an absolute URL with the given query. If query is empty, the link must be null.
func checkLink(c *servertest.Client, link any, query string) {
	c.T.Helper()
	if query == "" && link == nil {
		return
	}
	if want := c.URL + servertest.Paths["node"] + "?" + query; link != want {
		c.T.Errorf("the link is %v, want %s", link, want)
	}
}

// TestLargestPage checks that a page has at most 1,000 objects, even if page_size is larger (quirk 1 in quirks.go).
func TestLargestPage(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for range 1001 {
		c.Made("node", nil)
	}
	list := c.Get(servertest.Paths["node"] + "?page_size=5000")
	if n := len(servertest.Items(t, list, "results")); n != 1000 || list["next"] == nil {
		t.Errorf("%d objects, then %v", n, list["next"])
	}
	list = c.Get(servertest.Paths["node"] + "?page_size=5000&page=2")
	if n := len(servertest.Items(t, list, "results")); n != 1 || list["next"] != nil {
		t.Errorf("%d objects, then %v", n, list["next"])
	}
}

func TestFilters(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	c.Made("alert", Object{"name": "One", "type": "rate", "severity": "SEV1", "stmt_time_window": 60, "mute": true, "my_key": "x"})
	c.Made("alert", Object{"name": "two", "type": "cron", "severity": "sev2", "stmt_time_window": 7, "description": "a \"q\" é"})
	c.Made("alert", Object{"name": "tone", "type": "cron", "severity": "SEV2", "description": "", "tags": []any{Object{"id": "1"}}})
	for query, want := range map[string]string{
		"name=One":                       "One",
		"name=one":                       "",
		"name=":                          "",
		"name__contains=ne":              "One tone",
		"name__contains=One":             "One",
		"name__icontains=ONE":            "One tone",
		"name__in=two,One":               "One two",
		"name__in=none":                  "",
		"name=two&severity=SEV2":         "two",
		"name=two&name=One":              "",
		"severity=sev2":                  "two tone",
		"severity__in=SEV1,x":            "One",
		"mute=true":                      "One",
		"mute=False":                     "two tone",
		"stmt_time_window=60":            "One",
		"stmt_time_window=60.0":          "One",
		"stmt_time_window__in=7,60":      "One two",
		`description=a "q" é`:            "two",
		`description__contains="q`:       "two",
		"description=":                   "One tone", // An empty value finds null and "" (quirk 3).
		"type=rate":                      "One",
		"type=cron":                      "two tone",
		"unknown=x":                      "One two tone", // Unknown parameters and fields are ignored (quirk 2).
		"my_key=y":                       "One two tone",
		"name__startswith=x":             "One two tone",
		"tags=1":                         "One two tone",
		"ordering=name":                  "One tone two",
		"ordering=-name":                 "two tone One",
		"ordering=stmt_time_window":      "tone two One",
		"ordering=-stmt_time_window":     "One two tone",
		"ordering=mute,name":             "tone two One",
		"ordering=mute,-name":            "two tone One",
		"ordering=unknown,tags":          "One two tone",
		"ordering=type":                  "two tone One",
		"ordering=-name&page_size=1":     "two",
		"name__icontains=o&page_size=50": "One two tone",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		list := c.Get(servertest.Paths["alert"] + "?" + values.Encode())
		if got := names(t, list); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	id := servertest.Text(t, c.Made("alert", Object{"name": "three"}), "id")
	if got := names(t, c.Get(servertest.Paths["alert"]+"?id="+id)); got != "three" {
		t.Errorf("by id: %q", got)
	}
}

// TestOrderingIsStable checks that if two objects have equal values, the older one comes first.
func TestOrderingIsStable(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	var even, odd []string
	for i := range 60 {
		name := fmt.Sprint("n", i)
		c.Made("node", Object{"name": name, "type": fmt.Sprint(i % 2)})
		if i%2 == 0 {
			even = append(even, name)
		} else {
			odd = append(odd, name)
		}
	}
	for ordering, want := range map[string][]string{"type": slices.Concat(even, odd), "-type": slices.Concat(odd, even)} {
		list := c.Get(servertest.Paths["node"] + "?page_size=60&ordering=" + ordering)
		if got := names(t, list); got != strings.Join(want, " ") {
			t.Errorf("by %s: %s", ordering, got)
		}
	}
}

// TestFilterByParent checks that a filter by parent, such as tab=ID, finds the children of that parent, even after some of them were
// deleted or moved to a different parent.
func TestFilterByParent(t *testing.T) {
	for child, field := range map[string]string{"tab": "dashboard", "widget": "tab", "routine": "component_id"} {
		c := servertest.Serve(t, refserver.Options{})
		a := c.Made(child, Object{"name": "a"})
		parent := servertest.Text(t, a, field)
		b := c.Made(child, Object{"name": "b", field: parent})
		other := c.Made(child, Object{"name": "c"})
		expect := func(parent any, want string) {
			t.Helper()
			list := c.Get(fmt.Sprintf("%s?%s=%v", servertest.Paths[child], field, parent))
			if got := names(t, list); got != want {
				t.Errorf("the %ss of %v are %q, want %q", child, parent, got, want)
			}
		}
		expect(parent, "a b")
		expect(other[field], "c")
		expect("none", "")
		if child != "tab" { // A tab can't move to a different dashboard (quirk 8).
			c.Patch(child, a, Object{field: other[field]})
			expect(parent, "b")
			expect(other[field], "a c")
			c.Patch(child, a, Object{field: parent})
			expect(parent, "a b")
		}
		c.Must(http.StatusNoContent, "DELETE", c.Path(child, a), nil)
		expect(parent, "b")
		c.Must(http.StatusNoContent, "DELETE", c.Path(child, b), nil)
		expect(parent, "")
	}
}

// TestTabKeepsItsDashboard checks that an update can't move a tab to a different dashboard. An update may contain the id of the current
// dashboard (quirk 8 in quirks.go).
func TestTabKeepsItsDashboard(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	tab, other := c.Made("tab", nil), c.Made("dashboard", nil)
	c.RejectedFor("dashboard", "PATCH", c.Path("tab", tab), Object{"dashboard": other["id"]})
	c.RejectedFor("dashboard", "PATCH", c.Path("tab", tab), Object{"dashboard": Object{}})
	got := c.Patch("tab", tab, Object{"dashboard": tab["dashboard"], "order": "3"})
	servertest.Equal(t, []any{got["dashboard"], got["order"]}, servertest.JSON(t, []any{tab["dashboard"], 3}))
}
