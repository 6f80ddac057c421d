// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package filter

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// filter is a query parameter of a list: a field, and how its value is compared (wire shapes section 1). No document says
// that an engine knows it, and an engine that does not returns everything.
type filter struct {
	field, operator, text string
	unjudged              bool // an object came of which the provider can't tell whether it matches
}

// filters are the declared filters by the names of their parameters.
type filters map[string]*filter

// parameters returns what an argument of a configuration that is a map has.
func parameters(config tftypes.Value, argument string) map[string]tftypes.Value {
	declared := map[string]tftypes.Value{}
	if f := tfvalue.Member(config, argument); f.IsKnown() && !f.IsNull() {
		_ = f.As(&declared) // a known map
	}
	return declared
}

// filtersOf are the filters of a configuration whose values are known.
func filtersOf(config tftypes.Value) filters {
	found := filters{}
	for key, value := range parameters(config, Filters) {
		var text string
		if value.IsKnown() && value.As(&text) == nil {
			field, operator, _ := strings.Cut(key, "__")
			found[key] = &filter{field: field, operator: operator, text: text}
		}
	}
	return found
}

// matchedBy tells whether an object matches every filter, as far as that can be told.
func (fs filters) matchedBy(doc engine.Document) bool {
	matched := true
	for key, f := range fs {
		if key == "ordering" || key == "page_size" {
			continue
		}
		matches, known := f.judge(doc)
		f.unjudged = f.unjudged || !known
		matched = matched && (matches || !known)
	}
	return matched
}

// unchecked are the parameters of the filters of which could not be told whether the engine knows them.
func (fs filters) unchecked() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for key, f := range fs {
			if f.unjudged && !yield(key) {
				return
			}
		}
	})
}

// judge tells whether an object matches, and whether that can be told.
func (f *filter) judge(doc engine.Document) (matches, known bool) {
	value, has := doc[f.field]
	if !has {
		return false, false
	}
	var texts []string // any of which the filter may mean
	switch value := value.(type) {
	case nil:
		texts = []string{""}
	case string:
		texts = []string{value}
	case bool:
		texts = []string{strconv.FormatBool(value)}
	case json.Number:
		texts = []string{value.String()}
	case engine.Document: // a reference
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

// equals takes another spelling for the same, but of names and ids.
func (f *filter) equals(text, want string) bool {
	if text == want || f.field != "name" && f.field != "id" && strings.EqualFold(text, want) {
		return true
	}
	have, isNumber := document.Number(text)
	wanted, wantsNumber := document.Number(want)
	return isNumber && wantsNumber && f.field != "name" && f.field != "id" && document.SameNumber(have, wanted)
}
