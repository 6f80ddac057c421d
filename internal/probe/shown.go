// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"reflect"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// seeMovement compares three reads of one object. Something moves only if both later reads differ from the one before.
func (r *run) seeMovement(s *sample) {
	if len(s.shown) < 3 {
		return
	}
	moves := func(name string) bool {
		return !reflect.DeepEqual(s.shown[0][name], s.shown[1][name]) && !reflect.DeepEqual(s.shown[1][name], s.shown[2][name])
	}
	unknown := unknownKeys(s.table.Fields, s.shown[0])
	r.verdicts.see("moving-fields", slices.ContainsFunc(unknown, moves))
	switch s.table.Kind {
	case "alert", "function":
		r.verdicts.see("own-status", moves("status"))
	case "component":
		r.verdicts.see("own-status", moves("deployment_status"))
	}
}

// seeBlanks looks at fields without a value.
func (r *run) seeBlanks(s *sample) {
	missing, null, empty, emptyText := 0, 0, 0, 0
	doc := s.shown[0]
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		if field.Required || field.ServerSet || field.Default != nil {
			continue
		}
		value, shown := doc[field.Name]
		elements, isArray := value.([]any)
		switch {
		case !shown:
			missing++
		case value == nil:
			null++
		case isArray && len(elements) == 0:
			empty++
		case value == "" && field.Type == table.String && field.OneOf == nil:
			emptyText++
		}
	}
	if missing+null+empty+emptyText > 0 {
		r.verdicts.see("bare", missing > 0 && null+empty+emptyText == 0)
	}
	r.seePadding(s, emptyText)
	r.seeDefaults(s)
}

// seePadding decides by the texts without a value: an engine that shows "" shows it for all of them.
func (r *run) seePadding(s *sample, emptyText int) {
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		value, shown := s.shown[0][field.Name]
		if shown && value == nil && field.Type == table.String && field.OneOf == nil {
			r.verdicts.see("padded", false)
			return
		}
	}
	if emptyText > 0 {
		r.verdicts.see("padded", true)
	}
}

// hasOwnDefault reports whether an engine may show a value of its own in a field that nobody sent.
func hasOwnDefault(field *table.Field) bool {
	isWord := len(field.OneOf) > 0 && field.Name != "type"
	return field.Default == nil && !field.ServerSet && (isWord || field.Type == table.Boolean || field.Numeric()) &&
		!isSchedule(field.Name)
}

func isSchedule(name string) bool {
	return len(name) > 5 && (name[:5] == "rate_" || name[:5] == "cron_")
}

// seeDefaults decides by the fields that can have a default of the engine. Nobody declares all of them, if there are many. The topic
// defaults decides about the objects of the run.
func (r *run) seeDefaults(s *sample) {
	candidates, filled := 0, 0
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		if !hasOwnDefault(field) || field.Required {
			continue
		}
		candidates++
		if value := s.shown[0][field.Name]; value != nil && value != "" {
			filled++
		}
	}
	if s.sent == nil && candidates >= 8 {
		r.verdicts.see("own-defaults", filled == candidates)
	}
}

// seeElements looks for a key of the engine in elements: a key that no table has, that does not move, and that all elements have.
// References are looked at in seeReferences.
func (r *run) seeElements(samples []*sample) {
	elements, arrays := 0, map[string]bool{}
	with := map[string]int{} // The number of elements by key.
	for _, s := range samples {
		for i := range s.table.Fields {
			field := &s.table.Fields[i]
			if field.Elements != table.Object || field.IsReference() || len(s.shown) < 2 {
				continue
			}
			first, last := objects(s.shown[0][field.Name]), objects(s.shown[len(s.shown)-1][field.Name])
			for at, element := range first {
				elements++
				arrays[s.table.Kind+"."+field.Name] = true
				for _, name := range unknownKeys(field.Fields, element) {
					if at < len(last) && reflect.DeepEqual(element[name], last[at][name]) {
						with[name]++
					}
				}
			}
		}
	}
	has := false
	for _, n := range with {
		has = has || n == elements
	}
	if len(arrays) > 1 {
		r.verdicts.see("own-element-keys", has)
	}
}

// objects returns the elements of an array that are objects.
func objects(array any) []map[string]any {
	elements, _ := array.([]any)
	var all []map[string]any
	for _, element := range elements {
		if object, isObject := element.(map[string]any); isObject {
			all = append(all, object)
		}
	}
	return all
}

// seeOwnElements looks for an element that begins or ends the arrays of several fields: nobody but the engine puts it everywhere.
func (r *run) seeOwnElements(samples []*sample) {
	fields := map[string]map[string]bool{} // The fields by the first and by the last element of their array.
	arrays := map[string]bool{}
	for _, s := range samples {
		for i := range s.table.Fields {
			field := &s.table.Fields[i]
			ids := keys(field, s.shown[0][field.Name])
			if !field.IsReference() || len(ids) == 0 {
				continue
			}
			name := s.table.Kind + "." + field.Name
			arrays[name] = true
			for _, id := range []string{"first " + ids[0], "last " + ids[len(ids)-1]} {
				if fields[id] == nil {
					fields[id] = map[string]bool{}
				}
				fields[id][name] = true
			}
		}
	}
	if len(arrays) < 3 {
		return
	}
	everywhere := false
	for _, names := range fields {
		everywhere = everywhere || len(names) == len(arrays)
	}
	r.verdicts.see("own-elements", everywhere)
}
