// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

func update(s *Server, t target, r *request) (*answer, error) {
	body, err := r.object()
	if err != nil {
		return nil, err
	}
	if len(body) == 0 && t.collection.RefusesEmptyUpdate {
		// The server answers 404 to an update of a missing object, even if the body is empty too. So it looks for the object first
		// (INTERFACE.md, section 2.6, rule 1).
		if _, err := find(s.store, t); err != nil {
			return nil, err
		}
		return nil, jsondoc.RefuseBody("At least one field must be sent.")
	}
	if err := r.habits.Body(&r.call, body); err != nil {
		return nil, err
	}
	before, data, err := s.change(t, func(tx *store.Tx, prior jsondoc.Object) (jsondoc.Object, error) {
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

// change calls the function edit with a stored object and returns the object's JSON before and after. If edit changes the status of an
// alert, change stores an event about the new status in the same transaction. After the transaction, it sends the e-mails about the event.
func (s *Server) change(
	t target, edit func(tx *store.Tx, prior jsondoc.Object) (jsondoc.Object, error),
) (before, data []byte, err error) {
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
	s.mailer.Post(emails)
	return before, s.run(t.collection.Kind, data), nil
}

// updated returns the stored object with the fields of the request body. If a value is wrong, it returns a refusal for the client.
func updated(tx *store.Tx, c *collection, r *request, body, prior jsondoc.Object) (jsondoc.Object, error) {
	if err := r.habits.Guard(&r.call, prior); err != nil {
		return nil, err
	}
	if c.Guard != nil && !r.habits.Has("update-while-active") {
		if err := c.Guard(prior); err != nil {
			return nil, err
		}
	}
	if c.Prepare != nil {
		c.Prepare(body, prior)
	}
	doc, found := r.check(tx).Update(r.call.Table.Fields, body, prior)
	if err := jsondoc.RefuseFields(found); err != nil {
		return nil, err
	}
	if c.Finish != nil {
		c.Finish(doc, prior)
	}
	return doc, r.habits.Store(&r.call, doc, prior)
}
