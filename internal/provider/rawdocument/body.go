// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rawdocument implements the resource engine_document, which manages one object as a JSON-encoded string, and the data source
// engine_documents, which lists objects. Both work with any kind of object, and are meant for kinds that have no resource of their own.
//
// The package imports engine, catalog/attribute and packages below provider. Start reading in this file, which compares the declared JSON
// (the body) with the engine's document and computes updates.
package rawdocument

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// object is a decoded JSON object. The object that a configuration declares is called the body. The provider manages only the keys in the
// body, including keys in nested objects. It manages arrays as a whole.
type object = map[string]any

func decodeObject(text string) object {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return nil
	}
	body, _ := value.(object)
	return body
}

// differingKeys returns the sorted keys whose values in body differ from those in doc, the engine's document. It ignores hidden keys that
// doc lacks. Hidden keys are those that the engine accepts but does not return.
func differingKeys(doc, body object, hidden []string) []string {
	return keysWhere(body, func(key string, want any) bool {
		have, has := doc[key]
		return !sameValue(have, want) && (has || !slices.Contains(hidden, key))
	})
}

// hiddenKeys returns the sorted keys that have a non-empty value in body but are missing from doc, the engine's response.
func hiddenKeys(doc, body object) []string {
	return keysWhere(body, func(key string, value any) bool {
		_, has := doc[key]
		return !has && !document.IsEmpty(value)
	})
}

func keysWhere(body object, selects func(key string, value any) bool) []string {
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(body)), func(key string) bool { return !selects(key, body[key]) })
	return append([]string{}, keys...) // never nil, because the private state must contain [] instead of null
}

// sameValue reports whether the engine's value (have) equals the declared value (want). All empty values are equal. In nested objects, only
// the declared keys are compared.
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

// project returns a copy of body in which each value that differs from the engine's document (doc) is replaced by the engine's value.
// hidden lists keys that the engine may omit from its document. If doc lacks one of them, the key keeps its value.
func project(doc, body object, hidden []string) object {
	result := maps.Clone(body)
	for _, key := range differingKeys(doc, body, hidden) {
		declared, isObject := body[key].(object)
		actual, ok := doc[key].(object)
		if result[key] = doc[key]; isObject && ok {
			result[key] = project(actual, declared, nil)
		}
	}
	return result
}

// computePatch returns the request body for an update that gives doc the planned values. Keys that are in the prior body but not in the
// planned one become null. Nested objects contain all of their keys, because the engine replaces the whole value of a top-level key.
func computePatch(doc, prior, planned object) object {
	patch := object{}
	for key, want := range planned {
		before, had := prior[key]
		if had && document.Equal(before, want) {
			continue
		}
		have, has := doc[key]
		if value := overlay(have, before, want); !has || !document.Equal(have, value) {
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

// overlay returns the engine's value (have), overwritten with the declared value (want). Nested keys that are in the state (before) but no
// longer declared become null.
func overlay(have, before, want any) any {
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
		result[key] = overlay(actual[key], declaredBefore[key], want)
	}
	return result
}

// merge returns an object with the keys of both bodies. If both contain an object under the same key, the two objects are merged too. For
// any other key in both bodies, the value comes from the second body (other).
func merge(body, other object) object {
	result := object{}
	maps.Copy(result, body)
	for key, value := range other {
		below, isObject := value.(object)
		if had, ok := result[key].(object); isObject && ok {
			value = merge(had, below)
		}
		result[key] = value
	}
	return result
}

// overlappingKeys returns the sorted paths, such as "login.user", of the keys that both bodies declare.
func overlappingKeys(body, other object) []string {
	var paths []string
	for key, value := range other {
		mine, has := body[key]
		below, isObject := value.(object)
		had, ok := mine.(object)
		switch {
		case !has:
		case isObject && ok:
			for _, path := range overlappingKeys(had, below) {
				paths = append(paths, key+"."+path)
			}
		default:
			paths = append(paths, key)
		}
	}
	slices.Sort(paths)
	return paths
}

// commonPart returns the part of body whose keys also exist in the second body (other), at every level.
func commonPart(body, other object) object {
	result := object{}
	for key, value := range body {
		theirs, has := other[key]
		if !has {
			continue
		}
		below, isObject := theirs.(object)
		if mine, ok := value.(object); isObject && ok {
			value = commonPart(mine, below)
		}
		result[key] = value
	}
	return result
}

// importBody returns the body for an import of doc, and the keys whose values contain secrets. The body omits these keys, keys that the
// engine sets, and empty values.
func importBody(doc object) (body object, secret []string) {
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
