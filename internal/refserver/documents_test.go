// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestRepliesShowEveryField creates an object of each kind. The response must contain all fields of that kind, and its ids and times must
// have the correct format (interface document, section 1 of "Wire shapes").
func TestRepliesShowEveryField(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	moment := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`)
	c := servertest.Serve(t, refserver.Options{})
	for _, kind := range servertest.Kinds {
		doc := c.CreateMinimal(kind, nil)
		var fields []string
		for _, r := range servertest.Tables[kind].Fields {
			fields = append(fields, r.Name)
		}
		slices.Sort(fields)
		if got := slices.Sorted(maps.Keys(doc)); !slices.Equal(got, fields) {
			t.Errorf("%s has %v, want %v", kind, got, fields)
		}
		if !uuid.MatchString(servertest.Text(t, doc, "id")) {
			t.Errorf("the id %v is no UUID v4", doc["id"])
		}
		if at, ok := doc["created_at"].(string); ok && !moment.MatchString(at) {
			t.Errorf("created_at is %s", at)
		}
	}
}

// TestUnknownKeysAreKept checks that the server stores and returns unknown keys, such as "my key", even after an update of other fields.
func TestUnknownKeysAreKept(t *testing.T) {
	for _, kind := range servertest.Kinds {
		c := servertest.Serve(t, refserver.Options{})
		doc := c.CreateMinimal(kind, Object{"my key": Object{"a": []any{1.5, "ü<&>\u2028\"\\"}}, "my_null": nil})
		servertest.Equal(t, doc["my key"], `{"a":[1.5,"ü<&>\u2028\"\\"]}`)
		if value, there := doc["my_null"]; !there || value != nil {
			t.Errorf("my_null is %v", value)
		}
		doc = c.Patch(kind, doc, Object{"my_other": true, "name": "new"})
		servertest.Equal(t, []any{doc["my key"], doc["my_other"]}, `[{"a":[1.5,"ü<&>\u2028\"\\"]},true]`)
	}
}

func TestNumbersKeepTheirDigits(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	id := servertest.Text(t, c.CreateMinimal("node", nil), "id")
	got := c.Do("PATCH", servertest.Paths["node"]+id, `{"x": 12345678901234567890.123456789, "y": [1e3, -0]}`)
	for _, digits := range []string{`"x":12345678901234567890.123456789`, `"y":[1e3,-0]`} {
		if !strings.Contains(got.Body, digits) {
			t.Errorf("%s is not in %s", digits, got.Body)
		}
	}
}

// TestPatchChangesOnlyWhatIsSent checks that a PATCH changes only the fields in its body (INTERFACE.md, section 4.9).
func TestPatchChangesOnlyWhatIsSent(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for _, kind := range servertest.Kinds {
		doc := c.CreateMinimal(kind, Object{"extra": 1.0})
		want := maps.Clone(doc)
		want["name"] = "new"
		servertest.Equal(t, c.Patch(kind, doc, Object{"name": "new"}), servertest.JSON(t, want))
		if kind != "alert" {
			servertest.Equal(t, c.Patch(kind, doc, Object{}), servertest.JSON(t, want))
		}
		servertest.Equal(t, c.Read(kind, doc), servertest.JSON(t, want))
	}
}

// TestElementIDs checks that an array element keeps its id only if a stored element has the same id. Other elements must get new ids (quirk
// 12 in quirks.go). The server must reject a body that contains an id twice (quirk 84 in quirks.go).
func TestElementIDs(t *testing.T) {
	for kind, field := range map[string]string{"widget": "chart_items", "alert": "alert_items"} {
		c := servertest.Serve(t, refserver.Options{})
		doc := c.CreateMinimal(kind, Object{field: []any{Object{"ref_id": "A", "id": "mine"}, Object{"ref_id": "B"}}})
		before := servertest.Items(t, doc, field)
		a, b := servertest.Text(t, before[0], "id"), servertest.Text(t, before[1], "id")
		if len(a) != 36 || a == b {
			t.Errorf("%s: ids %q and %q", kind, a, b)
		}
		doc = c.Patch(kind, doc, Object{field: []any{
			Object{"ref_id": "B", "id": b, "label": "b"},
			Object{"ref_id": "C", "id": "unknown"},
			Object{"ref_id": "A", "id": a},
			Object{"ref_id": "E", "id": 5},
		}})
		after := servertest.Items(t, doc, field)
		if after[0]["id"] != b || after[0]["label"] != "b" || after[2]["id"] != a {
			t.Errorf("%s: the ids are not kept: %v", kind, after)
		}
		for _, id := range []string{a, "unknown"} {
			c.MustRejectField(field, "PATCH", c.Path(kind, doc), Object{field: []any{
				Object{"ref_id": "A", "id": id}, Object{"ref_id": "D", "id": id},
			}})
		}
		servertest.Equal(t, c.Read(kind, doc), servertest.JSON(t, doc))
		seen := map[string]bool{"unknown": true}
		for _, item := range after {
			if id := servertest.Text(t, item, "id"); seen[id] {
				t.Errorf("%s: the id %q is there twice or was taken over", kind, id)
			} else {
				seen[id] = true
			}
		}
	}
}
