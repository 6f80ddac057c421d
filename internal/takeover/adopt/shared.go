// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// maxUses is the maximum number of times that a value, such as a list of tags, is written inline. A value with more uses becomes a local.
const maxUses = 2

// shared is a value that becomes a local if it is used more than maxUses times. It is a list, a reference such as { id = "pump-1" }, or the
// id of an object outside the configuration.
type shared struct {
	value  hcltext.Expression
	id     string           // the id, if the value is a reference or an id
	want   string           // the preferred name of the local
	uses   int              // the number of uses outside other shared values
	within map[*shared]bool // the shared values that contain this one
	local  string           // the reference to the local; "" if the value is written inline
}

// count returns how many times the configuration would contain the value. A local that contains the value counts once, no matter how often
// the local is used.
func (s *shared) count() int {
	n := s.uses
	for around := range s.within {
		if around.local == "" {
			n += around.count()
		} else {
			n++ // written once, as part of that local
		}
	}
	return n
}

// sharing collects the shared values and decides which of them become locals. Each map of shared values is indexed by the result of keyOf.
type sharing struct {
	lists, references, ids map[string]*shared
	names                  map[string]string // names of objects outside the configuration, by id
}

func newSharing() *sharing {
	return &sharing{lists: map[string]*shared{}, references: map[string]*shared{}, ids: map[string]*shared{}, names: map[string]string{}}
}

// countUse counts one use of a value and returns an expression for it. container is the shared value that contains this one, or nil if
// there is none. On the first use, countUse calls build to set the fields of the new shared value.
func countUse(all map[string]*shared, value cty.Value, container *shared, build func(s *shared)) hcltext.Shared {
	key := keyOf(value)
	s := all[key]
	if s == nil {
		s = &shared{within: map[*shared]bool{}}
		all[key] = s
		build(s)
	}
	if container == nil {
		s.uses++
	} else {
		s.within[container] = true
	}
	return hcltext.Shared{Value: s.value, Name: func() string { return s.local }}
}

// keyOf returns a value as JSON, without null members. If keyOf returns the same string for two values, adopt writes the same expression
// for both.
func keyOf(value cty.Value) string {
	var decoded any
	text, err := ctyjson.Marshal(value, value.Type())
	if err == nil {
		decoded, err = document.Decode(text)
	}
	if err != nil {
		return value.GoString()
	}
	return document.Encode(withoutNulls(decoded))
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

// chooseLocals decides which values become locals and returns the new ones. It reuses existing locals with the same value.
func (s *sharing) chooseLocals(f *directory) []hcltext.Member {
	known := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(f.locals)) {
		if value := f.locals[name]; value != cty.NilVal && !value.IsNull() {
			known[keyOf(value)] = name
		}
	}
	free := newNumbering(func(name string) bool { _, has := f.locals[name]; return has })
	choose := func(all map[string]*shared) (fresh []hcltext.Member) {
		for _, key := range slices.Sorted(maps.Keys(all)) {
			v := all[key]
			switch {
			case known[key] != "":
				v.local = "local." + known[key]
			case v.local == "" && v.count() > maxUses:
				name := free.unique(s.nameOf(v))
				v.local = "local." + name
				fresh = append(fresh, hcltext.Member{Name: name, Value: v.value})
			}
		}
		slices.SortFunc(fresh, func(a, b hcltext.Member) int { return compareNatural(a.Name, b.Name) })
		return fresh
	}
	lists, references := choose(s.lists), choose(s.references)
	byID := map[string]string{} // the first local that contains a reference with this id
	for _, key := range slices.Sorted(maps.Keys(s.references)) {
		v := s.references[key]
		byID[v.id] = cmp.Or(byID[v.id], v.local)
	}
	for _, v := range s.ids {
		if local := byID[v.id]; local != "" {
			v.local = local + ".id"
		}
	}
	return slices.Concat(choose(s.ids), references, lists)
}

const maxLocal = 30

// nameOf returns a name for the Terraform local that declares the value, such as pump_1 for a reference to the object "Pump 1".
func (s *sharing) nameOf(v *shared) string {
	if v.id == "" {
		return v.want
	}
	return truncate(labelOf(s.names[v.id], v.want, v.id), maxLocal)
}

// isIDForm reports whether a string has the form of an id: a UUID, or at least 24 hexadecimal digits.
var isIDForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$|^[0-9a-f]{24,}$`).MatchString
