// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

// timeLayout is how times in UTC are answered (wire shapes section 1).
const timeLayout = "2006-01-02T15:04:05.000000Z"

// create makes an object out of the body: 201 and the whole object.
func create(s *Server, t target, r *request) (*answer, error) {
	body, err := decodeBody(r.Request, r.body)
	if err != nil {
		return nil, err
	}
	c := t.collection
	if c.prepare != nil {
		c.prepare(body, nil)
	}
	var data []byte
	err = s.store.write(func(w *writing) error {
		doc, found := (&check{exists: s.store.exists, updateOnly: s.options.UpdateOnly}).create(c.fields, body)
		if len(found) > 0 {
			return refuseFields(found)
		}
		for i := range c.fields {
			if field := &c.fields[i]; field.ServerSet {
				doc[field.Name] = serverSet(field, t)
			}
		}
		if c.finish != nil {
			c.finish(doc, nil)
		}
		data, err = w.create(c.kind, idOf(doc), doc)
		return err
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusCreated, data), nil
}

// serverSet is the value that a field which the engine sets has in a new object.
func serverSet(field *Field, t target) any {
	switch field.Name {
	case "id":
		return uuid.NewString()
	case "created_at":
		return time.Now().UTC().Format(timeLayout)
	case "type":
		return t.component
	default:
		return field.empty()
	}
}
