// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package filter selects objects from the engine's lists by name, scope and filters. The plural data sources and the list resources share
// these arguments. An engine may ignore a filter, so the package checks the returned objects again.
//
// It imports the catalog and the client. Start reading at Selection.
package filter

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
)

// Names of the arguments that every selection has. An object with a scope has one more argument, named after the scope.
const (
	Name         = "name"
	NameContains = "name_contains"
	Filters      = "filters"
)

// Descriptions returns the descriptions of the arguments by name.
func Descriptions(o catalog.Object) map[string]string {
	descriptions := map[string]string{
		Name:         fmt.Sprintf("Only %s with exactly this name.", o.Plural),
		NameContains: fmt.Sprintf("Only %s whose name contains this text.", o.Plural),
		Filters: "Further query parameters of the engine's list, such as `{ ordering = \"-name\" }`, sent as they are. " +
			"If the engine ignores a filter on a field, the provider leaves out the objects that do not match it.",
	}
	if o.Scope != "" {
		descriptions[o.Scope] = fmt.Sprintf("Only %s of this `%s`.", o.Plural, o.Scope)
	}
	return descriptions
}

// Check refuses the parameter "page" in an argument that is a map of query parameters, because the provider reads every page.
func Check(config tftypes.Value, argument string, diags *diag.Diagnostics) {
	if page, has := elements(config, argument)["page"]; has && !page.IsNull() {
		diags.AddAttributeError(path.Root(argument).AtMapKey("page"), "No filter",
			"The provider reads all pages. With page, the objects of earlier pages would be missing. Remove it.")
	}
}

// Selection is the set of objects that a configuration selects.
type Selection struct {
	object       catalog.Object
	collection   engine.Collection
	exact, query url.Values // exact has the parameters that must equal a field
	contains     string
	filters      Set
	listed       int // objects that the engine returned, matching or not
}

// Select reads the selection from a configuration without unknown values.
func Select(o catalog.Object, config tftypes.Value) *Selection {
	s := &Selection{object: o, exact: url.Values{}, contains: tfvalue.Text(config, NameContains), filters: Of(config, Filters)}
	s.query = s.filters.Query()
	if name := tfvalue.Text(config, Name); name != "" {
		s.exact.Set("name", name)
	}
	if s.contains != "" {
		s.query.Set("name__contains", s.contains)
	}
	scope := tfvalue.Text(config, o.Scope)
	if o.Typed() {
		s.collection = o.Collection(scope) // an empty type selects the list of all types
	} else {
		s.collection = o.Collection("")
		if scope != "" {
			s.exact.Set(o.Scope, scope)
		}
	}
	maps.Copy(s.query, s.exact)
	return s
}

// Objects reads every page and yields the objects that match. After an error it stops.
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
				continue // the engine ignored the filter
			}
			if !yield(doc, nil) {
				return
			}
		}
	}
}

// Count returns the number of selected objects according to the engine, which is too high if it ignores a filter. known is false if its
// lists have no count.
func (s *Selection) Count(ctx context.Context, client *engine.Client) (count int, known bool) {
	count, known, err := client.Count(ctx, s.collection, s.query)
	return count, known && err == nil
}

// WarnOfIgnored warns about filters that the engine probably ignores: filters that the provider cannot check, and without which the list
// has no more objects. Call it after Objects.
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
		fmt.Sprintf("The engine's list has the same %d %s without %s. Either all of them match, or the engine does not know it and "+
			"returns everything: compare the objects with what was asked for.", s.listed, s.object.Plural, strings.Join(unchecked, " and ")))
}

// Matches reports whether a document's text fields have all values of a query.
func Matches(doc engine.Document, query url.Values) bool {
	for field := range query {
		if value, _ := doc[field].(string); value != query.Get(field) {
			return false
		}
	}
	return true
}
