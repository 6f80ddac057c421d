// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// WithoutUndeclared returns the prior state without the attributes that the plan doesn't declare, along with the paths of these attributes.
// An update computed from the returned state leaves the attributes unchanged. The returned state still contains list elements that are not
// in the plan, so that the update removes them.
func (s *Shape) WithoutUndeclared(prior, planned tftypes.Value) (tftypes.Value, []string) {
	var left []string
	// Elements are paired by their declared attributes. After undeclared attributes have been removed, more elements can be equal, so the
	// pairs may change. Therefore, repeat until nothing changes.
	for {
		known := len(left)
		prior = s.withoutUndeclared(prior, planned, nil, &left)
		if len(left) == known {
			return prior, left
		}
	}
}

func (s *Shape) withoutUndeclared(prior, planned tftypes.Value, at []any, left *[]string) tftypes.Value {
	switch {
	case !tfvalue.IsDeclared(prior) || !tfvalue.IsDeclared(planned) || !planned.IsKnown():
		return prior
	case s.kind == kindObject:
		return s.objectWithoutUndeclared(prior, planned, at, left)
	case s.kind == kindList && s.elem.kind == kindObject:
		befores, afters := slices.Clone(tfvalue.List(prior)), tfvalue.List(planned)
		for i, j := range s.elem.align(s.elem.documents(befores), afters) {
			if j != none {
				befores[j] = s.elem.withoutUndeclared(befores[j], afters[i], below(at, j), left)
			}
		}
		return tftypes.NewValue(s.typ, befores)
	default:
		return prior
	}
}

func (s *Shape) objectWithoutUndeclared(prior, planned tftypes.Value, at []any, left *[]string) tftypes.Value {
	members, afters := maps.Clone(tfvalue.Object(prior)), tfvalue.Object(planned)
	extra := s.extraKeys(afters[ExtraName])
	for i := range s.attrs {
		a := &s.attrs[i]
		before, after := members[a.name], afters[a.name]
		in := below(at, a.name)
		switch {
		case a.unsent || !tfvalue.IsDeclared(before):
		case tfvalue.IsDeclared(after):
			members[a.name] = a.withoutUndeclared(before, after, in, left)
		default:
			members[a.name] = a.Null()
			if _, isExtra := extra[a.name]; !isExtra {
				*left = append(*left, pathString(in))
			}
		}
	}
	if tfvalue.IsDeclared(members[ExtraName]) {
		in := below(at, ExtraName)
		members[ExtraName] = s.extraWithoutUndeclared(members[ExtraName], afters[ExtraName], in, afters, left)
	}
	return tftypes.NewValue(s.typ, members)
}

