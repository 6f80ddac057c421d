// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func TestAuthorization(t *testing.T) {
	c := serve(t, refserver.Options{AccessID: "id", SecretKey: "key"})
	for _, header := range []string{
		"", "Service", "Service id", "Service id ", "Service id key2", "Service id2 key", "service id key",
		"Bearer id key", "Service id  key", "Service id key x",
	} {
		// Even for a path that does not exist and a body that is wrong: authorization comes first.
		for _, path := range []string{paths["node"], "/nothing"} {
			r := c.request("POST", path, "{")
			r.Header.Set("Authorization", header)
			got, err := c.send(r)
			if err != nil {
				t.Fatal(err)
			}
			if got.status != http.StatusUnauthorized || got.doc["detail"] == nil {
				t.Errorf("%q: %d %s", header, got.status, got.body)
			}
		}
	}
	c.must(http.StatusOK, "GET", paths["node"], nil)
	if n := len(c.server.Objects("node")); n > 0 {
		t.Errorf("%d nodes were made without authorization", n)
	}
}

func TestRandomCredentials(t *testing.T) {
	a, b := serve(t, refserver.Options{}).server, serve(t, refserver.Options{}).server
	if len(a.AccessID()) < 20 || len(a.SecretKey()) < 20 || a.AccessID() == b.AccessID() || a.SecretKey() == b.SecretKey() {
		t.Errorf("credentials %q %q and %q %q", a.AccessID(), a.SecretKey(), b.AccessID(), b.SecretKey())
	}
}

func TestWrongOptions(t *testing.T) {
	for _, options := range []refserver.Options{
		{FaultRate: 1.1},
		{FaultRate: -0.1},
		{Latency: -1},
		{DeployDelay: -1},
		{AccessID: "a b"},
		{SecretKey: "a\nb"},
		{Data: t.TempDir()},
	} {
		if _, err := refserver.New(options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
}

func TestContentType(t *testing.T) {
	c := serve(t, refserver.Options{})
	node := c.made("node", nil)
	for contentType, status := range map[string]int{
		"":                                http.StatusUnsupportedMediaType,
		"text/plain":                      http.StatusUnsupportedMediaType,
		"application/jsonx":               http.StatusUnsupportedMediaType,
		"application/json; charset=utf-8": http.StatusOK,
		"Application/JSON":                http.StatusOK,
	} {
		r := c.request("PATCH", c.path("node", node), object{"name": "m"})
		r.Header.Set("Content-Type", contentType)
		got, err := c.send(r)
		if err != nil {
			t.Fatal(err)
		}
		if got.status != status {
			t.Errorf("%q: %d %s", contentType, got.status, got.body)
		}
	}
}

func TestBodySize(t *testing.T) {
	c := serve(t, refserver.Options{})
	body := func(size int) string {
		const frame = `{"name":"","type":"t"}`
		return strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame))+`"`, 1)
	}
	c.must(http.StatusCreated, "POST", paths["node"], body(1<<20))
	got := c.must(http.StatusRequestEntityTooLarge, "POST", paths["node"], body(1<<20+1))
	if got["detail"] == nil {
		t.Errorf("the answer is %v", got)
	}
	c.must(http.StatusRequestEntityTooLarge, "POST", paths["node"], body(8<<20))
}

func TestBodyMustBeOneObject(t *testing.T) {
	c := serve(t, refserver.Options{})
	deep := func(levels int) string {
		return `{"name":"n","type":"t","deep":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + "}"
	}
	c.must(http.StatusCreated, "POST", paths["node"], deep(64))
	for _, body := range []string{
		"", " ", "{", "}", `{"name"}`, `{"name":}`, `{"name":"n",}`, `{"name":"n" "type":"t"}`, `{"a":[1,2}`, `{"a":[1`,
		`{"name":"n","type":"t"} {}`, `{"name":"n","type":"t"}x`, `[{"name":"n","type":"t"}]`, `"text"`, "5", "null", "nul",
		`{"name":"n","type":"t","name":"n"}`, `{"name":"n","type":"t","x":[{"a":1,"b":2,"\u0061":3}]}`,
		"{\"name\":\"\xff\",\"type\":\"t\"}", "\ufeff{}", `{"name":"n","type":"t","x":01}`, deep(65), deep(100_000),
	} {
		problems := c.refused("POST", paths["node"], body)
		if len(problems) != 1 || len(asJSON(t, problems["non_field_errors"])) < 10 {
			t.Errorf("%.40s: the problems are %v", body, problems)
		}
	}
	if n := len(c.server.Objects("node")); n != 1 {
		t.Errorf("%d nodes were made, want 1", n)
	}
}

// Equal keys are no fault in different objects, nor is what looks like a key inside a text.
func TestEqualKeysInDifferentObjects(t *testing.T) {
	c := serve(t, refserver.Options{})
	const extra = `{"a": {"a": [{"a": 1}, {"a": "\"a\": 2, \\"}]}, "b:\"c\":": ":", "": "é:", "\u003a": {}}`
	node := c.must(http.StatusCreated, "POST", paths["node"], `{"name": "n", "type": "t", "x": `+extra+`}`)
	equal(t, node["x"], extra)
}

func TestRepeatedKeyIsNamed(t *testing.T) {
	c := serve(t, refserver.Options{})
	for _, body := range []string{
		`{"twice": 1, "twice": 1}`,
		`{"a": [{"twice": 1e999}, {"b": {"twice": "a"}, "twice": {"c": "twice"}, "c": [], "twice": null}], "c": 1}`,
	} {
		r := c.do("POST", paths["node"], body)
		if r.status != http.StatusBadRequest || !strings.Contains(r.body, `the key \"twice\" occurs twice in one object`) {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
}

func TestRequestIDOnEveryAnswer(t *testing.T) {
	c := serve(t, refserver.Options{})
	defer c.server.Fail(refserver.Fault{PathPrefix: "/fault", Status: 418})()
	seen := map[string]bool{}
	for _, path := range []string{paths["node"], "/nothing", "/fault", paths["node"] + "x"} {
		id := c.do("GET", path, nil).header.Get("X-Request-Id")
		if id == "" || seen[id] {
			t.Errorf("%s has the request id %q", path, id)
		}
		seen[id] = true
	}
}

// All problems are in one answer, nested like the body.
func TestAllProblemsInOneAnswer(t *testing.T) {
	c := serve(t, refserver.Options{})
	problems := c.refused("POST", paths["widget"], object{
		"name": 5, "tab": "none", "height": "x",
		"chart_items": []any{
			object{"ref_id": "A"},
			object{"ref_id": "TOOLONG", "query_filter_asset": object{"name": "n"}},
			"x",
		},
		"filter_status": []any{"a", 1},
	})
	equal(t, problems, `{
		"name": ["Must be a string."],
		"tab": ["There is no tab with this id."],
		"type": ["This field is required."],
		"height": ["Must be a whole number."],
		"chart_items": [
			{},
			{"ref_id": ["Must have at most 5 characters."], "query_filter_asset": {"id": ["This field is required."]}},
			{"non_field_errors": ["Must be an object."]}
		],
		"filter_status": [{}, {"non_field_errors": ["Must be a string."]}]
	}`)
	if n := len(c.server.Objects("widget")); n > 0 {
		t.Errorf("%d widgets were made", n)
	}
}
