// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// none is the index that means "no counterpart" for a list element.
const none = -1

// matching pairs the declared elements of a list (views) with the elements of the engine's array (docs).
type matching struct {
	shape *Shape
	docs  []any
	views []tftypes.Value
	pairs []int // for each element of views: the index of its counterpart in docs, or none
	owner []int // for each element of docs: the index of its counterpart in views, or none

	withMissingKeys     bool // the engine's element may lack keys that "extra" declares
	withEmptyReferences bool // an empty reference may be a counterpart

	// The fields below are used only if the declared elements are not simply equal to the engine's elements at the same indexes, which is
	// rare.
	edges   [][]int                     // for each element of views: the indexes of the elements of docs that equal it
	allDocs []int                       // all indexes of docs
	index   map[string]map[string][]int // indexes of docs by attribute name ("" for a list of scalars) and bucket(value)
}

// match pairs each declared element with an equal element of the engine's array. It finds as many pairs as possible, preferably at the same
// index. A greedy search might find fewer pairs. For example, it could pair the declared {}, which equals every element, with {"name":
// "a"}, so that the declared {"name": "a"} finds no counterpart. match prefers engine elements that have all keys declared in the attribute
// "extra". It uses an empty reference, such as {"id": ""}, only if nothing else is left.
func (s *Shape) match(docs []any, views []tftypes.Value) *matching {
	m := &matching{shape: s, docs: docs, views: views}
	m.pairs, m.owner = slices.Repeat([]int{none}, len(views)), slices.Repeat([]int{none}, len(docs))
	if s.extra && s.key == nil && slices.EqualFunc(docs, views, s.elementEquals) {
		for i := range views {
			m.pair(i, i) // otherwise, a write would reorder elements that lack keys in "extra"
		}
		return m
	}
	m.augmentAll()
	if s.extra {
		m.withMissingKeys = true
		m.augmentAll()
	}
	if s.countEmptyReferences(docs) > 0 {
		m.withEmptyReferences = true
		m.augmentAll()
	}
	return m
}

