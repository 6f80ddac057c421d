// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// An object that was imported may have texts that the provider would derive otherwise: another client wrote them. The first apply
// leaves such a text alone if the configuration does not declare it, and the memory keeps a mark of it. It is no drift as long as
// it stays, and it stays until its item says something else.

// ownTexts returns marks, and those of the texts that the state of an imported object shows and the plan does not declare.
func (d *definition) ownTexts(marks map[string][]string, state, planned tftypes.Value) map[string][]string {
	items := map[string]tftypes.Value{}
	for _, item := range tfvalue.List(planned, d.Derived.List) {
		items[tfvalue.Text(item, d.Derived.Key)] = item
	}
	marks = maps.Clone(marks)
	for _, item := range tfvalue.List(state, d.Derived.List) {
		key := tfvalue.Text(item, d.Derived.Key)
		for _, text := range d.Derived.Texts {
			held := tfvalue.Text(item, text.Name)
			if declared, isPlanned := items[key]; held == "" || !isPlanned || tfvalue.IsDeclared(tfvalue.Member(declared, text.Name)) {
				continue
			}
			if marks == nil {
				marks = map[string][]string{}
			}
			name := d.Derived.List + "." + text.Name
			if mark := textMark(key, held); !slices.Contains(marks[name], mark) { // an update that failed has noted it already
				marks[name] = append(slices.Clone(marks[name]), mark)
			}
		}
	}
	return marks
}

// isOwnText reports whether an item of a document holds a text of the engine's own.
func (d *definition) isOwnText(own map[string][]string, item map[string]any, name string) bool {
	marks := own[d.Derived.List+"."+name]
	return len(marks) > 0 && slices.Contains(marks, textMark(d.keyOf(item), heldText(item[name])))
}

// deriveSame reports whether the same text follows from two items.
func (d *definition) deriveSame(a, b map[string]any, name string) bool {
	i := slices.IndexFunc(d.Derived.Texts, func(text catalog.DerivedText) bool { return text.Name == name })
	derive := d.Derived.Texts[i].Derive
	x, xFollows := derive(a)
	y, yFollows := derive(b)
	return xFollows == yFollows && document.SameText(x, y)
}

// textMark stands for the text of an item. JSON has the same mark in every spelling.
func textMark(key, text string) string {
	if value, err := document.Decode([]byte(text)); err == nil {
		text = document.Encode(value)
	}
	sum := sha256.Sum256([]byte(key + "\x00" + text))
	return hex.EncodeToString(sum[:12])
}
