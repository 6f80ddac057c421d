// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

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
		doc, found := r.check(tx).Create(r.call.Table.Fields, body)
		if c.Typed != "" && t.component == "" { // Quirk 245: on the path of all types, the body gives the type.
			var isType bool
			word, _ := body["type"].(string)
			if t.component, isType = table.TypeOf(word); !isType {
				found["type"] = []string{"Must be a type of components, such as algorithm."}
			}
		}
		if err := jsondoc.RefuseFields(found); err != nil {
			return err
		}
		for i := range r.call.Table.Fields {
			if field := &r.call.Table.Fields[i]; field.ServerSet {
				doc[field.Name] = s.serverSet(field, t)
			}
		}
		if c.Finish != nil {
			c.Finish(doc, nil)
		}
		if err := r.habits.Store(&r.call, doc, nil); err != nil {
			return err
		}
		data, err = tx.Create(c.Kind, jsondoc.ID(doc), doc)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusCreated, nil, s.run(c.Kind, data))
}

// check returns a table.Check for the values in the request body. A habit of the reference server, such as wide-values, can make the
// table.Check accept more values.
func (r *request) check(tx *store.Tx) *table.Check {
	return &table.Check{
		Exists: tx.Exists, AnyValue: r.habits.Has("more-kinds"), AnySize: r.habits.Has("wide-values"),
		IgnoreUpdateOnly: r.habits.Has("strict-create-ignore"), RefuseUpdateOnly: r.habits.Has("strict-create-refuse"),
	}
}

// serverSet returns the value that a new object gets in a field which only the engine sets, such as created_at.
func (s *Server) serverSet(field *table.Field, t target) any {
	switch field.Name {
	case "id":
		return uuid.NewString()
	case "created_at":
		return jsondoc.Time(s.clock.Now())
	case "type":
		return t.component
	default:
		return field.Empty()
	}
}
