// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// update changes the fields that the body names: 200 and the whole object.
func update(s *Server, t target, r *request) (*answer, error) {
	body, err := r.object()
	if err != nil {
		return nil, err
	}
	if len(body) == 0 && t.collection.RefusesEmptyUpdate {
		// Interface section 2.6, rule 1; an object that does not exist is still not found.
		if _, err := find(s.store, t); err != nil {
			return nil, err
		}
		return nil, refusal.Body("At least one field must be sent.")
	}
	if err := r.habits.Body(&r.call, body); err != nil {
		return nil, err
	}
	before, data, err := s.change(t, func(tx *store.Tx, prior document.Object) (document.Object, error) {
		doc, err := updated(tx, t.collection, r, body, prior)
		if err == nil {
			err = r.checkPrecondition(tx, t)
		}
		return doc, err
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusOK, before, data)
}

// change puts what edit makes of the object in its place and gives the bytes before and after. What follows from the change is part of
// the same write; the e-mails go out once it lasts.
func (s *Server) change(t target, edit func(tx *store.Tx, prior document.Object) (document.Object, error)) (before, data []byte, err error) {
	var emails []notify.Email
	err = s.store.Write(func(tx *store.Tx) error {
		if before, err = find(tx, t); err != nil {
			return err
		}
		prior, err := tx.Read(t.collection.Kind, t.id)
		if err != nil {
			return err
		}
		doc, err := edit(tx, prior)
		if err != nil {
			return err
		}
		data, err = tx.Replace(t.collection.Kind, t.id, doc)
		if err == nil && t.collection.Follow != nil {
			emails, err = t.collection.Follow(tx, s.clock.Now(), before, data)
		}
		return err
	})
	if err != nil {
		return before, data, err
	}
	s.post(emails)
	return before, s.run(t.collection.Kind, data), nil
}

// updated gives the document with the body's fields put in, checked.
func updated(tx *store.Tx, c *collection, r *request, body, prior document.Object) (document.Object, error) {
	if err := r.habits.Guard(&r.call, prior); err != nil {
		return nil, err
	}
	if c.Guard != nil && !r.habits.ActiveUpdates {
		if err := c.Guard(prior); err != nil {
			return nil, err
		}
	}
	if c.Prepare != nil {
		c.Prepare(body, prior)
	}
	doc, found := (&table.Check{Exists: tx.Exists, AnyValue: r.habits.AnyValue, AnySize: r.habits.AnySize}).Update(c.Fields, body, prior)
	if len(found) > 0 {
		return nil, refusal.Fields(found)
	}
	if c.Finish != nil {
		c.Finish(doc, prior)
	}
	return doc, r.habits.Stored(&r.call, doc, prior)
}
