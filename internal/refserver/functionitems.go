// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "maps"

// A PATCH of function_items changes the items it mentions by id, adds those without, removes those with deleted true, and
// leaves the others alone (interface section 2.8).

// completeSentItems puts the fields that a sent item leaves out into it, taken from the item of the same id. A null clears
// the field like any other: it mentions every item as deleted.
func completeSentItems(sent, prior document) {
	value, given := sent["function_items"]
	known := byID(prior["function_items"])
	if given && value == nil {
		items := []any{}
		for id := range known {
			items = append(items, document{"id": id, "deleted": true})
		}
		sent["function_items"] = items
		return
	}
	items, _ := value.([]any)
	for i, item := range items {
		if before, ok := known[idOf(item)]; ok {
			whole := maps.Clone(before)
			maps.Copy(whole, asDocument(item))
			items[i] = whole
		}
	}
}

// joinItems makes the list of the function's items: those it had, changed where they were sent, then the new ones.
func joinItems(doc, prior document) {
	before, _ := prior["function_items"].([]any)
	sent, _ := doc["function_items"].([]any)
	known, changed := byID(before), byID(sent)
	items := []any{}
	for _, item := range before {
		if now, ok := changed[idOf(item)]; ok {
			item = now
		}
		items = appendItem(items, item)
	}
	for _, item := range sent {
		if _, ok := known[idOf(item)]; !ok {
			items = appendItem(items, item)
		}
	}
	doc["function_items"] = items
}

func appendItem(items []any, item any) []any {
	if asDocument(item)["deleted"] == true {
		return items
	}
	return append(items, item)
}

// byID gives the objects of an array by their id.
func byID(array any) map[string]document {
	elements, _ := array.([]any)
	found := map[string]document{}
	for _, element := range elements {
		if id := idOf(element); id != "" {
			found[id] = asDocument(element)
		}
	}
	return found
}

// idOf gives the id of an object, or "" for any other value.
func idOf(value any) string {
	id, _ := asDocument(value)["id"].(string)
	return id
}

// asDocument gives an object, or nil for any other value.
func asDocument(value any) document {
	doc, _ := value.(document)
	return doc
}
