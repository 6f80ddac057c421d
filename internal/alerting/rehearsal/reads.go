// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Reads returns the series that the alert's QUERY items read, by the ref_ids of the items.
func (a *Alert) Reads() map[string]Key {
	reads := map[string]Key{}
	for _, item := range a.items {
		if q, ok := item.node.(*query); ok {
			reads[item.ref] = Key{q.asset, q.attribute}
		}
	}
	return reads
}

// Unmatched returns a message for each item whose series has no points, with the series that do exist. This reveals misspelled ids.
func (a *Alert) Unmatched(series Series) []string {
	var messages []string
	reads := a.Reads()
	for _, ref := range slices.Sorted(maps.Keys(reads)) {
		key := reads[ref]
		if len(series[key]) > 0 {
			continue
		}
		var ofAsset, all []string
		for other, points := range series {
			if len(points) == 0 {
				continue
			}
			if all = append(all, other.String()); other.Asset == key.Asset {
				ofAsset = append(ofAsset, strconv.Quote(other.Attribute))
			}
		}
		there := "; they have " + First(all)
		if len(ofAsset) > 0 {
			there = "; of that asset they have " + First(ofAsset)
		}
		messages = append(messages, fmt.Sprintf("item %s reads the attribute %q of the asset %q, but the data have no points of it%s", ref,
			key.Attribute, key.Asset, there))
	}
	return messages
}

// String returns "ASSET/ATTRIBUTE", or the ref_id.
func (k Key) String() string { return strings.TrimPrefix(k.Asset+"/"+k.Attribute, "/") }

// First lists at most five of the sorted names, and the number of the others.
func First(names []string) string {
	slices.Sort(names)
	return document.First(names, 5, ", ")
}