// extraWithoutUndeclared returns the prior value of the attribute "extra" (before) with only those keys that its planned value (after) also
// contains. As a result, an update does not clear the other keys. extraWithoutUndeclared appends the path of each removed key to *left,
// unless the plan declares the key as a typed attribute.
func (s *Shape) extraWithoutUndeclared(
	before, after tftypes.Value, at []any, planned map[string]tftypes.Value, left *[]string,
) tftypes.Value {
	if after.Type() != nil && !after.IsKnown() {
		return before
	}
	keys, wanted := s.extraKeys(before), s.extraKeys(after)
	if len(keys) == 0 {
		return before
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		want, isWanted := wanted[key]
		if isWanted && document.Includes(keys[key], want) {
			keys[key] = want // drop the members that the planned value lacks
		}
		if !isWanted {
			delete(keys, key)
			if !tfvalue.IsDeclared(planned[key]) {
				*left = append(*left, pathString(below(at, key)))
			}
		}
	}
	if len(keys) == 0 {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// UndeclaredElement is an element of a declared list. The element itself is not declared and exists only in the engine.
type UndeclaredElement struct {
	Label string // the element's key in quotes, or its position, such as "number 3"
	ID    any    // the element's id, a JSON value of any type, or nil
}

// UndeclaredElements returns the list elements that exist only in the engine. It considers only the top-level lists that view declares. The
// result is indexed by the list's name and then by the element's fingerprint (a hash).
func (s *Shape) UndeclaredElements(doc map[string]any, view tftypes.Value) map[string]map[string]UndeclaredElement {
	found := map[string]map[string]UndeclaredElement{}
	for a, left := range s.undeclaredElements(doc, view) {
		found[a.name] = map[string]UndeclaredElement{}
		docs, _ := doc[a.name].([]any)
		for j, hash := range left {
			object, _ := docs[j].(map[string]any)
			found[a.name][hash] = UndeclaredElement{Label: a.elem.labelOf(docs, j), ID: object["id"]}
		}
	}
	return found
}

// WithoutElements returns a copy of doc without the list elements that are listed in known and not declared in view. known maps the name of
// each list attribute to the fingerprints of elements that earlier reads found.
func (s *Shape) WithoutElements(doc map[string]any, view tftypes.Value, known map[string][]string) map[string]any {
	if len(known) == 0 {
		return doc
	}
	result := maps.Clone(doc)
	for a, left := range s.undeclaredElements(doc, view) {
		docs, _ := doc[a.name].([]any)
		kept := []any{}
		for j, element := range docs {
			if hash, isLeft := left[j]; !isLeft || !slices.Contains(known[a.name], hash) {
				kept = append(kept, element)
			}
		}
		result[a.name] = kept
	}
	return result
}

// undeclaredElements yields each declared list that has undeclared elements in the engine, along with a map from the indexes of these
// elements to their fingerprints. It skips lists whose objects have no key attribute, because it can't tell which of their elements are
// declared. However, if the configuration sets such a list to [], all its elements are undeclared.
func (s *Shape) undeclaredElements(doc map[string]any, view tftypes.Value) iter.Seq2[*attribute, map[int]string] {
	return func(yield func(*attribute, map[int]string) bool) {
		members := tfvalue.Object(view)
		for i := range s.attrs {
			a := &s.attrs[i]
			docs, ok := doc[a.name].([]any)
			views := tfvalue.List(members[a.name])
			if !ok || a.kind != kindList || a.unsent || !tfvalue.IsDeclared(members[a.name]) || a.byPosition() && len(views) > 0 {
				continue
			}
			isPaired, left := hasCounterpart(a.elem.align(docs, views), docs), map[int]string{}
			for j := range docs {
				if !isPaired[j] && !a.elem.isEmptyReference(docs[j]) {
					left[j] = a.elem.fingerprint(docs[j])
				}
			}
			if len(left) > 0 && !yield(a, left) {
				return
			}
		}
	}
}

// Uncleared returns the attributes that an update should have cleared but that still have their prior values in the engine's document
// (doc). The sent argument is the body of the update.
func (s *Shape) Uncleared(doc, sent map[string]any, prior, planned tftypes.Value) []string {
	var names []string
	befores, afters := tfvalue.Object(prior), tfvalue.Object(planned)
	for i := range s.attrs {
		a := &s.attrs[i]
		before := befores[a.name]
		cleared, isSent := sent[a.name]
		if !isSent || !tfvalue.IsDeclared(before) || tfvalue.IsDeclared(afters[a.name]) {
			continue
		}
		if a.Equals(doc[a.name], before) && !a.Equals(cleared, before) {
			names = append(names, a.name)
		}
	}
	return names
}

// fingerprint returns a hash by which later reads recognize a list element. The hash covers all values that an import would declare, except
// for secrets.
func (s *Shape) fingerprint(doc any) string {
	view, _ := s.all(s.withoutSecrets(doc), readImported)
	sum := sha256.Sum256([]byte(document.Encode(s.overlay(nil, false, s.Null(), view))))
	const bytes = 12
	return hex.EncodeToString(sum[:bytes])
}

// labelOf returns the quoted key of the element at index j, or a label such as "number 3" if it has no key.
func (s *Shape) labelOf(docs []any, j int) string {
	key := docs[j]
	if s.kind == kindObject {
		key = s.docKey(docs[j])
	}
	if str, ok := stringOf(key); ok {
		return strconv.Quote(str)
	}
	return "number " + strconv.Itoa(j+1)
}
