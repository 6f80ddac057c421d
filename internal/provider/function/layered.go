// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// class groups types for deep_merge: objects and maps have the same class. A value may replace an earlier one only if both have the same
// class, so a list never replaces a text.
type class int

const (
	anything class = iota // the type is unknown
	mapping
	sequence
	scalar
)

func classOf(t tftypes.Type) class {
	switch t.(type) {
	case tftypes.Object, tftypes.Map:
		return mapping
	case tftypes.List, tftypes.Set, tftypes.Tuple:
		return sequence
	}
	if t.Is(tftypes.DynamicPseudoType) {
		return anything
	}
	return scalar
}

func nounOf(t tftypes.Type) string {
	switch t.(type) {
	case tftypes.Object:
		return "an object"
	case tftypes.Map:
		return "a map"
	case tftypes.List, tftypes.Tuple:
		return "a list"
	case tftypes.Set:
		return "a set"
	}
	switch {
	case t.Is(tftypes.String):
		return "a text"
	case t.Is(tftypes.Number):
		return "a number"
	case t.Is(tftypes.Bool):
		return "a boolean"
	default:
		return "null"
	}
}

// layered is the merged value of the arguments that deep_merge has read so far. Each attribute of an object is a layered value too. The
// zero value is an empty object.
type layered struct {
	members map[string]*layered
	whole   *tftypes.Value // a value that is not merged by members; nil for an object
	layer   string         // the last layer that set a value, for errors
	noun    string
}

func (l *layered) class() class {
	if l.whole != nil {
		return classOf(l.whole.Type())
	}
	return mapping
}

// add merges a value of the next argument of deep_merge into l. If the two can't be merged, such as an object and a list, it adds an error
// to conflicts. add ignores a null value; addMembers removes attributes that a later argument sets to null.
func (l *layered) add(value tftypes.Value, layer string, path []string, conflicts *conflicts) {
	if value.IsNull() {
		return
	}
	was, is := l.class(), classOf(value.Type())
	if was != is && was != anything && is != anything {
		conflicts.add("%s is %s in %s, but %s in %s; to replace it, put a layer with null between the two",
			pathText(path), nounOf(value.Type()), layer, l.noun, l.layer)
		return
	}
	unknownBelow := l.whole != nil && !l.whole.IsKnown()
	l.layer, l.noun = layer, nounOf(value.Type())
	switch {
	case is != mapping || !value.IsKnown():
		l.members, l.whole = nil, &value
	case unknownBelow: // An unknown value may have any members, so the merge is unknown too.
		unknown := tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
		l.members, l.whole = nil, &unknown
	default:
		l.addMembers(value, layer, path, conflicts)
	}
}

func (l *layered) addMembers(value tftypes.Value, layer string, path []string, conflicts *conflicts) {
	var members map[string]tftypes.Value
	if err := value.As(&members); err != nil {
		conflicts.add("%s of %s can't be read: %v", pathText(path), layer, err)
		return
	}
	if l.members == nil {
		l.members = make(map[string]*layered, len(members))
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		member := members[key]
		if member.IsNull() {
			delete(l.members, key)
			continue
		}
		if l.members[key] == nil {
			l.members[key] = &layered{}
			if classOf(member.Type()) != mapping {
				l.members[key].whole = &member
			}
		}
		l.members[key].add(member, layer, append(slices.Clip(path), key), conflicts)
	}
}

func (l *layered) value() tftypes.Value {
	if l.whole != nil {
		return *l.whole
	}
	types, members := make(map[string]tftypes.Type, len(l.members)), make(map[string]tftypes.Value, len(l.members))
	for key, member := range l.members {
		members[key] = member.value()
		types[key] = members[key].Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, members)
}

// pathText writes a path as in a configuration: a.b["c/d"].
func pathText(path []string) string {
	var b strings.Builder
	for i, key := range path {
		switch {
		case !hclsyntax.ValidIdentifier(key):
			b.WriteString("[" + strconv.Quote(key) + "]")
		case i > 0:
			b.WriteString("." + key)
		default:
			b.WriteString(key)
		}
	}
	return b.String()
}

// conflicts collects error messages, one for each attribute whose values can't be merged. For example, the attribute is an object in one
// argument and a list in another.
type conflicts []string

func (c *conflicts) add(format string, a ...any) { *c = append(*c, fmt.Sprintf(format, a...)) }

func (c *conflicts) error() *tffunction.FuncError {
	if len(*c) == 0 {
		return nil
	}
	return wrongArgument(0, "%s", document.First(*c, 20, "\n"))
}
