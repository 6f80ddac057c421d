// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// none is the index of a twin that does not exist.
const none = -1

// align pairs the elements of a declared list with those of a document's array: the result holds, for each view element,
// the index of its twin in docs, or none. Elements that mean the same are twins first, whatever their order; of the rest,
// those with a declared key belong to the element of that key, those without one to what is left, by position.
func (s *Shape) align(docs []any, views []tftypes.Value) []int {
	twins := s.equals(docs, views)
	taken := make([]bool, len(docs))
	for _, j := range twins {
		if j != none {
			taken[j] = true
		}
	}
	next := 0
	for i, view := range views {
		if twins[i] != none {
			continue
		}
		if key := s.viewKey(view); key != "" {
			twins[i] = s.keyed(docs, key, taken)
		} else {
			for next < len(docs) && taken[next] {
				next++
			}
			if next < len(docs) {
				twins[i] = next
			}
		}
		if twins[i] != none {
			taken[twins[i]] = true
		}
	}
	return twins
}

// keyed finds the first free element of a key.
func (s *Shape) keyed(docs []any, key string, taken []bool) int {
	for j, doc := range docs {
		if !taken[j] && s.docKey(doc) == key {
			return j
		}
	}
	return none
}

// equals pairs as many elements as possible that mean the same, elements of the same index first. It is a maximum
// matching, found by augmenting paths: a view that declares little must not take the only twin of one that declares more.
func (s *Shape) equals(docs []any, views []tftypes.Value) []int {
	m := matching{shape: s, docs: docs, views: views, twins: make([]int, len(views)), owner: make([]int, len(docs))}
	for j := range docs {
		m.owner[j] = none
	}
	var rest []int
	for i, view := range views {
		if i < len(docs) && s.elementMeans(docs[i], view) {
			m.twins[i], m.owner[i] = i, i
		} else {
			m.twins[i] = none
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return m.twins
	}
	m.docKeys = make([]string, len(docs))
	for j, doc := range docs {
		m.docKeys[j] = s.docKey(doc)
	}
	for _, i := range rest {
		m.augment(i, map[int]bool{})
	}
	return m.twins
}

// matching is the state of the search for augmenting paths.
type matching struct {
	shape   *Shape
	docs    []any
	docKeys []string
	views   []tftypes.Value
	twins   []int // by view
	owner   []int // by document element
}

func (m *matching) augment(i int, visited map[int]bool) bool {
	key := m.shape.viewKey(m.views[i])
	for j, doc := range m.docs {
		if key != "" && key != m.docKeys[j] || visited[j] || !m.shape.elementMeans(doc, m.views[i]) {
			continue
		}
		visited[j] = true
		if m.owner[j] == none || m.augment(m.owner[j], visited) {
			m.twins[i], m.owner[j] = j, i
			return true
		}
	}
	return false
}

// viewKey is the declared key of an element, or "" where there is none.
func (s *Shape) viewKey(view tftypes.Value) string {
	if s.key == "" {
		return ""
	}
	member := goObject(view)[s.key]
	if !declared(member) {
		return ""
	}
	return keyText(s.member(s.key).write(member))
}

// docKey is the key of an element of a document, or "" where there is none.
func (s *Shape) docKey(doc any) string {
	object, ok := doc.(map[string]any)
	if s.key == "" || !ok {
		return ""
	}
	return keyText(object[s.key])
}

// keyText makes numbers and numeric texts one key.
func keyText(doc any) string {
	if n, ok := numberOf(doc); ok {
		return jsonNumber(n).String()
	}
	text, _ := textOf(doc)
	return text
}

func (s *Shape) member(name string) *attribute {
	for i := range s.attrs {
		if s.attrs[i].name == name {
			return &s.attrs[i]
		}
	}
	return nil
}
