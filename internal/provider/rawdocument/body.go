// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rawdocument implements the resource engine_document and the data source engine_documents. They manage and list objects of any
// kind as JSON text, so that users can work with objects that this provider has no resource for.
//
// Start reading in this file. It compares the declared body with the engine's document and computes the updates.
package rawdocument

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// object is a decoded JSON object. A body is an object that a configuration declares. The provider manages the keys of the body, also
// inside nested objects, and no others. It manages an array as a whole. The functions in this file never change their arguments.
type object = map[string]any

// decoded decodes JSON text. It returns nil if the text is not a JSON object.
func decoded(text string) object {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return nil
	}
	body, _ := value.(object)
	return body
}

// differing returns the sorted keys of a body whose values differ in the document. A key that the document lacks counts as null. The keys
// in unanswered are an exception: the engine has never shown them, so a missing value does not count as a difference.
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

// unanswered returns the sorted keys of a body that the document lacks although the body was just sent.
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

// sameValue reports whether a value of a document equals the declared value. Null, "", [] and {} count as equal.
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

// projected returns a body with the document's values in place of those that differ.
func projected(doc, body object, unanswered []string) object {
	result := maps.Clone(body)
	for _, key := range differing(doc, body, unanswered) {
		result[key] = projectedValue(doc[key], body[key])
	}
	return result
}

func projectedValue(have, want any) any {
	declared, isObject := want.(object)
	actual, ok := have.(object)
	if isObject && ok {
		return projected(actual, declared, nil)
	}
	return have
}

// patched returns the body of an update from prior to planned. It has the keys that differ, and null for keys that are no longer declared.
// The engine replaces whole values, so a nested object keeps the keys that only the document has.
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

// overlaid returns a document's value with the declared value put in. Nested keys that were declared before and are no longer become null.
// A value that already equals the declared one keeps its spelling.
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

// merged returns a body with the keys of another one added. Objects that both have are merged; otherwise the other value wins.
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

// overlapping returns the sorted paths, such as "login.user", that both bodies declare.
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

// onlyOf returns a body without the keys that the other body lacks.
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

// imported returns the body for an imported document. It leaves out empty values, the keys that engines set themselves, and keys whose
// values contain a secret. The last are returned in secret.
func imported(doc object) (body object, secret []string) {
	body = maps.Clone(doc)
	maps.DeleteFunc(body, func(key string, value any) bool {
		if slices.Contains([]string{"id", "created_at", "updated_at"}, key) || document.IsEmpty(value) {
			return true
		}
		_, secrets := withoutSecrets(value, nil)
		if len(secrets) > 0 {
			secret = append(secret, key)
		}
		return len(secrets) > 0
	})
	slices.Sort(secret)
	return body, secret
}

// withoutSecrets returns a copy of a value with null in place of the values that it marks as secret, and these secrets. types has the
// secret types of the objects around the value (document.SecretTypes).
func withoutSecrets(value any, types map[string]bool) (bare any, secrets []any) {
	switch value := value.(type) {
	case object:
		known := document.SecretTypes(value)
		maps.Copy(known, types)
		result := make(object, len(value))
		for key, member := range value {
			below, found := withoutSecrets(member, known)
			result[key], secrets = below, append(secrets, found...)
		}
		for _, key := range document.SecretKeys(value, known) {
			result[key], secrets = nil, append(secrets, value[key])
		}
		return result, secrets
	case []any:
		result := make([]any, len(value))
		for i, element := range value {
			below, found := withoutSecrets(element, types)
			result[i], secrets = below, append(secrets, found...)
		}
		return result, secrets
	}
	return value, nil
}
