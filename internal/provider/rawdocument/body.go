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

// object is a decoded JSON object. If a configuration declares it, it is called a body. The provider manages only the keys of the body,
// also in nested objects, and manages arrays as a whole. The functions in this file never change their arguments.
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

// differing returns the sorted keys of a body for which the engine's document has another value. A key that the document lacks counts as
// null, except the keys in unanswered: the engine accepted these earlier and never shows them.
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

// unanswered returns the sorted keys of a body that the engine accepted but does not show in doc, its reply.
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

// sameValue reports whether the engine's value have equals the declared value want. Null, "", [] and {} are equal. Of a nested object, only
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

// projected returns a copy of the body with the document's values for all keys whose values differ.
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

// patched returns the request body that updates doc from the body prior to the body planned: the keys whose values differ, and null for
// keys that are no longer declared. A nested object is sent with all its keys, because the engine replaces whole values.
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

// overlaid merges the declared value want into the engine's value have. Nested keys of before, the previously declared value, that want
// lacks become null. If have and want differ only in spelling, overlaid returns have.
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

// merged returns a body to which the keys of other are added. At a key where both have an object, it merges the two objects. At any other
// key of both, the value of other wins.
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

// onlyOf returns the part of a body whose keys the other body has too, also in nested objects.
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

// imported returns the body for an import of the engine's document. It leaves out empty values, the keys that the engine sets (such as
// created_at), and the keys whose values contain secrets. It returns the latter in secret.
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

// withoutSecrets returns a copy of a JSON value in which the values that it marks as secret are null, and these secrets. types has the
// names of types that an outer object declares as secret (document.SecretTypes).
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
