// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// create makes an object out of the body: 201 and the whole object.
func create(s *Server, t target, r *request) (*answer, error) {
	body, err := r.object()
	if err != nil {
		return nil, err
	}
	if err := r.habits.Body(&r.call, body); err != nil {
		return nil, err
	}
	c := t.collection
	if c.Prepare != nil {
		c.Prepare(body, nil)
	}
	var data []byte
	err = s.store.Write(func(tx *store.Tx) error {
		doc, found := (&table.Check{
			Exists: tx.Exists, UpdateOnly: r.habits.UpdateOnly, AnyValue: r.habits.AnyValue, AnySize: r.habits.AnySize,
		}).Create(c.Fields, body)
		if c.Typed != "" && t.component == "" { // Quirk 245.
			var isType bool
			word, _ := body["type"].(string)
			if t.component, isType = table.TypeOf(word); !isType {
				found["type"] = []string{"Must be a type of components, such as algorithm."}
			}
		}
		if len(found) > 0 {
			return refusal.Fields(found)
		}
		for i := range c.Fields {
			if field := &c.Fields[i]; field.ServerSet {
				doc[field.Name] = s.serverSet(field, t)
			}
		}
		if c.Finish != nil {
			c.Finish(doc, nil)
		}
		if err := r.habits.Stored(&r.call, doc, nil); err != nil {
			return err
		}
		data, err = tx.Create(c.Kind, document.ID(doc), doc)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusCreated, nil, s.run(c.Kind, data))
}

// serverSet is the value that a field which the engine sets has in a new object.
func (s *Server) serverSet(field *table.Field, t target) any {
	switch field.Name {
	case "id":
		return uuid.NewString()
	case "created_at":
		return document.Time(s.clock.Now())
	case "type":
		return t.component
	default:
		return field.Empty()
	}
}
