// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// byPosition reports whether the order of a list is part of its value. That is so for objects without a key. Objects with a key, and
// texts, are equal in every order (quirk 103).
func (s *Shape) byPosition() bool { return s.elem.kind == kindObject && s.elem.key == nil }

// align pairs the elements of a declared list with those of a document's array. The result has, for each view element, the index of its
// counterpart in docs, or none. Equal elements pair first, wherever they are, so that their undeclared keys move with them. Of the
// rest, an element with a declared key pairs with the document's element of that key. Elements without a key take the remaining slots
// in order.
func (s *Shape) align(docs []any, views []tftypes.Value) []int {
	m := s.match(docs, views)
	var unkeyed []int
	for i, view := range views {
		if m.pairs[i] != none {
			continue
		}
		key, ok := s.viewKey(view)
		if !ok {
			unkeyed = append(unkeyed, i)
			continue
		}
		for _, j := range m.narrowByValue(*s.key, key, m.allDocs) {
			if m.owner[j] == none && s.key.equals(s.docKey(docs[j]), key) {
				m.pair(i, j)
				break
			}
		}
	}
	next := 0
	for _, i := range unkeyed {
		for next < len(docs) && (m.owner[next] != none || s.isEmptyReference(docs[next])) {
			next++
		}
		if next == len(docs) {
			break
		}
		m.pair(i, next)
	}
	return m.pairs
}

// viewKey returns the declared key of an element. ok is false if it has none, or an empty text.
func (s *Shape) viewKey(view tftypes.Value) (key tftypes.Value, ok bool) {
	if s.key == nil {
		return key, false
	}
	key = tfvalue.Object(view)[s.key.name]
	return key, tfvalue.IsDeclared(key) && !s.key.equals(nil, key)
}

// docKey returns the key of a document's element, or nil if it has none.
func (s *Shape) docKey(doc any) any {
	object, ok := s.object(doc)
	if s.key == nil || !ok || object[s.key.name] == "" {
		return nil
	}
	return object[s.key.name]
}
