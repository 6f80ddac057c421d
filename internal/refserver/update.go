// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "net/http"

// update changes the fields that the body names: 200 and the whole object.
func update(s *Server, t target, r *request) (*answer, error) {
	body, err := decodeBody(r.Request, r.body)
	if err != nil {
		return nil, err
	}
	if len(body) == 0 && t.collection.refusesEmptyUpdate {
		// Interface section 2.6, rule 1; an object that does not exist is still not found.
		if _, err := s.find(t); err != nil {
			return nil, err
		}
		return nil, refuseBody("At least one field must be sent.")
	}
	data, err := s.change(t, func(prior document) (document, error) {
		return s.updated(t.collection, body, prior)
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, data), nil
}

// change puts what edit makes of the object in its place and gives the new bytes. What follows from the change is part of
// the same write; the e-mails go out once it lasts.
func (s *Server) change(t target, edit func(prior document) (document, error)) (data []byte, err error) {
	var emails []email
	err = s.store.write(func(w *writing) error {
		before, err := s.find(t)
		if err != nil {
			return err
		}
		prior, err := w.read(t.collection.kind, t.id)
		if err != nil {
			return err
		}
		doc, err := edit(prior)
		if err != nil {
			return err
		}
		data, err = w.replace(t.collection.kind, t.id, doc)
		if err == nil && t.collection.follow != nil {
			emails, err = t.collection.follow(w, before, data)
		}
		return err
	})
	if err == nil && s.mailer != nil {
		s.mailer.post(emails)
	}
	return data, err
}

// updated gives the document with the body's fields put in, checked.
func (s *Server) updated(c *collection, body, prior document) (document, error) {
	if c.guard != nil {
		if err := c.guard(prior); err != nil {
			return nil, err
		}
	}
	if c.prepare != nil {
		c.prepare(body, prior)
	}
	doc, found := (&check{exists: s.store.exists}).update(c.fields, body, prior)
	if len(found) > 0 {
		return nil, refuseFields(found)
	}
	if c.finish != nil {
		c.finish(doc, prior)
	}
	return doc, nil
}
