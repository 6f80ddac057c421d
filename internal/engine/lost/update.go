// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Outcome is what is known about an update whose reply was lost.
type Outcome int

const (
	// Unclear means that the outcome can't be determined, for example because the object contains only some of the sent values.
	Unclear Outcome = iota
	// Applied means that a read returned all sent values.
	Applied
	// NotApplied means that a read returned none of the sent values.
	NotApplied
)

// OutcomeOf determines whether an update was applied. It compares the update's patch with doc, the object that was read after the update.
// missing contains the names of the fields in patch whose values differ in doc. merged contains the arrays that the engine merges (see
// engine.Collection.MergedArrays).
//
// New elements are sent without an id. If patch contains new elements of a merged array, only these elements determine the outcome. If doc
// contains them, the PATCH must not be repeated, because it would add them again.
func OutcomeOf(
	patch, doc Document, merged map[string]string, compare func(sent, found Document) []string,
) (outcome Outcome, missing []string) {
	added, others := false, Document{}
	for _, name := range slices.Sorted(maps.Keys(patch)) {
		removalKey, isMerged := merged[name]
		sent, isArray := patch[name].([]any)
		if !isMerged || !isArray {
			others[name] = patch[name]
			continue
		}
		found, _ := doc[name].([]any)
		array := mergedArray{name: name, removalKey: removalKey, sent: sent, found: found, compare: compare}
		outcome := array.outcome()
		if outcome != Applied {
			missing = append(missing, name)
		}
		if array.addsElements() {
			if outcome != Applied {
				return outcome, missing
			}
			added = true
		}
	}
	missing = append(missing, missingFields(others, doc, compare)...)
	switch {
	case len(missing) == 0 || added:
		return Applied, missing
	case len(missing) == len(patch):
		return NotApplied, missing
	}
	return Unclear, missing
}

// missingFields returns the names of the sent fields whose values are not in doc. A field that was sent empty is missing if it is not empty
// in doc. For all other fields, compare returns the names of those that are missing.
func missingFields(sent, doc Document, compare func(sent, found Document) []string) []string {
	filled, names := Document{}, []string(nil)
	for name, value := range sent {
		switch {
		case !document.IsEmpty(value):
			filled[name] = value
		case !document.IsEmpty(doc[name]):
			names = append(names, name)
		}
	}
	names = append(names, compare(filled, doc)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// mergedArray contains the elements of an array in a PATCH (sent), and the array's elements in a later read (found). Because the engine
// keeps elements that a PATCH omits, there may be more found elements than sent ones.
type mergedArray struct {
	name, removalKey string
	sent, found      []any
	compare          func(sent, found Document) []string
}

func (a *mergedArray) addsElements() bool {
	return slices.ContainsFunc(a.sent, func(element any) bool { return idOf(element) == "" })
}

// outcome reports whether the engine has applied the sent elements. It compares each sent element with the element in a.found that has the
// same id. New elements are sent without an id, so outcome compares them with the elements in a.found whose ids were not sent. If there are
// new elements, they alone determine the result.
func (a *mergedArray) outcome() Outcome {
	byID, others := map[string]any{}, []any(nil)
	for _, element := range a.found {
		id := idOf(element)
		if slices.ContainsFunc(a.sent, func(sent any) bool { return id != "" && idOf(sent) == id }) {
			byID[id] = element
		} else {
			others = append(others, element)
		}
	}
	adds, hasOthers := a.addsElements(), len(others) > 0
	for _, element := range a.sent {
		if id := idOf(element); id != "" {
			object, _ := element.(Document)
			isMade := object[a.removalKey] == true && byID[id] == nil || object[a.removalKey] != true && a.matches(byID[id], element)
			if !adds && !isMade {
				return NotApplied
			}
			continue
		}
		at := slices.IndexFunc(others, func(found any) bool { return a.matches(found, element) })
		if at < 0 && hasOthers {
			return Unclear
		} else if at < 0 {
			return NotApplied
		}
		others = slices.Delete(others, at, at+1)
	}
	return Applied
}

func (a *mergedArray) matches(found, sent any) bool {
	return len(a.compare(Document{a.name: []any{sent}}, Document{a.name: []any{found}})) == 0
}

func idOf(element any) string {
	object, _ := element.(Document)
	id, _ := object["id"].(string)
	return id
}
