// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rawdocument implements the resource engine_document, which manages an object of any kind as a JSON-encoded string, and the data
// source engine_documents, which lists such objects. Users need them for kinds of objects without a resource of their own.
//
// Start reading in this file, which compares the declared JSON with the engine's document and computes updates.
package rawdocument

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// object is a decoded JSON object. A declared object is called a body. The provider manages only the keys in the body, including those in
// nested objects. It manages arrays as a whole.
type object = map[string]any

func decoded(text string) object {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return nil
	}
	body, _ := value.(object)
	return body
}

// differing returns the sorted keys of the body for which doc, the engine's document, has a different value. Keys in hidden may be missing.
func differing(doc, body object, hidden []string) []string {
	var keys []string
	for key, want := range body {
		have, has := doc[key]
		if !sameValue(have, want) && (has || !slices.Contains(hidden, key)) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// hiddenKeys returns the sorted keys of the body that doc, the engine's reply, lacks although the engine accepted them.
func hiddenKeys(doc, body object) []string {
	keys := []string{}
	for key, value := range body {
		if _, has := doc[key]; !has && !document.IsEmpty(value) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// sameValue reports whether have, the engine's value, equals want, the declared value. Empty values are equal, and only the declared keys
// of nested objects count.
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

// projected returns the body with the engine's values for all keys that differ.
func projected(doc, body object, hidden []string) object {
	result := maps.Clone(body)
	for _, key := range differing(doc, body, hidden) {
		declared, isObject := body[key].(object)
		actual, ok := doc[key].(object)
		if result[key] = doc[key]; isObject && ok {
			result[key] = projected(actual, declared, nil)
		}
	}
	return result
}

// patched returns the request body that changes doc to the planned body. A key that only prior has becomes null. Nested objects are sent
// with all their keys, because the engine replaces whole values.
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

// overlaid returns the engine's value with the declared value want on top. Nested keys that only before (the state) has become null.
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

// merged returns the keys of both bodies. Objects under the same key are merged too; otherwise the value of other wins.
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

// onlyOf returns the keys of body that other has too.
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

// imported returns the body for an import of doc: without empty values, keys that the engine sets, and keys with secrets, whose sorted
// names it returns too.
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
