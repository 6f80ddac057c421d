// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A mark is a hash of a value that exists in the engine but not in the configuration. It is stored in the private state, and hides the
// value from plans. There are marks for two kinds of values:
//
//   - an array element that the engine kept although the last update omitted it (otherwise, every plan would try to remove it again);
//   - a string such as query_plain that another client wrote before the import, and that differs from what the provider would derive
//     (updates keep it unless the derived value changes).
//
// If the value changes in the engine, its hash no longer matches, and the next plan shows the change.

// withMarks returns a copy of the private state with the given marks (hashes of values that plans must not show) instead of the old ones.
func (p privateData) withMarks(marks map[string][]string) privateData {
	if len(marks) > 0 || p.marks != nil {
		p.marks = marks
	}
	return p
}

// markElements finds array elements that the engine kept although the update omitted them. It stores their hashes (marks), so that plans
// don't show the elements, and warns about newly marked ones. It does not mark elements that someone else may have added during the update,
// because the next plan has to show them.
func (d *definition) markElements(diags *diag.Diagnostics, doc engine.Document, c change) {
	known, marks := c.private.marks, map[string][]string{}
	for name := range known {
		if _, sent := c.sent[name]; !sent {
			marks[name] = known[name] // this update did not send the array, so its marks stay valid
		}
	}
	surplus := d.shape.UndeclaredElements(doc, c.planned)
	for _, name := range slices.Sorted(maps.Keys(surplus)) {
		if _, sent := c.sent[name]; !sent {
			continue
		}
		var unknown []string
		before := d.elementsBefore(c, name)
		for _, mark := range slices.Sorted(maps.Keys(surplus[name])) {
			element := surplus[name][mark]
			switch {
			case slices.Contains(known[name], mark):
			case len(before) == 0 || slices.Contains(before, element.Label) && !isNew(element.ID, c.base[name], doc[name]):
				unknown = append(unknown, element.Label)
			default:
				continue
			}
			marks[name] = append(marks[name], mark)
		}
		if slices.Sort(unknown); len(unknown) > 0 {
			diags.AddAttributeWarning(path.Root(name), "The engine keeps elements that are not declared", fmt.Sprintf(
				"%s was sent without %s, but the engine still has them. The provider now ignores them, and plans do not show them as long as "+
					"they do not change. To manage them, declare them. To remove them, remove them in the engine, or remove %[1]s from the "+
					"configuration, apply, and declare it again.", name, strings.Join(unknown, ", ")))
		}
	}
	*c.private = c.private.withMarks(marks)
}

// elementsBefore returns the labels of the elements that the named array had before the update c.
func (d *definition) elementsBefore(c change, name string) []string {
	empty := tftypes.NewValue(tfvalue.Member(c.planned, name).Type(), []tftypes.Value{})
	var names []string
	for _, element := range d.shape.UndeclaredElements(c.base, tfvalue.WithMember(c.planned, name, empty))[name] {
		names = append(names, element.Label)
	}
	return names
}

// isNew reports whether an element with the given id was added during an update. earlier is the array before the update, and current is the
// array after it. If the two arrays have no ids in common, the engine seems to assign new ids with every write. In this case, isNew returns
// false.
func isNew(id, earlier, current any) bool {
	oldIDs := idsIn(earlier)
	keepsIDs := slices.ContainsFunc(idsIn(current), func(id string) bool { return slices.Contains(oldIDs, id) })
	return id != nil && keepsIDs && !slices.Contains(oldIDs, fmt.Sprint(id))
}

func idsIn(array any) []string {
	var ids []string
	elements, _ := array.([]any)
	for _, element := range elements {
		if object, _ := element.(map[string]any); object["id"] != nil {
			ids = append(ids, fmt.Sprint(object["id"]))
		}
	}
	return ids
}

// withTextMarks returns the given marks (hashes in the private state) and adds marks for strings such as query_plain. It marks each string
// that the imported state contains and the plan does not declare. Updates preserve strings that have a mark.
func (d *definition) withTextMarks(marks map[string][]string, state, planned tftypes.Value) map[string][]string {
	items := map[string]tftypes.Value{}
	for _, item := range tfvalue.List(planned, d.Derived.List) {
		items[tfvalue.String(item, d.Derived.Key)] = item
	}
	all := map[string][]string{}
	maps.Copy(all, marks)
	for _, item := range tfvalue.List(state, d.Derived.List) {
		key := tfvalue.String(item, d.Derived.Key)
		for _, text := range d.Derived.Strings {
			shown := tfvalue.String(item, text.Name)
			if declared, isPlanned := items[key]; shown == "" || !isPlanned || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) {
				continue
			}
			name := d.Derived.List + "." + text.Name
			if mark := textMark(key, shown); !slices.Contains(all[name], mark) { // a failed update may have added the mark already
				all[name] = append(slices.Clone(all[name]), mark)
			}
		}
	}
	return all
}

func (d *definition) isMarkedText(marks map[string][]string, item map[string]any, name string) bool {
	texts := marks[d.Derived.List+"."+name]
	return len(texts) > 0 && slices.Contains(texts, textMark(d.keyOf(item), engineText(item[name])))
}

func (d *definition) deriveSame(a, b map[string]any, name string) bool {
	i := slices.IndexFunc(d.Derived.Strings, func(text catalog.DerivedString) bool { return text.Name == name })
	ofA, hasA := d.Derived.Strings[i].Derive(a)
	ofB, hasB := d.Derived.Strings[i].Derive(b)
	return hasA == hasB && document.SameJSON(ofA, ofB)
}

// textMark returns the mark for a string in an item: a hash of the item's key and the string. If the string is JSON, its formatting does
// not affect the mark.
func textMark(key, text string) string {
	if value, err := document.Decode([]byte(text)); err == nil {
		text = document.Encode(value)
	}
	sum := sha256.Sum256([]byte(key + "\x00" + text))
	return hex.EncodeToString(sum[:12])
}
