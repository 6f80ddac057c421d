// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// The functions in this file perform the operations that change objects. They return the object's JSON before the write (nil for a create)
// and after the write (nil for a delete).

func create(s *Server, t target, r *request) (before, after []byte, err error) {
	body, err := r.object()
	if err != nil {
		return nil, nil, err
	}
	if err := r.habits.Body(&r.call, body); err != nil {
		return nil, nil, err
	}
	err = s.store.Write(func(tx *store.Tx) error {
		doc, err := s.newVersion(tx, t, r, body, nil)
		if err == nil {
			after, err = tx.Create(t.collection.Kind, jsondoc.ID(doc), doc)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return nil, s.run(t.collection.Kind, after), nil
}

func update(s *Server, t target, r *request) (before, after []byte, err error) {
	body, err := r.object()
	if err != nil {
		return nil, nil, err
	}
	if len(body) == 0 && t.collection.RejectsEmptyUpdate {
		if _, err := find(s.store, t); err != nil {
			return nil, nil, err // 404 takes precedence over 400 (INTERFACE.md, section 2.6, rule 1).
		}
		return nil, nil, jsondoc.RejectBody("At least one field must be sent.")
	}
	if err := r.habits.Body(&r.call, body); err != nil {
		return nil, nil, err
	}
	return s.change(t, func(tx *store.Tx, prior jsondoc.Object) (jsondoc.Object, error) {
		if err := r.habits.Guard(&r.call, prior); err != nil {
			return nil, err
		}
		if t.collection.Guard != nil && !r.habits.Has("update-while-active") {
			if err := t.collection.Guard(prior); err != nil {
				return nil, err
			}
		}
		doc, err := s.newVersion(tx, t, r, body, prior)
		if err == nil {
			err = r.checkPrecondition(tx, t)
		}
		return doc, err
	})
}

// newVersion returns the object to store after a create or an update. prior is the stored object, or nil for a create. If the body contains
// invalid values, newVersion returns an error that describes them.
func (s *Server) newVersion(tx *store.Tx, t target, r *request, body, prior jsondoc.Object) (jsondoc.Object, error) {
	c, fields := t.collection, r.call.Table.Fields
	if c.Prepare != nil {
		c.Prepare(body, prior)
	}
	check := table.Check{
		Exists: tx.Exists, AnyValue: r.habits.Has("more-kinds"), AnySize: r.habits.Has("wide-values"),
		IgnoreUpdateOnly: r.habits.Has("strict-create-ignore"), RejectUpdateOnly: r.habits.Has("strict-create-refuse"),
	}
	var doc jsondoc.Object
	var found jsondoc.Problems
	if prior != nil {
		doc, found = check.Update(fields, body, prior)
	} else {
		doc, found = check.Create(fields, body)
		if c.Typed != "" && t.component == "" { // On component/components/, the body contains the type (quirk 245).
			var isType bool
			word, _ := body["type"].(string)
			if t.component, isType = table.TypeOf(word); !isType {
				found["type"] = []string{"Must be a type of components, such as algorithm."}
			}
		}
		for i := range fields {
			if fields[i].ServerSet {
				doc[fields[i].Name] = s.serverSet(&fields[i], t)
			}
		}
	}
	if err := jsondoc.RejectFields(found); err != nil {
		return nil, err
	}
	if c.Finish != nil {
		c.Finish(doc, prior)
	}
	return doc, r.habits.Store(&r.call, doc, prior)
}

// serverSet returns the initial value of a field that clients can't set, such as created_at.
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

// change replaces a stored object with the result of the edit function. If an alert's status changes, the same transaction also creates an
// event. The e-mails about the event are sent after the transaction.
func (s *Server) change(
	t target, edit func(tx *store.Tx, prior jsondoc.Object) (jsondoc.Object, error),
) (before, after []byte, err error) {
	var emails []notify.Email
	err = s.store.Write(func(tx *store.Tx) error {
		if before, err = find(tx, t); err != nil {
			return err
		}
		doc, err := edit(tx, mustDecode(before))
		if err != nil {
			return err
		}
		after, err = tx.Replace(t.collection.Kind, t.id, doc)
		if err == nil && t.collection.Follow != nil {
			emails, err = t.collection.Follow(tx, s.clock.Now(), before, after)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	s.mailer.Post(emails)
	return before, s.run(t.collection.Kind, after), nil
}

// remove deletes an object and, unless the habit children-survive (a deviation from INTERFACE.md) is enabled, its children.
func remove(s *Server, t target, r *request) (before, after []byte, err error) {
	err = s.store.Write(func(tx *store.Tx) (err error) {
		if before, err = find(tx, t); err != nil {
			return err
		}
		if err := r.habits.Guard(&r.call, mustDecode(before)); err != nil {
			return err
		}
		if err := r.checkPrecondition(tx, t); err != nil {
			return err
		}
		if r.habits.Has("children-survive") {
			return tx.RemoveKeepingChildren(t.collection.Kind, t.id)
		}
		return tx.Remove(t.collection.Kind, t.id)
	})
	return before, nil, err
}

// act starts or stops a component. With Options.DeployDelay, the response contains an intermediate status, such as StartRequested.
func act(s *Server, t target, r *request) (before, after []byte, err error) {
	if len(r.body) > 0 { // The body is optional (quirk 21).
		if _, err := r.object(); err != nil {
			return nil, nil, err
		}
	}
	return s.change(t, func(_ *store.Tx, doc jsondoc.Object) (jsondoc.Object, error) {
		if err := r.habits.Guard(&r.call, doc); err != nil {
			return nil, err
		}
		s.deployments.Request(doc, t.action == "start")
		return doc, nil
	})
}
