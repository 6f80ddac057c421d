// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// SetProfile makes the server imitate the engine that the profile describes, starting with the next request. It replaces the profile from
// Options.Like and all active habits (deviations from INTERFACE.md). It returns a message for each part of the profile that the server
// can't imitate (see Ignored).
func (s *Server) SetProfile(p *profile.Profile) (ignored []string, err error) {
	options := s.options
	options.Like, options.Habits = p, nil
	tables, err := options.tables()
	if err != nil {
		return nil, err
	}
	if err := s.SetHabits(options.allHabits()); err != nil {
		return nil, err
	}
	s.tables.Store(byKind(tables))
	return Ignored(p), nil
}

func byKind(tables []*table.Table) *map[string]*table.Table {
	all := map[string]*table.Table{}
	for _, t := range tables {
		all[t.Kind] = t
	}
	return &all
}

// allHabits returns the habits (deviations from INTERFACE.md) to enable, such as "small-pages=20". These are the habits in Options.Habits
// and those in the profile in Options.Like. If a habit is in both, the one in Options.Habits applies.
func (o Options) allHabits() []string {
	if o.Like == nil {
		return o.Habits
	}
	var names []string
	for _, name := range o.Like.Habits {
		_, err := o.habits([]string{name})
		base, _, _ := strings.Cut(name, "=")
		isBase := func(other string) bool { return other == base || strings.HasPrefix(other, base+"=") }
		if err == nil && !slices.ContainsFunc(o.Habits, isBase) {
			names = append(names, name)
		}
	}
	return append(names, o.Habits...)
}

// Ignored returns a message for each part of a profile that the server can't imitate, such as an unknown habit (deviation from
// INTERFACE.md), an unknown field, or a value that is invalid for its field.
func Ignored(p *profile.Profile) []string {
	var ignored []string
	for _, name := range p.Habits {
		if _, err := (Options{}).habits([]string{name}); err != nil {
			reason, _, _ := strings.Cut(err.Error(), "; there are")
			ignored = append(ignored, "habits: "+reason)
		}
	}
	return append(ignored, applyFacts(table.All(), p.Facts)...)
}

// applyFacts applies a profile's facts (defaults, valid values and limits) to the tables. It returns a message for each ignored fact.
func applyFacts(tables []*table.Table, facts profile.Facts) []string {
	return slices.Concat(
		setFacts(tables, "defaults", facts.Defaults, setDefault),
		setFacts(tables, "words", facts.Words, func(field *table.Field, words []string) bool {
			if field.Type != table.String || words == nil {
				return false
			}
			if field.OneOf = words; len(words) == 0 {
				field.OneOf = nil // Any string is valid.
			}
			return true
		}),
		setFacts(tables, "max_length", facts.MaxLength, func(field *table.Field, length int) bool {
			field.MaxLength = length
			return field.Type == table.String || field.Type == table.Text
		}),
		setFacts(tables, "min", facts.Min, func(field *table.Field, limit int64) bool {
			field.Min = &limit
			return isNumber(field)
		}),
		setFacts(tables, "max", facts.Max, func(field *table.Field, limit int64) bool {
			field.Max = &limit
			return isNumber(field)
		}),
	)
}

// setFacts applies facts from a profile, such as default values. It calls the function set with each fact and the field that the fact
// concerns. It returns a message for each fact that can't be applied, because its kind of object or field is unknown, or because set
// returns false.
func setFacts[T any](
	tables []*table.Table, part string, facts map[string]map[string]T, set func(field *table.Field, value T) bool,
) (ignored []string) {
	for _, kind := range slices.Sorted(maps.Keys(facts)) {
		at := slices.IndexFunc(tables, func(t *table.Table) bool { return t.Kind == kind })
		if at < 0 {
			ignored = append(ignored, fmt.Sprintf("facts.%s: there is no kind %q", part, kind))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(facts[kind])) {
			switch field := tables[at].At(name); {
			case field == nil:
				ignored = append(ignored, fmt.Sprintf("facts.%s: there is no field %q in the kind %s", part, name, kind))
			case !set(field, facts[kind][name]):
				ignored = append(ignored, fmt.Sprintf("facts.%s.%s.%s: the value does not fit the field", part, kind, name))
			}
		}
	}
	return ignored
}

func isNumber(field *table.Field) bool {
	return field.Type == table.Integer || field.Type == table.Number
}

// setDefault sets a field's default. If the value does not have the field's type, setDefault changes nothing and returns false.
func setDefault(field *table.Field, value any) bool {
	fits := value == nil
	switch value.(type) {
	case bool:
		fits = field.Type == table.Boolean
	case json.Number:
		fits = isNumber(field) || field.Type == table.Text
	case string:
		fits = field.Type == table.String || field.Type == table.Text
	}
	if fits = fits && field.Scalar(); fits {
		field.Default = value
	}
	return fits
}
