// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// The methods in this file read and change objects directly, without an HTTP request.

// Kind returns the kind of the objects at a URL path, for example "alert" for /v3/engine/alert/alerts/, or "" for an unknown path. The
// trailing slash is optional.
func (s *Server) Kind(path string) string {
	t, ok := s.resolve(path)
	if !ok {
		return ""
	}
	return t.collection.Kind
}

// Kinds returns the kinds of objects, such as "alert", in alphabetical order.
func (s *Server) Kinds() []string { return slices.Sorted(maps.Keys(s.collections)) }

// Objects returns copies of all objects of a kind, oldest first, with numbers of type json.Number. For an unknown kind, it returns nil.
func (s *Server) Objects(kind string) []map[string]any {
	if s.collections[kind] == nil {
		return nil
	}
	return decodeAll(s.store.List(kind))
}

func decodeAll(objects []*store.Record) []map[string]any {
	var docs []map[string]any
	for _, o := range objects {
		docs = append(docs, mustDecode(o.Bytes()))
	}
	return docs
}

// Object returns a copy of an object and reports whether the object exists.
func (s *Server) Object(kind, id string) (map[string]any, bool) {
	data, ok := s.Bytes(kind, id)
	if !ok {
		return nil, false
	}
	return mustDecode(data), true
}

// Edit calls a function that changes a stored object. The result is not validated. If the function changes the id, Edit restores it.
func (s *Server) Edit(kind, id string, edit func(doc map[string]any)) error {
	t, err := s.object(kind, id)
	if err != nil {
		return err
	}
	_, _, err = s.change(t, func(_ *store.Tx, doc jsondoc.Object) (jsondoc.Object, error) {
		edit(doc)
		doc["id"] = id
		return doc, nil
	})
	return err
}

// Remove deletes an object and everything below it. For example, it deletes a dashboard with its tabs and their widgets.
func (s *Server) Remove(kind, id string) error {
	t, err := s.object(kind, id)
	if err != nil {
		return err
	}
	return s.store.Write(func(tx *store.Tx) error { return tx.Remove(t.collection.Kind, t.id) })
}

func (s *Server) object(kind, id string) (target, error) {
	c := s.collections[kind]
	if c == nil {
		return target{}, fmt.Errorf("there is no kind %q", kind)
	}
	if !s.store.Exists(kind, id) {
		return target{}, fmt.Errorf("there is no %s with the id %q", kind, id)
	}
	return target{collection: c, id: id}, nil
}

// mustDecode decodes a stored object. It panics if the JSON is invalid, which can't happen because the server encoded it.
func mustDecode(data []byte) jsondoc.Object {
	doc, err := jsondoc.Decode(data)
	if err != nil {
		panic(fmt.Errorf("a stored document cannot be decoded: %w", err))
	}
	return doc
}
