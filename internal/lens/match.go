// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// none is the index of a twin that does not exist.
const none = -1

// matching pairs the elements of a declared list with those of a document's array.
type matching struct {
	shape *Shape
	docs  []any
	views []tftypes.Value
	twins []int // by view element: its index in docs, or none
	owner []int // by document element: its index in views, or none

	byKey map[string][]int // document elements by the bucket of their key; made when first needed
	all   []int            // every document element; made when first needed
	edges [][]int          // by view element: the document elements that mean the same; made when first needed
}

// match pairs as many elements as possible that mean the same, elements of the same index first. It is a maximum
// matching, found by augmenting paths: a view that declares little must not take the only twin of one that declares more.
func (s *Shape) match(docs []any, views []tftypes.Value) *matching {
	m := &matching{shape: s, docs: docs, views: views, twins: make([]int, len(views)), owner: make([]int, len(docs))}
	for j := range docs {
		m.owner[j] = none
	}
	var rest []int
	for i, view := range views {
		m.twins[i] = none
		if i < len(docs) && s.elementMeans(docs[i], view) {
			m.pair(i, i)
		} else {
			rest = append(rest, i)
		}
	}
	visited := make([]bool, len(docs))
	for _, i := range rest {
		// What a search in vain has visited leads nowhere in the next search either, so it stays visited.
		if m.augment(i, visited) {
			clear(visited)
		}
	}
	return m
}

func (m *matching) pair(view, doc int) {
	m.twins[view], m.owner[doc] = doc, view
}

func (m *matching) augment(i int, visited []bool) bool {
	edges := m.same(i)
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

// same lists the document elements that mean the same as a view element.
func (m *matching) same(i int) []int {
	if m.edges == nil {
		m.edges = make([][]int, len(m.views))
	}
	if m.edges[i] == nil {
		m.edges[i] = []int{}
		for _, j := range m.candidates(m.views[i]) {
			if m.shape.elementMeans(m.docs[j], m.views[i]) {
				m.edges[i] = append(m.edges[i], j)
			}
		}
	}
	return m.edges[i]
}

// candidates lists the document elements that may have the key of a view element; all of them where it declares none.
func (m *matching) candidates(view tftypes.Value) []int {
	key, ok := m.shape.viewKey(view)
	if !ok {
		if m.all == nil {
			m.all = make([]int, len(m.docs))
			for j := range m.all {
				m.all[j] = j
			}
		}
		return m.all
	}
	if m.byKey == nil {
		m.byKey = map[string][]int{}
		for j, doc := range m.docs {
			bucket := m.shape.bucket(m.shape.docKey(doc))
			m.byKey[bucket] = append(m.byKey[bucket], j)
		}
	}
	return m.byKey[m.shape.bucket(m.shape.key.write(key))]
}
