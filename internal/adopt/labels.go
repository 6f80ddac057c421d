// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// labels are the names of resources by resource type and id. They are kept in a file, so that no later run renames anything;
// people may edit it.
type labels map[string]map[string]string

// readLabels reads the file, which need not be there.
func readLabels(file string) (labels, error) {
	l := labels{}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for typeName, byID := range l {
		owner := map[string]string{}
		for _, id := range slices.Sorted(maps.Keys(byID)) {
			label := byID[id]
			if !hclsyntax.ValidIdentifier(label) {
				return nil, fmt.Errorf("%s: %q of the %s %s is no name of a resource", file, label, typeName, id)
			}
			if other, twice := owner[label]; twice {
				return nil, fmt.Errorf("%s: the %s %s and %s have one name, %q", file, typeName, other, id, label)
			}
			owner[label] = id
		}
	}
	return l, nil
}

func (l labels) text() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(l)
	return b.Bytes(), err
}

func (l labels) set(o *object) {
	if l[o.typeName()] == nil {
		l[o.typeName()] = map[string]string{}
	}
	l[o.typeName()][o.id] = o.label
}

// name gives every object its label: the one that it has in the map, else one made of its name. Objects of one name that
// belong to others have the label of those before it.
func (l labels) name(objects []*object, taken func(address string) bool) {
	used := map[string]bool{}
	for typeName, byID := range l {
		for _, label := range byID {
			used[typeName+"."+label] = true
		}
	}
	var fresh []*object
	for _, o := range objects {
		if o.label = l[o.typeName()][o.id]; o.label == "" {
			fresh = append(fresh, o)
		}
	}
	kinds := newFamily()
	slices.SortStableFunc(fresh, func(a, b *object) int {
		return cmp.Or(kinds.depth(a)-kinds.depth(b), strings.Compare(a.name, b.name), strings.Compare(a.id, b.id))
	})
	wanted := map[string]int{}
	for _, o := range fresh {
		wanted[o.typeName()+"."+labelOf(o.name, o.kind.Name, o.id)]++
	}
	all := indexOf(objects)
	for _, o := range fresh {
		label := labelOf(o.name, o.kind.Name, o.id)
		if wanted[o.typeName()+"."+label] > 1 || used[o.typeName()+"."+label] {
			if parent := l.of(all, o.kind.Parent, o.parent()); parent != "" {
				label = parent + "_" + label
			}
		}
		o.label = unique(label, func(label string) bool {
			address := o.typeName() + "." + label
			return used[address] || taken(address)
		})
		used[o.address()] = true
	}
}

// of is the label of an object that may have been adopted before, "" where there is none.
func (l labels) of(all index, kind, id string) string {
	if o := all[kind][id]; o != nil {
		return o.label
	}
	return l[typeName(kind)][id]
}
