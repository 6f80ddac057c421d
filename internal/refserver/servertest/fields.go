// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// field returns the value at a path in the response, such as doc.status (see RunScripts).
func (r Reply) field(path string) any {
	first, rest, isNested := strings.Cut(path, ".")
	switch {
	case path == "status" && r.Status == 0:
		return plain(r.Body)
	case path == "status":
		return r.Status
	case path == "body":
		return plain(r.Body)
	case path[0] >= 'A' && path[0] <= 'Z':
		return plain(cmp.Or(r.Header.Get(path), "-"))
	case path == "doc":
		return r.Doc
	case first == "doc" && isNested:
		path = rest
	case first == "list":
		var list []any
		_ = json.Unmarshal([]byte(r.Body), &list) // Fails if the body is an object.
		return valueAt(list, strings.Split(rest, "."))
	}
	return valueAt(r.Doc, strings.Split(path, "."))
}

// plain is a string that the show function returns as it is, without quotes.
type plain string

// show returns a value as JSON. To keep the result short, it omits null fields in array elements.
func show(t testing.TB, value any) string {
	t.Helper()
	switch v := value.(type) {
	case plain:
		return string(v)
	case []any:
		v = slices.Clone(v)
		for i, element := range v {
			if object, isObject := element.(Object); isObject {
				object = maps.Clone(object)
				maps.DeleteFunc(object, func(_ string, value any) bool { return value == nil })
				v[i] = object
			}
		}
		value = v
	}
	return unescaped.Replace(JSON(t, value))
}

var unescaped = strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">")

// valueAt returns the value at a path such as alert_items.0.label, or nil if there is none.
func valueAt(value any, path []string) any {
	if len(path) == 0 {
		return value
	}
	switch v := value.(type) {
	case Object:
		switch {
		case path[0] == "#":
			return len(v)
		case path[0] == "keys" && v != nil:
			return plain(strings.Join(slices.Sorted(maps.Keys(v)), ","))
		}
		return valueAt(v[path[0]], path[1:])
	case []any:
		if at, err := strconv.Atoi(path[0]); err == nil && at < len(v) {
			return valueAt(v[at], path[1:])
		}
		if path[0] == "#" {
			return len(v)
		}
	}
	if path[0] != "*" {
		return nil
	}
	var texts []string
	elements, _ := value.([]any)
	for _, element := range elements {
		texts = append(texts, fmt.Sprint(valueAt(element, path[1:])))
	}
	return plain(cmp.Or(strings.Join(texts, ","), "-"))
}
