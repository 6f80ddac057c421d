// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rawdocument implements the resource engine_document, which manages an object of any kind as JSON text, and the data source
// engine_documents, which lists such objects. Users need them for kinds of objects without a resource of their own.
//
// Start reading in this file, which compares the declared JSON with the engine's document and computes updates.
package rawdocument

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// object is a decoded JSON object. An object that a configuration declares is called a body. The provider manages only the keys in the
// body, also in nested objects, and it manages arrays as a whole.
type object = map[string]any

func decoded(text string) object {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return nil
	}
	body, _ := value.(object)
	return body
}

// differing returns the sorted keys of the body for which doc, the engine's document, has another value. A missing key counts as null,
// except the keys in unanswered, which the engine accepted earlier and never shows.
func differing(doc, body object, unanswered []string) []string {
	var keys []string
	for key, want := range body {
		have, has := doc[key]
		if !sameValue(have, want) && (has || !slices.Contains(unanswered, key)) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// unanswered returns the sorted keys of the body that doc, the engine's reply, lacks although the engine accepted them.
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

// sameValue reports whether have, the engine's value, equals want, the declared value. Null, "", [] and {} are equal. In nested objects, it
// compares only the declared keys.
func sameValue(have, want any) bool {
	if document.IsEmpty(have) && document.IsEmpty(want) {
		return true
	}
	declared, isObject := want.(object)
	actual, ok := have.(object)
	if !isObject || !ok {
		return document.Includes(have, want)
	}
	for key, want := range declared {
		if !sameValue(actual[key], want) {
			return false
		}
	}
	return true
}

// projected returns a copy of the body that has the engine's values (doc) for all keys that differ, also in nested objects.
func projected(doc, body object, unanswered []string) object {
	result := maps.Clone(body)
	for _, key := range differing(doc, body, unanswered) {
		declared, isObject := body[key].(object)
		actual, ok := doc[key].(object)
		if result[key] = doc[key]; isObject && ok {
			result[key] = projected(actual, declared, nil)
		}
	}
	return result
}

// patched returns the request body that changes doc, the engine's document, to the planned body. A key that prior (the body in the state)
// has and planned lacks becomes null. Nested objects are sent with all their keys, because the engine replaces whole values.
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

// overlaid returns have, the engine's value, with the declared value want on top. Nested keys that before (the value in the state) has and
// want lacks become null. If have and want differ only in spelling, overlaid returns have.
func overlaid(have, before, want any) any {
	declared, isObject := want.(object)
	actual, ok := have.(object)
	if !isObject || !ok {
		if sameValue(have, want) {
			return have
		}
		return want
	}
	result := maps.Clone(actual)
	declaredBefore, _ := before.(object)
	for key := range declaredBefore {
		if _, still := declared[key]; !still {
			result[key] = nil
		}
	}
	for key, want := range declared {
		result[key] = overlaid(actual[key], declaredBefore[key], want)
	}
	return result
}

// merged adds the keys of other to a copy of body. If both have a JSON object under a key, the two objects are merged too; otherwise the
// value of other wins.
func merged(body, other object) object {
	result := object{}
	maps.Copy(result, body)
	for key, value := range other {
		below, isObject := value.(object)
		if had, ok := result[key].(object); isObject && ok {
			value = merged(had, below)
		}
		result[key] = value
	}
	return result
}

// overlapping returns the sorted paths of keys, such as "login.user", that both bodies declare.
func overlapping(body, other object) []string {
	var paths []string
	for key, value := range other {
		mine, has := body[key]
		below, isObject := value.(object)
		had, ok := mine.(object)
		switch {
		case !has:
		case isObject && ok:
			for _, path := range overlapping(had, below) {
				paths = append(paths, key+"."+path)
			}
		default:
			paths = append(paths, key)
		}
	}
	slices.Sort(paths)
	return paths
}

// onlyOf returns the keys of body that the body "other" has too, also in nested objects.
func onlyOf(body, other object) object {
	result := object{}
	for key, value := range body {
		theirs, has := other[key]
		if !has {
			continue
		}
		below, isObject := theirs.(object)
		if mine, ok := value.(object); isObject && ok {
			value = onlyOf(mine, below)
		}
		result[key] = value
	}
	return result
}

// imported returns the body for an import of doc. It leaves out empty values, and keys that the engine sets, such as created_at. It also
// leaves out keys whose values contain secrets, and returns the sorted names of these keys as the second result.
func imported(doc object) (body object, secret []string) {
	body = maps.Clone(doc)
	maps.DeleteFunc(body, func(key string, value any) bool {
		if slices.Contains([]string{"id", "created_at", "updated_at"}, key) || document.IsEmpty(value) {
			return true
		}
		_, secrets := document.WithoutSecrets(value, nil)
		if len(secrets) > 0 {
			secret = append(secret, key)
		}
		return len(secrets) > 0
	})
	slices.Sort(secret)
	return body, secret
}
