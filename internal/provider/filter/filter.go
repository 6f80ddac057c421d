// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package filter

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// filter is a query parameter of a list, such as name__contains: a field, an operator and a value (wire shapes section 1). Engines need not
// support any. An engine that does not know a filter ignores it and returns all objects.
type filter struct {
	field, operator, text string
	unjudged              bool // for some object the provider could not tell whether it matches
}

// Set maps the names of declared query parameters to filters.
type Set map[string]*filter

// elements returns the elements of an argument of a configuration that is a map.
func elements(config tftypes.Value, argument string) map[string]tftypes.Value {
	declared := map[string]tftypes.Value{}
	if f := tfvalue.Member(config, argument); f.IsKnown() && !f.IsNull() {
		_ = f.As(&declared) // a known map
	}
	return declared
}

// Of returns the filters in an argument of a configuration that is a map of query parameters. Null and unknown parameters are left out.
func Of(config tftypes.Value, argument string) Set {
	found := Set{}
	for key, value := range elements(config, argument) {
		var text string
		if value.IsKnown() && !value.IsNull() && value.As(&text) == nil {
			field, operator, _ := strings.Cut(key, "__")
			found[key] = &filter{field: field, operator: operator, text: text}
		}
	}
	return found
}

// Query returns the query parameters for a request.
func (s Set) Query() url.Values {
	query := url.Values{}
	for key, f := range s {
		query.Set(key, f.text)
	}
	return query
}

// Match reports whether an object matches all filters that the provider can check.
func (s Set) Match(doc engine.Document) bool {
	matched := true
	for key, f := range s {
		if key == "ordering" || key == "page_size" {
			continue
		}
		matches, known := f.judge(doc)
		f.unjudged = f.unjudged || !known
		matched = matched && (matches || !known)
	}
	return matched
}

// unchecked returns the parameters that the provider could not check on some object.
func (s Set) unchecked() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for key, f := range s {
			if f.unjudged && !yield(key) {
				return
			}
		}
	})
}

// judge reports whether an object matches. known is false if the provider cannot tell.
func (f *filter) judge(doc engine.Document) (matches, known bool) {
	value, has := doc[f.field]
	if !has {
		return false, false
	}
	var texts []string // the filter may compare with any of them
	switch value := value.(type) {
	case nil:
		texts = []string{""}
	case string:
		texts = []string{value}
	case bool:
		texts = []string{strconv.FormatBool(value)}
	case json.Number:
		texts = []string{value.String()}
	case engine.Document: // a reference: its id and its name
		for _, name := range []string{"id", "name"} {
			text, _ := value[name].(string)
			texts = append(texts, text)
		}
	default:
		return false, false
	}
	test, ok := map[string]func(text string) bool{
		"":          func(text string) bool { return f.equals(text, f.text) },
		"contains":  func(text string) bool { return strings.Contains(text, f.text) },
		"icontains": func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(f.text)) },
		"in": func(text string) bool {
			return slices.ContainsFunc(strings.Split(f.text, ","), func(one string) bool { return f.equals(text, one) })
		},
	}[f.operator]
	return ok && slices.ContainsFunc(texts, test), ok
}

// equals compares two values and accepts other spellings (case, 1 and 1.0). Names and ids must be identical.
func (f *filter) equals(text, want string) bool {
	if text == want || f.field != "name" && f.field != "id" && strings.EqualFold(text, want) {
		return true
	}
	have, isNumber := document.Number(text)
	wanted, wantsNumber := document.Number(want)
	return isNumber && wantsNumber && f.field != "name" && f.field != "id" && document.SameNumber(have, wanted)
}
