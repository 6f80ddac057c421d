// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package filter selects objects from the engine's lists for data sources and list blocks. Users select objects with the arguments "name",
// "name_contains" and "filters", and by parent, such as a tab's dashboard. An engine may ignore these filters, so the package also checks
// each object itself. The package imports engine and catalog. Start reading at Selection.
package filter

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
)

// These are the arguments that select objects of any kind. Some kinds have one more argument. For tabs, for example, it is "dashboard", and
// for components, it is "type".
const (
	Name         = "name"
	NameContains = "name_contains"
	Filters      = "filters"
)

// Descriptions returns the documentation of each argument that selects objects. The keys are the arguments' names.
func Descriptions(o catalog.Object) map[string]string {
	descriptions := map[string]string{
		Name:         fmt.Sprintf("Only %s with exactly this name.", o.Plural),
		NameContains: fmt.Sprintf("Only %s whose name contains this string.", o.Plural),
		Filters: "Query parameters for the engine's list request, such as `{ ordering = \"-name\" }`. The provider sends them unchanged. " +
			"If the engine ignores a filter by a field, the provider leaves out the objects that do not match.",
	}
	if o.Scope != "" {
		descriptions[o.Scope] = fmt.Sprintf("Only %s of this `%s`.", o.Plural, o.Scope)
	}
	return descriptions
}

// Check adds an error if the argument contains the query parameter "page", because the provider reads all pages.
func Check(config tftypes.Value, argument string, diags *diag.Diagnostics) {
	if page, has := tfvalue.Object(config, argument)["page"]; has && !page.IsNull() {
		diags.AddAttributeError(path.Root(argument).AtMapKey("page"), "Not a filter",
			"The provider reads all pages. With page, the objects of earlier pages would be missing. Remove it.")
	}
}

// Selection selects objects of one kind, as declared in a data source or list block.
type Selection struct {
	object       catalog.Object
	collection   engine.Collection
	exact, query url.Values // exact maps fields to their required values
	contains     string
	filters      Set
	listed       int // number of objects that the engine has returned
}

// Select returns the selection that a data source or list block declares. config must not contain unknown values.
func Select(o catalog.Object, config tftypes.Value) *Selection {
	s := &Selection{object: o, exact: url.Values{}, contains: tfvalue.String(config, NameContains), filters: Of(config, Filters)}
	s.query = s.filters.Query()
	if name := tfvalue.String(config, Name); name != "" {
		s.exact.Set("name", name)
	}
	if s.contains != "" {
		s.query.Set("name__contains", s.contains)
	}
	scope := tfvalue.String(config, o.Scope)
	if o.HasTypeInPath() {
		s.collection = o.Collection(scope) // an empty type selects all types
	} else {
		s.collection = o.Collection("")
		if scope != "" {
			s.exact.Set(o.Scope, scope)
		}
	}
	maps.Copy(s.query, s.exact)
	return s
}

// Objects yields the matching objects from all pages. It stops after the first error.
func (s *Selection) Objects(ctx context.Context, reader *bulk.Reader) iter.Seq2[engine.Document, error] {
	return func(yield func(engine.Document, error) bool) {
		for doc, err := range reader.Documents(ctx, s.collection, s.query) {
			if err != nil {
				yield(nil, err)
				return
			}
			s.listed++
			name, _ := doc["name"].(string)
			if !Matches(doc, s.exact) || !strings.Contains(name, s.contains) || !s.filters.Match(doc) {
				continue // the engine has ignored a filter
			}
			if !yield(doc, nil) {
				return
			}
		}
	}
}

// Count returns the number of matching objects according to the engine. If the engine ignores a filter, this number is too high. known is
// false if the request fails or the response contains no number.
func (s *Selection) Count(ctx context.Context, client *engine.Client) (count int, known bool) {
	count, known, err := client.Count(ctx, s.collection, s.query)
	return count, known && err == nil
}

