// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule

import (
	"maps"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// A PATCH with function_items does not replace the stored array. Each item in the PATCH updates the stored item with the same id, removes
// it (with "deleted": true), or adds a new item. All other stored items stay unchanged (INTERFACE.md, section 2.8, quirk 48).

// completeSentItems completes the function items in a request body. If an item has the id of a stored item, it gets the missing fields from
// that stored item. If function_items is null, completeSentItems replaces null with all stored items, marked as deleted.
func completeSentItems(sent, prior jsondoc.Object) {
	value, given := sent["function_items"]
	known := jsondoc.ByID(prior["function_items"])
	if given && value == nil {
		items := []any{}
		for id := range known {
			items = append(items, jsondoc.Object{"id": id, "deleted": true})
		}
		sent["function_items"] = items
		return
	}
	items, _ := value.([]any)
	for i, item := range items {
		if before, ok := known[jsondoc.ID(item)]; ok {
			whole := maps.Clone(before)
			maps.Copy(whole, jsondoc.AsObject(item))
			items[i] = whole
		}
	}
}

// joinItems merges the function_items in doc, a request body, into those in prior, the stored function, and stores the result in doc. The
// stored items come first, then the new ones. Deleted items are omitted.
func joinItems(doc, prior jsondoc.Object) {
	before, _ := prior["function_items"].([]any)
	sent, _ := doc["function_items"].([]any)
	known, changed := jsondoc.ByID(before), jsondoc.ByID(sent)
	items := []any{}
	for _, item := range before {
		if now, ok := changed[jsondoc.ID(item)]; ok {
			item = now
		}
		items = appendItem(items, item)
	}
	for _, item := range sent {
		if _, ok := known[jsondoc.ID(item)]; !ok {
			items = appendItem(items, item)
		}
	}
	doc["function_items"] = items
}

func appendItem(items []any, item any) []any {
	if jsondoc.AsObject(item)["deleted"] == true {
		return items
	}
	return append(items, item)
}
