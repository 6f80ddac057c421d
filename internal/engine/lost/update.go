// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Fate is what became of an update.
type Fate int

const (
	// Unclear says that the document shows a part of what was sent.
	Unclear Fate = iota
	// Made says that the document shows what was sent.
	Made
	// NotMade says that the document shows nothing of what was sent.
	NotMade
)

// FateOf tells by a document that was read after an update whether it was made. differing are the fields of a sent document
// that another says otherwise; merged are the arrays whose unmentioned elements an update keeps, with the keys that mark an
// element as removed. missing are the fields that the document does not show.
//
// New elements of merged arrays decide alone: their update must neither be sent twice nor left out. They have no id yet, and
// every element that was there before is mentioned by its id.
func FateOf(patch, doc Document, merged map[string]string, differing func(sent, found Document) []string) (fate Fate, missing []string) {
	added, plain := false, Document{}
	for _, name := range slices.Sorted(maps.Keys(patch)) {
		mark, isMerged := merged[name]
		sent, isArray := patch[name].([]any)
		if !isMerged || !isArray {
			plain[name] = patch[name]
			continue
		}
		found, _ := doc[name].([]any)
		array := mergedArray{name: name, mark: mark, sent: sent, found: found, differing: differing}
		fate := array.fate()
		if fate != Made {
			missing = append(missing, name)
		}
		if array.hasNew() {
			if fate != Made {
				return fate, missing
			}
			added = true
		}
	}
	missing = append(missing, unsaid(plain, doc, differing)...)
	switch {
	case len(missing) == 0 || added:
		return Made, missing
	case len(missing) == len(patch):
		return NotMade, missing
	}
	return Unclear, missing
}

// unsaid are the fields of which a document does not say what was sent. What was cleared is to be empty.
func unsaid(sent, doc Document, differing func(sent, found Document) []string) []string {
	valued, names := Document{}, []string(nil)
	for name, value := range sent {
		switch {
		case !document.IsEmpty(value):
			valued[name] = value
		case !document.IsEmpty(doc[name]):
			names = append(names, name)
		}
	}
	names = append(names, differing(valued, doc)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// mergedArray is an array of an update of which the engine keeps the elements that are not mentioned.
type mergedArray struct {
	name, mark  string
	sent, found []any
	differing   func(sent, found Document) []string
}

func (a *mergedArray) hasNew() bool {
	return slices.ContainsFunc(a.sent, func(element any) bool { return idOf(element) == "" })
}

// fate compares the elements by their ids, and the new ones with those that no id mentions.
func (a *mergedArray) fate() Fate {
	byID, unmentioned := map[string]any{}, []any(nil)
	mentions := func(id string) bool {
		return slices.ContainsFunc(a.sent, func(sent any) bool { return idOf(sent) == id })
	}
	for _, element := range a.found {
		if id := idOf(element); id != "" && mentions(id) {
			byID[id] = element
		} else {
			unmentioned = append(unmentioned, element)
		}
	}
	strange := len(unmentioned)
	for _, element := range a.sent {
		id := idOf(element)
		at := slices.IndexFunc(unmentioned, func(found any) bool { return id == "" && a.says(found, element) })
		switch {
		case id == "" && at < 0 && strange == 0:
			return NotMade
		case id == "" && at < 0:
			return Unclear
		case id == "":
			unmentioned = slices.Delete(unmentioned, at, at+1)
		case a.hasNew(): // which decide alone
		case a.isRemoved(element) && byID[id] != nil, !a.isRemoved(element) && !a.says(byID[id], element):
			return NotMade
		}
	}
	return Made
}

func (a *mergedArray) isRemoved(element any) bool {
	object, _ := element.(Document)
	return object[a.mark] == true
}

func (a *mergedArray) says(found, sent any) bool {
	return len(a.differing(Document{a.name: []any{sent}}, Document{a.name: []any{found}})) == 0
}

func idOf(element any) string {
	object, _ := element.(Document)
	id, _ := object["id"].(string)
	return id
}
