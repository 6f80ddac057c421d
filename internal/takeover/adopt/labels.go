// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// labels holds the names of resources by resource type and id. A file keeps them, so that later runs rename nothing. Users may edit
// that file.
type labels map[string]map[string]string

// readLabels reads the file of labels. If the file does not exist, there are no labels yet.
func readLabels(file string) (labels, error) {
	l := labels{}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	wrong := func(err error) error {
		return fmt.Errorf(
			`%s: %w; the file maps resource types to ids to names, for example {"engine_node": {"8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10": "site"}}`,
			file, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&l); err != nil {
		return nil, wrong(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, wrong(errors.New("there is more than one JSON value"))
	}
	if l == nil {
		return nil, wrong(errors.New("it is null"))
	}
	for _, name := range slices.Sorted(maps.Keys(l)) {
		if !slices.ContainsFunc(catalog.Objects(), func(o catalog.Object) bool { return typeName(o.Name) == name }) {
			return nil, wrong(fmt.Errorf("there is no resource type %q", name))
		}
		if l[name] == nil {
			return nil, wrong(fmt.Errorf("%s is null", name))
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

// indented encodes texts as indented JSON.
func indented(texts any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(texts) // This never fails for texts.
	return b.String()
}

func (l labels) set(o *object) {
	if l[o.typeName()] == nil {
		l[o.typeName()] = map[string]string{}
	}
	l[o.typeName()][o.id] = o.label
}

// name gives every object its label. The label comes from an import block of the folder, or else from the map, or else from the
// object's name. If several objects would get the same label, each is prefixed with the label of its parent, if it has one.
func (l labels) name(objects []*object, taken func(address string) bool) {
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
	rank := map[string]int{} // The catalog has parents before their children.
	for i, kind := range catalog.Objects() {
		rank[kind.Name] = i
	}
	slices.SortStableFunc(fresh, func(a, b *object) int {
		return cmp.Or(rank[a.kind.Name]-rank[b.kind.Name], naturally(a.name, b.name), strings.Compare(a.id, b.id))
	})
	wanted := map[string]int{}
	for _, o := range fresh {
		wanted[o.typeName()+"."+labelOf(o.name, o.kind.Name, o.id)]++
	}
	all := indexOf(objects)
	free := newNumbering(func(address string) bool { return used[address] || taken(address) })
	for _, o := range fresh {
		label := labelOf(o.name, o.kind.Name, o.id)
		if wanted[o.typeName()+"."+label] > 1 || used[o.typeName()+"."+label] {
			if parent := l.of(all, o.kind.Parent, o.parent()); parent != "" {
				label = parent + "_" + label
			}
		}
		o.label = strings.TrimPrefix(free.give(o.typeName()+"."+label), o.typeName()+".")
	}
}

// of returns the label of an object, which an earlier run may have adopted; "" if it has none.
func (l labels) of(all index, kind, id string) string {
	if o := all[kind][id]; o != nil {
		return o.label
	}
	return l[typeName(kind)][id]
}
