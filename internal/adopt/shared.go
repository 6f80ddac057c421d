// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/hcltext"
)

// fewUses is how often a value is written out at most: one that is used more often is a local.
const fewUses = 2

// shared is a value that may be used often: a list, a reference to what lies outside of the configuration, or its id.
type shared struct {
	key    string // the value as JSON text
	value  hcltext.Expression
	id     string           // of a reference, or an id by itself
	want   string           // what it would be called
	uses   int              // outside of other shared values
	within map[*shared]bool // the shared values that have this one in them
	local  string           // what is written in its place; "" for the value itself
}

// count is how often the value would be written where those around it have their names.
func (s *shared) count() int {
	n := s.uses
	for around := range s.within {
		if around.local == "" {
			n += around.count()
		} else {
			n++ // where the local is
		}
	}
	return n
}

// sharing collects the values that may be used often, each kind of them by its key, and names them.
type sharing struct {
	lists, references, ids map[string]*shared
	names                  map[string]string // of what lies outside, by id
}

func newSharing() *sharing {
	return &sharing{lists: map[string]*shared{}, references: map[string]*shared{}, ids: map[string]*shared{}, names: map[string]string{}}
}

// use notes that a value is used, and is what is written there. around is the shared value that it is in, or nil.
func use(all map[string]*shared, value cty.Value, around *shared, build func(s *shared)) hcltext.Shared {
	key := keyOf(value)
	s := all[key]
	if s == nil {
		s = &shared{key: key, within: map[*shared]bool{}}
		all[key] = s
		build(s)
	}
	if around == nil {
		s.uses++
	} else {
		s.within[around] = true
	}
	return hcltext.Shared{Value: s.value, Name: func() string { return s.local }}
}

// keyOf is a value as JSON text; members that are null count as missing.
func keyOf(value cty.Value) string {
	text, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return value.GoString()
	}
	var decoded any
	if err := json.Unmarshal(text, &decoded); err != nil {
		return string(text)
	}
	text, err = json.Marshal(withoutNulls(decoded))
	if err != nil {
		return value.GoString()
	}
	return string(text)
}

func withoutNulls(value any) any {
	switch value := value.(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(_ string, member any) bool { return member == nil })
		for name, member := range value {
			value[name] = withoutNulls(member)
		}
	case []any:
		for i, element := range value {
			value[i] = withoutNulls(element)
		}
	}
	return value
}

// decide gives names to what is used often, and to what the folder has a name for, and gives the new locals.
func (s *sharing) decide(f *folder) []hcltext.Member {
	known := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(f.locals)) {
		if value := f.locals[name]; value != cty.NilVal && !value.IsNull() {
			known[keyOf(value)] = name
		}
	}
	free := newNumbering(func(name string) bool { _, has := f.locals[name]; return has })
	var fresh [3][]hcltext.Member // ids, references, lists
	byID := map[string]string{}   // the local with an id
	for i, all := range []map[string]*shared{s.lists, s.references, s.ids} {
		for _, key := range slices.Sorted(maps.Keys(all)) {
			v := all[key]
			switch {
			case known[key] != "":
				v.local = "local." + known[key]
			case i == 2 && byID[v.id] != "":
				v.local = byID[v.id] + ".id"
			case v.count() > fewUses:
				name := free.give(s.nameOf(v))
				v.local = "local." + name
				fresh[2-i] = append(fresh[2-i], hcltext.Member{Name: name, Value: v.value})
			}
			if i == 1 && v.local != "" && byID[v.id] == "" {
				byID[v.id] = v.local
			}
		}
	}
	for _, members := range fresh {
		slices.SortFunc(members, func(a, b hcltext.Member) int { return naturally(a.Name, b.Name) })
	}
	return slices.Concat(fresh[0], fresh[1], fresh[2])
}

// longestLocal bounds the names of locals, which stand in the middle of lines.
const longestLocal = 30

// nameOf is what a value would be called: as what lies outside is called, where that is known.
func (s *sharing) nameOf(v *shared) string {
	if v.id == "" {
		return v.want
	}
	return shortened(labelOf(s.names[v.id], v.want, v.id), longestLocal)
}

// isIDForm is the form of ids that nobody writes for anything else.
var isIDForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$|^[0-9a-f]{24,}$`).MatchString
