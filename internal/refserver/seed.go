// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Export gives copies of all objects by kind, each kind in order of creation. Kinds without objects are there too.
func (s *Server) Export() map[string][]map[string]any {
	objects, all := map[string][]map[string]any{}, s.store.All()
	for kind := range s.collections {
		objects[kind] = append([]map[string]any{}, decoded(all[kind])...)
	}
	return objects
}

// ReadObjects reads objects by kind: one or more JSON objects as Export gives them, such as the lines of a data file.
func ReadObjects(from io.Reader) (map[string][]map[string]any, error) { return store.ReadObjects(from) }

// Seed puts in objects by kind, lastingly, as Export gives them. An object whose id is there already takes its place. What is
// sent is not checked and nothing follows from it but the deployments under way, and the runs of alerts where there are data. A field
// that is left out has the value that it has after a create which leaves it out.
func (s *Server) Seed(objects map[string][]map[string]any) error {
	return s.seed(objects, func(*store.Tx) error { return nil })
}

// Reset removes all objects, lastingly, and puts in others as Seed does.
func (s *Server) Reset(objects map[string][]map[string]any) error {
	return s.seed(objects, func(tx *store.Tx) error {
		for kind := range s.collections {
			for _, o := range tx.List(kind) {
				if !tx.Exists(kind, o.ID()) {
					continue // It went with its parent.
				}
				if err := tx.Remove(kind, o.ID()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (s *Server) seed(objects map[string][]map[string]any, prepare func(tx *store.Tx) error) error {
	whole := map[string][]document.Object{}
	for kind, docs := range objects {
		for i, doc := range docs {
			seeded, err := s.completed(kind, doc)
			if err != nil {
				return fmt.Errorf("%s %d: %w", kind, i, err)
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
				if tx.Exists(kind, document.ID(doc)) {
					put = tx.Replace
				}
				if _, err := put(kind, document.ID(doc), doc); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.resume(whole["component"])
	var alerts []string
	for _, alert := range whole["alert"] {
		alerts = append(alerts, document.ID(alert))
	}
	s.runner.Seeded(alerts...)
	return nil
}

// completed gives the document with the fields that it leaves out, or says what keeps it from being served.
func (s *Server) completed(kind string, doc document.Object) (document.Object, error) {
	c := s.collections[kind]
	if c == nil {
		return nil, fmt.Errorf("there is no kind %q", kind)
	}
	doc = maps.Clone(doc)
	if doc == nil {
		return nil, fmt.Errorf("null is no object")
	}
	for i := range c.Fields {
		field := &c.Fields[i]
		if _, given := doc[field.Name]; given {
			continue
		}
		doc[field.Name] = field.Empty()
		if field.ServerSet {
			doc[field.Name] = s.serverSet(field, target{})
		}
	}
	if id := document.ID(doc); id == "" || strings.Contains(id, "/") {
		return nil, fmt.Errorf("the id %v is no text that a path can hold", doc["id"])
	}
	if c.Typed != "" {
		word, _ := doc["type"].(string)
		if singular, ok := table.TypeOf(word); !ok || singular != word {
			return nil, fmt.Errorf("%q is no type of a %s", word, kind)
		}
	}
	return doc, nil
}

// resume goes on with the deployments that are under way in documents.
func (s *Server) resume(components []document.Object) {
	seeded := map[string]bool{}
	for _, component := range components {
		seeded[document.ID(component)] = true
	}
	s.deployments.Resume(slices.DeleteFunc(slices.Clone(s.store.List("component")), func(o *store.Record) bool { return !seeded[o.ID()] }))
}
