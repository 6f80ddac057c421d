// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Export returns copies of all objects, keyed by kind, such as "alert". The objects of a kind are sorted oldest first. The map includes
// kinds without objects.
func (s *Server) Export() map[string][]map[string]any {
	objects, all := map[string][]map[string]any{}, s.store.All()
	for kind := range s.collections {
		objects[kind] = append([]map[string]any{}, decodeAll(all[kind])...)
	}
	return objects
}

// ReadObjects returns the objects in an export or a data file, grouped by kind. The input consists of one or more JSON objects such as
// {"node": [{"id": "1"}]}.
func ReadObjects(from io.Reader) (map[string][]map[string]any, error) { return store.ReadObjects(from) }

// Seed stores the given objects, which must have the form that Export returns. It replaces stored objects that have the same ids, and fills
// in missing fields as a create does. It validates only ids and component types.
func (s *Server) Seed(objects map[string][]map[string]any) error {
	return s.seed(objects, func(*store.Tx) error { return nil })
}

// Reset removes all objects and then stores the given ones, as Seed does.
func (s *Server) Reset(objects map[string][]map[string]any) error {
	return s.seed(objects, func(tx *store.Tx) error {
		for kind := range s.collections {
			for _, o := range tx.List(kind) {
				if err := tx.Remove(kind, o.ID()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (s *Server) seed(objects map[string][]map[string]any, prepare func(tx *store.Tx) error) error {
	whole := map[string][]jsondoc.Object{}
	for kind, docs := range objects {
		for i, doc := range docs {
			seeded, err := s.addMissingFields(kind, doc)
			if err != nil {
				return fmt.Errorf("%s %d: %w", document.Visible(kind), i, err)
			}
			whole[kind] = append(whole[kind], seeded)
		}
	}
	err := s.store.Write(func(tx *store.Tx) error {
		if err := prepare(tx); err != nil {
			return err
		}
		for _, kind := range slices.Sorted(maps.Keys(whole)) {
			for _, doc := range whole[kind] {
				put := tx.Create
				if tx.Exists(kind, jsondoc.ID(doc)) {
					put = tx.Replace
				}
				if _, err := put(kind, jsondoc.ID(doc), doc); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var components []*store.Record
	for _, component := range whole["component"] {
		if data, ok := s.store.Get("component", jsondoc.ID(component)); ok {
			components = append(components, store.NewRecord(jsondoc.ID(component), data))
		}
	}
	s.deployments.Resume(components)
	var alerts []string
	for _, alert := range whole["alert"] {
		alerts = append(alerts, jsondoc.ID(alert))
	}
	s.runner.Seeded(alerts...)
	return nil
}

// addMissingFields returns a copy of doc in which missing fields have the values that a create would give them. It returns an error if the
// id or component type can't be part of a URL path, for example because it contains a slash.
func (s *Server) addMissingFields(kind string, doc jsondoc.Object) (jsondoc.Object, error) {
	c := s.collections[kind]
	if c == nil {
		return nil, fmt.Errorf("there is no kind %q", kind)
	}
	doc = maps.Clone(doc)
	if doc == nil {
		return nil, errors.New("null is not an object")
	}
	fields := (*s.tables.Load())[kind].Fields
	for i := range fields {
		field := &fields[i]
		if _, given := doc[field.Name]; given {
			continue
		}
		doc[field.Name] = field.Empty()
		if field.ServerSet {
			doc[field.Name] = s.serverSet(field, target{})
		}
	}
	if id := jsondoc.ID(doc); id == "" || strings.Contains(id, "/") {
		return nil, fmt.Errorf("the id %v must be a string without slashes, so that a path can contain it", doc["id"])
	}
	if c.Typed != "" {
		word, _ := doc["type"].(string)
		if singular, ok := table.TypeOf(word); !ok || singular != word {
			return nil, fmt.Errorf("the type %q is not a type of a %s, such as algorithm", word, kind)
		}
	}
	return doc, nil
}