// augmentAll adds pairs until no more are possible. To make room for a new pair, it may give an already paired element a different
// counterpart.
func (m *matching) augmentAll() {
	var rest []int
	for i := range m.views {
		if m.pairs[i] == none && i < len(m.docs) && m.owner[i] == none && m.canPair(i, i) {
			m.pair(i, i)
		}
		if m.pairs[i] == none {
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return
	}
	m.edges, m.index, m.allDocs = make([][]int, len(m.views)), map[string]map[string][]int{}, make([]int, len(m.docs))
	for j := range m.docs {
		m.allDocs[j] = j
	}
	visited := make([]bool, len(m.docs))
	for _, i := range rest {
		// If a search fails, do not visit its elements again until a search succeeds, because searches from them would fail, too.
		if m.augment(i, visited) {
			clear(visited)
		}
	}
}

func (m *matching) pair(view, doc int) {
	m.pairs[view], m.owner[doc] = doc, view
}

// augment pairs declared element i with an equal element of the engine's array. If all equal elements are already paired, augment takes one
// of them from its declared element, and pairs that declared element with a different one. It returns false if that is impossible.
func (m *matching) augment(i int, visited []bool) bool {
	edges := m.matchesOf(i)
	for _, j := range edges {
		if m.owner[j] == none {
			m.pair(i, j)
			return true
		}
	}
	for _, j := range edges {
		if visited[j] {
			continue
		}
		visited[j] = true
		if m.augment(m.owner[j], visited) {
			m.pair(i, j)
			return true
		}
	}
	return false
}

func (m *matching) canPair(view, doc int) bool {
	return m.shape.elementEquals(m.docs[doc], m.views[view]) &&
		(m.withMissingKeys || !m.shape.lacksExtra(m.docs[doc], m.views[view])) &&
		(m.withEmptyReferences || !m.shape.isEmptyReference(m.docs[doc]))
}

// matchesOf returns the indexes of the engine's elements that can be paired with element i of the declared list.
func (m *matching) matchesOf(i int) []int {
	if m.edges[i] == nil {
		m.edges[i] = []int{}
		for _, j := range m.candidates(m.views[i]) {
			if m.canPair(i, j) {
				m.edges[i] = append(m.edges[i], j)
			}
		}
	}
	return m.edges[i]
}

// candidates returns the indexes of the engine's elements that may equal the declared element. It looks them up in m.index, because
// comparing every element would be slow.
func (m *matching) candidates(view tftypes.Value) []int {
	best := m.allDocs
	if view.IsNull() {
		return best
	}
	if m.shape.kind != kindObject {
		return m.narrowByValue(attribute{Shape: m.shape}, view, best)
	}
	members := tfvalue.Object(view)
	if _, ok := m.shape.viewKey(view); ok {
		best = m.narrowByValue(*m.shape.key, members[m.shape.key.name], best)
	}
	for i := range m.shape.attrs {
		if len(best) <= 1 {
			break
		}
		a := &m.shape.attrs[i]
		if member := members[a.name]; !m.shape.mayBeKept(a) && a.declares(nil, member) {
			best = m.narrowByValue(*a, member, best)
		}
	}
	return best
}

// narrowByValue looks up in m.index which of the engine's elements may have the given value of an attribute. If there are fewer of them
// than in elements, narrowByValue returns their indexes. Otherwise, or if the attribute can't be indexed, it returns elements unchanged.
func (m *matching) narrowByValue(a attribute, value tftypes.Value, elements []int) []int {
	if a.rules.Equal != nil || a.kind != kindString && a.kind != kindNumber {
		return elements // strings with several equal forms can't be looked up
	}
	if m.index[a.name] == nil {
		buckets := map[string][]int{}
		for j, doc := range m.docs {
			if a.name != "" {
				object, _ := m.shape.object(doc)
				doc = object[a.name]
			}
			str, _ := a.asString(doc)
			b := bucket(str)
			buckets[b] = append(buckets[b], j)
		}
		m.index[a.name] = buckets
	}
	str, _ := stringOf(a.write(value))
	if found := m.index[a.name][bucket(str)]; len(found) < len(elements) {
		return found
	}
	return elements
}

// bucket returns the lookup key of a string. Equal values, such as "5" and "5.0", have the same key, but different values may share a key.
func bucket(str string) string {
	if isComposite(str) {
		return "{"
	}
	n, ok := document.Number(str)
	if !ok {
		return toNFC(str)
	}
	f, _ := n.Float64()
	if f == 0 {
		f = 0 // so that -0 has the same key as 0
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// byPosition reports whether the order of the list's elements is significant. This is the case only for objects without a key attribute
// (quirk 103 in quirks.go).
func (s *Shape) byPosition() bool { return s.elem.kind == kindObject && s.elem.key == nil }

// align returns, for each declared element, the index of its counterpart in the engine's array, or none. It pairs equal elements first,
// then elements with the same key. Finally, it pairs declared elements without a key with the remaining array elements, in order.
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
			if m.owner[j] == none && s.key.Equals(s.docKey(docs[j]), key) {
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

// hasCounterpart reports, for each of the engine's elements (docs), whether it is paired with a declared element. pairs contains the index
// of each declared element's counterpart.
func hasCounterpart(pairs []int, docs []any) []bool {
	is := make([]bool, len(docs))
	for _, j := range pairs {
		if j != none {
			is[j] = true
		}
	}
	return is
}

// viewKey returns a declared element's key. ok is false if the element has no key attribute, or if the key is null or "".
func (s *Shape) viewKey(view tftypes.Value) (key tftypes.Value, ok bool) {
	if s.key == nil {
		return key, false
	}
	key = tfvalue.Object(view)[s.key.name]
	return key, tfvalue.IsDeclared(key) && !s.key.Equals(nil, key)
}

// docKey returns the key of an engine element, or nil if the key is missing or empty.
func (s *Shape) docKey(doc any) any {
	object, ok := s.object(doc)
	if s.key == nil || !ok || object[s.key.name] == "" {
		return nil
	}
	return object[s.key.name]
}