// WarnOfIgnored warns about filters that seem to have no effect, because the engine returns the same number of objects without these
// filters. It considers only filters that the provider can't check itself. Call it after Objects.
func (s *Selection) WarnOfIgnored(ctx context.Context, client *engine.Client, diags *diag.Diagnostics) {
	unchecked := s.filters.unchecked()
	if len(unchecked) == 0 || s.listed == 0 {
		return
	}
	without := maps.Clone(s.query)
	for _, key := range unchecked {
		without.Del(key)
	}
	all := 0
	for _, err := range client.List(ctx, s.collection, without) {
		if all++; err != nil || all > s.listed {
			return
		}
	}
	diags.AddAttributeWarning(path.Root(Filters), "A filter changes nothing",
		fmt.Sprintf("The engine's list has the same %s without %s. Either every object matches, or the engine ignores filters that it "+
			"does not know and returned everything. Compare the objects with the filters.", document.Count(s.listed, s.object.Name),
			strings.Join(unchecked, " and ")))
}

// Matches reports whether each field in query has the given string value in the document. An empty value also matches a field that is
// missing or not a string.
func Matches(doc engine.Document, query url.Values) bool {
	for field := range query {
		if value, _ := doc[field].(string); value != query.Get(field) {
			return false
		}
	}
	return true
}

// filter is a query parameter of a list request, such as name__contains=Pump (interface document, section 1 of "Wire shapes"). An engine
// that does not support a filter returns all objects, so the provider also checks each object against the filter.
type filter struct {
	field, operator, text string
	uncheckable           bool // for at least one object, the provider could not tell whether it matches
}

// Set maps query parameters, such as "name__contains", to the declared filters.
type Set map[string]*filter

// Of returns the filters that the given argument declares, except null and unknown values.
func Of(config tftypes.Value, argument string) Set {
	found := Set{}
	for key, value := range tfvalue.Object(config, argument) {
		if value.IsKnown() && !value.IsNull() {
			field, operator, _ := strings.Cut(key, "__")
			found[key] = &filter{field: field, operator: operator, text: tfvalue.String(value)}
		}
	}
	return found
}

// Query returns the filters as query parameters.
func (s Set) Query() url.Values {
	query := url.Values{}
	for key, f := range s {
		query.Set(key, f.text)
	}
	return query
}

// Match reports whether an object matches all filters. A filter that the provider can't check counts as matched.
func (s Set) Match(doc engine.Document) bool {
	matched := true
	for key, f := range s {
		if key == "ordering" || key == "page_size" {
			continue
		}
		matches, known := f.evaluate(doc)
		f.uncheckable = f.uncheckable || !known
		matched = matched && (matches || !known)
	}
	return matched
}

func (s Set) unchecked() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for key, f := range s {
			if f.uncheckable && !yield(key) {
				return
			}
		}
	})
}

// evaluate reports whether an object matches the filter. known is false if the provider can't decide, because the object lacks the field,
// the field is neither a scalar nor a reference, or the operator is unknown.
func (f *filter) evaluate(doc engine.Document) (matches, known bool) {
	value, has := doc[f.field]
	if !has {
		return false, false
	}
	var texts []string // the filter matches if one of these strings matches
	switch value := value.(type) {
	case nil:
		texts = []string{""}
	case string:
		texts = []string{value}
	case bool:
		texts = []string{strconv.FormatBool(value)}
	case json.Number:
		texts = []string{value.String()}
	case engine.Document: // a reference, which matches by id or name
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

// equals compares a field with a filter's value. It ignores case and number formats (1 equals 1.0), but names and ids must be identical.
func (f *filter) equals(text, want string) bool {
	if text == want || f.field != "name" && f.field != "id" && strings.EqualFold(text, want) {
		return true
	}
	have, isNumber := document.Number(text)
	wanted, wantsNumber := document.Number(want)
	return isNumber && wantsNumber && f.field != "name" && f.field != "id" && document.SameNumber(have, wanted)
}
