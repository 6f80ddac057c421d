// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// withItems creates a function with the items A, B and C. It returns the function and the ids of its items.
func withItems(t *testing.T, c *servertest.Client) (function Object, ids []string) {
	t.Helper()
	function = c.Made("function", Object{"function_items": []any{
		Object{"ref_id": "A", "label": "a", "mine": 1}, Object{"ref_id": "B"}, Object{"ref_id": "C"},
	}})
	for _, item := range servertest.Items(t, function, "function_items") {
		ids = append(ids, servertest.Text(t, item, "id"))
	}
	return function, ids
}

// refIDs returns the ref_id of each item of a function, for example "A B C".
func refIDs(t *testing.T, function Object) string {
	t.Helper()
	var refs []string
	for _, item := range servertest.Items(t, function, "function_items") {
		refs = append(refs, servertest.Text(t, item, "ref_id"))
	}
	return strings.Join(refs, " ")
}

func TestFunctionItems(t *testing.T) {
	for name, test := range map[string]struct {
		sent func(ids []string) any
		want string
	}{
		"none sent":     {sent: func([]string) any { return []any{} }, want: "A B C"},
		"a new one":     {sent: func([]string) any { return []any{Object{"ref_id": "D"}} }, want: "A B C D"},
		"one changed":   {sent: func(ids []string) any { return []any{Object{"id": ids[1], "ref_id": "X"}} }, want: "A X C"},
		"one removed":   {sent: func(ids []string) any { return []any{Object{"id": ids[1], "deleted": true}} }, want: "A C"},
		"deleted false": {sent: func(ids []string) any { return []any{Object{"id": ids[1], "deleted": false}} }, want: "A B C"},
		"all at once": {sent: func(ids []string) any {
			return []any{
				Object{"ref_id": "D"},
				Object{"id": ids[2], "ref_id": "Z"},
				Object{"id": ids[0], "deleted": true},
			}
		}, want: "B Z D"},
		"a new one that is deleted": {sent: func([]string) any { return []any{Object{"ref_id": "D", "deleted": true}} }, want: "A B C"},
		// Deleting an unknown item has no effect (quirk 17 in quirks.go).
		"an unknown one, deleted": {sent: func([]string) any { return []any{Object{"id": "none", "deleted": true}} }, want: "A B C"},
		// An item with an unknown id is new (quirk 12 in quirks.go).
		"an unknown one":             {sent: func([]string) any { return []any{Object{"id": "none", "ref_id": "D"}} }, want: "A B C D"},
		"null clears, as everywhere": {sent: func([]string) any { return nil }, want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			function, ids := withItems(t, c)
			function = c.Patch("function", function, Object{"function_items": test.sent(ids)})
			if got := refIDs(t, function); got != test.want {
				t.Errorf("the items are %s, want %s", got, test.want)
			}
		})
	}
}

// TestFunctionItemKeepsWhatIsNotSent checks that if an update contains an item with a known id, the item keeps the fields that the update
// omits.
func TestFunctionItemKeepsWhatIsNotSent(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function, ids := withItems(t, c)
	function = c.Patch("function", function, Object{"function_items": []any{
		Object{"id": ids[0], "expression": "$B", "query_sort_direction": 1},
	}})
	item := servertest.Items(t, function, "function_items")[0]
	servertest.Equal(t, []any{item["id"], item["ref_id"], item["label"], item["mine"], item["expression"], item["query_sort_direction"]},
		`["`+ids[0]+`","A","a",1,"$B",1]`)
	function = c.Patch("function", function, Object{"function_items": []any{
		Object{"id": ids[0], "label": nil, "query_sort_direction": nil},
	}})
	item = servertest.Items(t, function, "function_items")[0]
	servertest.Equal(t, []any{item["label"], item["expression"], item["query_sort_direction"]}, `["","$B",-1]`)
}

// TestFunctionItemProblems checks that the response to an invalid item contains its position in the request body, not in the stored array.
func TestFunctionItemProblems(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function, ids := withItems(t, c)
	problems := c.Rejected("PATCH", c.Path("function", function), Object{"function_items": []any{
		Object{"ref_id": "D"}, Object{"id": ids[2], "type": "none", "label": 5}, Object{"id": []any{}, "ref_id": 5},
	}})
	servertest.Equal(t, problems, `{"function_items":[{},
		{"type":["Must be one of: QUERY, EXPRESSION, METADATA."],"label":["Must be a string."]},
		{"ref_id":["Must be a string."]}]}`)
	if got := refIDs(t, c.Patch("function", function, Object{"name": "x"})); got != "A B C" {
		t.Errorf("the items are %s", got)
	}
}

// TestFunctionItemNamedTwice checks that the server rejects an update in which two items have the same id (quirk 84 in quirks.go).
func TestFunctionItemNamedTwice(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function, ids := withItems(t, c)
	c.RejectedFor("function_items", "PATCH", c.Path("function", function), Object{"function_items": []any{
		Object{"id": ids[0], "label": "one"}, Object{"id": ids[0], "deleted": true},
	}})
	if got := refIDs(t, c.Patch("function", function, Object{"name": "x"})); got != "A B C" {
		t.Errorf("the items are %s", got)
	}
}

// TestDeletedItemOnCreate checks that a create does not store an item with "deleted": true.
func TestDeletedItemOnCreate(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function := c.Made("function", Object{"function_items": []any{Object{"ref_id": "A", "deleted": true}, Object{"ref_id": "B"}}})
	if got := refIDs(t, function); got != "B" {
		t.Errorf("the items are %s", got)
	}
}
