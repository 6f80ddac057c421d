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

// none is the index of a counterpart that does not exist.
const none = -1

// matching pairs the elements of a declared list with those of a document's array.
type matching struct {
	shape *Shape
	docs  []any
	views []tftypes.Value
	pairs []int // by view element: its index in docs, or none
	owner []int // by document element: its index in views, or none

	withEmptyReferences bool // references to nothing can be counterparts too

	// Made when elements of the same index do not mean the same:
	edges   [][]int                     // by view element: the document elements that mean the same
	allDocs []int                       // every document element
	index   map[string]map[string][]int // document elements by attribute name ("" for a list of scalars) and bucket
}

// match pairs as many elements as possible that mean the same, elements of the same index first. It is a maximum
// matching, found by augmenting paths: a view that declares little must not take the only counterpart of one that declares more.
// References to nothing, which are no elements, are counterparts of what is left alone: they must not leave an element over.
func (s *Shape) match(docs []any, views []tftypes.Value) *matching {
	m := &matching{shape: s, docs: docs, views: views, pairs: slices.Repeat([]int{none}, len(views)), owner: slices.Repeat([]int{none}, len(docs))}
	m.augmentAll()
	if s.countEmptyReferences(docs) > 0 {
		m.withEmptyReferences = true
		m.augmentAll()
	}
	return m
}

// augmentAll pairs as many more elements as possible. A document element that has a counterpart keeps one.
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
		// What a search in vain has visited leads nowhere in the next search either, so it stays visited.
		if m.augment(i, visited) {
			clear(visited)
		}
	}
}

func (m *matching) pair(view, doc int) {
	m.pairs[view], m.owner[doc] = doc, view
}

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

// canPair tells whether a view element can have a document element that means the same.
func (m *matching) canPair(view, doc int) bool {
	return m.shape.elementEquals(m.docs[doc], m.views[view]) && (m.withEmptyReferences || !m.shape.isEmptyReference(m.docs[doc]))
}

// matchesOf lists the document elements that mean the same as a view element.
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

// candidates lists the document elements that may mean the same as a view element: of the declared scalars, the one whose
// value the fewest elements have decides.
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

// narrowByValue narrows a list of document elements to those which may have the declared value of a scalar, if those are fewer.
func (m *matching) narrowByValue(a attribute, value tftypes.Value, elements []int) []int {
	if a.same != nil || a.kind != kindText && a.kind != kindNumber {
		return elements // what means the same can't be looked up
	}
	if m.index[a.name] == nil {
		buckets := map[string][]int{}
		for j, doc := range m.docs {
			if a.name != "" {
				object, _ := m.shape.object(doc)
				doc = object[a.name]
			}
			text, _ := a.text(doc)
			b := bucket(text)
			buckets[b] = append(buckets[b], j)
		}
		m.index[a.name] = buckets
	}
	text, _ := textOf(a.write(value))
	if found := m.index[a.name][bucket(text)]; len(found) < len(elements) {
		return found
	}
	return elements
}

// bucket is equal for texts and numbers that mean the same. Others may share it, so what is found by it has to be compared.
func bucket(text string) string {
	if isComposite(text) {
		return "{"
	}
	n, ok := document.Number(text)
	if !ok {
		return composed(text)
	}
	f, _ := n.Float64()
	if f == 0 {
		f = 0 // -0 too
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
