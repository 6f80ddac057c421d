// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/text/unicode/norm"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// labels contains resource names by resource type and object id. They are stored in adopt.map.json, which users may edit.
type labels map[string]map[string]string

func parseLabels(file string, text []byte) (labels, error) {
	l := labels{}
	if text == nil {
		return l, nil
	}
	invalid := func(err error) error {
		return fmt.Errorf(
			`%s: %w; the file maps resource types to ids to names, for example {"engine_node": {"8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10": "site"}}`,
			file, err)
	}
	if err := document.DecodeInto(text, &l); err != nil {
		return nil, invalid(err)
	}
	if l == nil {
		return nil, invalid(errors.New("it is null"))
	}
	for _, name := range slices.Sorted(maps.Keys(l)) {
		if !slices.ContainsFunc(catalog.Objects(), func(o catalog.Object) bool { return typeName(o.Name) == name }) {
			return nil, invalid(fmt.Errorf("there is no resource type %q", name))
		}
		if l[name] == nil {
			return nil, invalid(fmt.Errorf("%s is null", name))
		}
		owner := map[string]string{}
		for _, id := range slices.Sorted(maps.Keys(l[name])) {
			label := l[name][id]
			if !hclsyntax.ValidIdentifier(label) {
				return nil, fmt.Errorf("%s: %q of the %s %s is not a valid name of a resource", file, label, name, id)
			}
			if other, twice := owner[label]; twice {
				return nil, fmt.Errorf("%s: the %s %s and %s have the same name, %q", file, name, other, id, label)
			}
			owner[label] = id
		}
	}
	return l, nil
}

func indentedJSON(texts any) string {
	var b strings.Builder
	_ = document.Print(&b, texts) // Writing to a strings.Builder never fails.
	return b.String()
}

func (l labels) set(o *object) {
	if l[o.typeName()] == nil {
		l[o.typeName()] = map[string]string{}
	}
	l[o.typeName()][o.id] = o.label
}

// assign chooses each object's label (resource name). It keeps a label from an import block or adopt.map.json. Otherwise, it derives a
// unique label from the object's name, if necessary by prepending the parent's label or appending a number.
func (l labels) assign(objects []*object, taken func(address string) bool) {
	used := map[string]bool{}
	for _, o := range objects {
		if o.label != "" {
			used[o.address()] = true
		}
	}
	var fresh []*object
	for _, o := range objects {
		if label := l[o.typeName()][o.id]; o.label == "" && label != "" && !used[o.typeName()+"."+label] {
			o.label = label
		} else if o.label == "" {
			fresh = append(fresh, o)
		}
	}
	for typeName, byID := range l {
		for _, label := range byID {
			used[typeName+"."+label] = true
		}
	}
	rank := map[string]int{} // The catalog lists parents before their children.
	for i, kind := range catalog.Objects() {
		rank[kind.Name] = i
	}
	slices.SortStableFunc(fresh, func(a, b *object) int {
		return cmp.Or(rank[a.kind.Name]-rank[b.kind.Name], compareNatural(a.name, b.name), strings.Compare(a.id, b.id))
	})
	wanted := map[string]int{}
	for _, o := range fresh {
		o.label = labelOf(o.name, o.kind.Name, o.id)
		wanted[o.address()]++
	}
	all := indexOf(objects)
	free := newNumbering(func(address string) bool { return used[address] || taken(address) })
	for _, o := range fresh {
		if wanted[o.address()] > 1 || used[o.address()] {
			if parent := l.of(all, o.kind.Parent, o.parent()); parent != "" {
				o.label = parent + "_" + o.label
			}
		}
		o.label = strings.TrimPrefix(free.unique(o.address()), o.typeName()+".")
	}
}

// of returns an object's label, or "" if neither this run nor an earlier one has chosen a label for it.
func (l labels) of(all index, kind, id string) string {
	if o := all[kind][id]; o != nil {
		return o.label
	}
	return l[typeName(kind)][id]
}

const maxName = 60

// withoutMarks replaces letters such as ß, which Unicode normalization can't decompose, with ASCII letters.
var withoutMarks = strings.NewReplacer(
	"ß", "ss", "ẞ", "ss", "æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe", "ø", "o", "Ø", "o", "ł", "l", "Ł", "l", "đ", "d", "Đ", "d",
	"ð", "d", "þ", "th", "ı", "i",
)

// nameOf converts a string to an identifier, such as low_flow for "Low flow". It returns "" if the string has no ASCII letters or digits,
// or if most of its letters have no ASCII form, as in Chinese.
func nameOf(text string) string {
	var b strings.Builder
	kept, lost := 0, 0
	for _, r := range norm.NFKD.String(withoutMarks.Replace(text)) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(unicode.ToLower(r))
			kept++
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		default:
			if unicode.IsLetter(r) {
				lost++
			}
			b.WriteByte('_')
		}
	}
	if lost > kept {
		return ""
	}
	words := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '_' })
	name := strings.Join(words, "_")
	return truncate(name, maxName)
}

func truncate(name string, longest int) string {
	if len(name) <= longest {
		return name
	}
	if at := strings.LastIndexByte(name[:longest+1], '_'); at > 0 {
		return name[:at]
	}
	return name[:longest]
}

// labelOf converts an object's name to a label, such as low_flow. Because a label can't begin with a digit, the alert "2nd pump" becomes
// alert_2nd_pump. If the name has no usable letters, the label is the kind plus the beginning of the id.
func labelOf(text, kind, id string) string {
	switch name := nameOf(text); {
	case name == "":
		return kind + "_" + shortID(id)
	case name[0] >= '0' && name[0] <= '9':
		return kind + "_" + name
	default:
		return name
	}
}

// shortID returns up to eight characters from the beginning of an id, skipping those that are invalid in an identifier. It returns "x" if
// no characters are valid.
func shortID(id string) string {
	short := strings.ReplaceAll(nameOf(id), "_", "")
	if short == "" {
		return "x"
	}
	return short[:min(len(short), 8)]
}

// numbering makes names unique by appending numbers: pump, pump_2, pump_3.
type numbering struct {
	taken func(name string) bool
	given map[string]bool // the results of unique so far
	last  map[string]int  // the last number tried for each name
}

func newNumbering(taken func(name string) bool) *numbering {
	return &numbering{taken: taken, given: map[string]bool{}, last: map[string]int{}}
}

func (n *numbering) unique(name string) string {
	candidate := name
	for n.given[candidate] || n.taken(candidate) {
		n.last[name] = max(n.last[name]+1, 2)
		candidate = fmt.Sprintf("%s_%d", name, n.last[name])
	}
	n.given[candidate] = true
	return candidate
}

// compareNatural compares names in natural order: "pump 2" comes before "pump 10".
func compareNatural(a, b string) int {
	for {
		i, j := digits(a), digits(b)
		switch {
		case a == "" || b == "":
			return strings.Compare(a, b)
		case i > 0 && j > 0:
			x, y := strings.TrimLeft(a[:i], "0"), strings.TrimLeft(b[:j], "0")
			if c := cmp.Or(len(x)-len(y), strings.Compare(x, y), i-j); c != 0 {
				return c
			}
			a, b = a[i:], b[j:]
		case a[0] != b[0]:
			return strings.Compare(a, b)
		default:
			a, b = a[1:], b[1:]
		}
	}
}

func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }
