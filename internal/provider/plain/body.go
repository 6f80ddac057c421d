// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// A body is a JSON object: the keys that it has are managed, in objects within it too, and all others are not. Arrays are
// managed as wholes. The functions below change none of their arguments.

type object = map[string]any

// decoded is the object that a JSON text stands for, nil where it stands for something else.
func decoded(text string) object {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return nil
	}
	body, _ := value.(object)
	return body
}

// differing are the keys of a body of which a document says something else. A key that the document lacks is null, but for those of
// which the engine is silent: it took them and did not answer them even then.
func differing(doc, body object, silent []string) []string {
	var keys []string
	for key, want := range body {
		have, has := doc[key]
		if !says(have, want) && (has || !slices.Contains(silent, key)) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// unanswered are the keys of a body that a document lacks, right after the body was sent.
func unanswered(doc, body object) []string {
	keys := []string{}
	for key, value := range body {
		if _, has := doc[key]; !has && !document.IsEmpty(value) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// says tells whether a value of a document is what is declared. Null, "", [] and {} are all nothing.
func says(have, want any) bool {
	if document.IsEmpty(have) && document.IsEmpty(want) {
		return true
	}
	wants, isObject := want.(object)
	has, ok := have.(object)
	if !isObject || !ok {
		return document.Includes(have, want)
	}
	for key, want := range wants {
		if !says(has[key], want) {
			return false
		}
	}
	return true
}

// projected is a body with what a document says of its keys.
func projected(doc, body object, silent []string) object {
	result := maps.Clone(body)
	for _, key := range differing(doc, body, silent) {
		result[key] = shown(doc[key], body[key])
	}
	return result
}

func shown(have, want any) any {
	wants, isObject := want.(object)
	has, ok := have.(object)
	if !isObject || !ok {
		return have
	}
	result := maps.Clone(wants)
	for key, want := range wants {
		if !says(has[key], want) {
			result[key] = shown(has[key], want)
		}
	}
	return result
}

// patched is what an update from one body to another sends of a document: the keys that differ, with everything that the document
// has inside of their objects and nobody declares, and null for what is no longer declared.
func patched(doc, prior, planned object) object {
	patch := object{}
	for key, want := range planned {
		before, had := prior[key]
		if had && document.Equal(before, want) {
			continue
		}
		have, has := doc[key]
		if value := overlaid(have, before, want); !has || !document.Equal(have, value) {
			patch[key] = value
		}
	}
	for key := range prior {
		_, still := planned[key]
		if have, has := doc[key]; !still && (!has || have != nil) {
			patch[key] = nil
		}
	}
	return patch
}

// overlaid is a value of a document with what is declared put in. Inside of objects too, what was declared before and is no
// longer is null, and what already says the same stays as it is.
func overlaid(have, before, want any) any {
	wants, isObject := want.(object)
	has, ok := have.(object)
	if !isObject || !ok {
		if says(have, want) {
			return have
		}
		return want
	}
	result := maps.Clone(has)
	befores, _ := before.(object)
	for key := range befores {
		if _, still := wants[key]; !still {
			result[key] = nil
		}
	}
	for key, want := range wants {
		result[key] = overlaid(has[key], befores[key], want)
	}
	return result
}

// merged is a body with another one put in, key by key in the objects that both have.
func merged(body, other object) object {
	result := maps.Clone(body)
	if result == nil {
		result = object{}
	}
	for key, value := range other {
		below, isObject := value.(object)
		had, ok := result[key].(object)
		if isObject && ok {
			result[key] = merged(had, below)
		} else {
			result[key] = value
		}
	}
	return result
}

// overlapping are the places that two bodies both declare, as keys with dots between them.
func overlapping(body, other object) []string {
	var places []string
	for key, value := range other {
		mine, has := body[key]
		if !has {
			continue
		}
		below, isObject := value.(object)
		if had, ok := mine.(object); isObject && ok {
			for _, place := range overlapping(had, below) {
				places = append(places, key+"."+place)
			}
			continue
		}
		places = append(places, key)
	}
	slices.Sort(places)
	return places
}

// setByEngine are the keys that engines set by themselves, by the names that the interface document and most engines give them.
var setByEngine = []string{"id", "created_at", "updated_at"}

// imported is the body that a configuration of a document would have: everything that is something, but for what the engine sets by
// itself and what holds values that are marked as sensitive, whose keys are told.
func imported(doc object) (body object, secret []string) {
	body = maps.Clone(doc)
	maps.DeleteFunc(body, func(key string, value any) bool {
		if slices.Contains(setByEngine, key) || document.IsEmpty(value) {
			return true
		}
		if len(secretsIn(value)) > 0 {
			secret = append(secret, key)
			return true
		}
		return false
	})
	slices.Sort(secret)
	return body, secret
}
