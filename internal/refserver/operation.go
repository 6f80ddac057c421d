// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// operation serves one method of a target.
type operation func(s *Server, t target, r *request) (*answer, error)

var (
	listOperations       = map[string]operation{"GET": list}
	collectionOperations = map[string]operation{"GET": list, "POST": create}
	objectOperations     = map[string]operation{"GET": read, "PATCH": update, "DELETE": remove}
	actionOperations     = map[string]operation{"POST": act}
	// Of the description; everybody may read it.
	descriptionOperations = map[string]operation{"GET": describe}
)

// operations gives what can be done with the target, by method.
func (t target) operations() map[string]operation {
	switch {
	case t.action != "":
		return actionOperations
	case t.id != "":
		return objectOperations
	case t.listOnly:
		return listOperations
	default:
		return collectionOperations
	}
}

// refuseMethod names the methods that the path has.
func refuseMethod(method string, operations map[string]operation) *refusal.Refusal {
	r := refusal.New(http.StatusMethodNotAllowed, "The method "+method+" is not allowed here.")
	r.Header = http.Header{"Allow": {strings.Join(slices.Sorted(maps.Keys(operations)), ", ")}}
	return r
}

// read answers the bytes that the last write made.
func read(s *Server, t target, r *request) (*answer, error) {
	data, err := s.look(t, r)
	if err != nil {
		return nil, err
	}
	shown, err := r.habits.Out(&r.call, data)
	if err != nil {
		return nil, err
	}
	return r.tagged(success(http.StatusOK, shown), data), nil
}

// look gives the bytes of the object that the path names as readers see it.
func (s *Server) look(t target, r *request) ([]byte, error) {
	data, err := find(s.store, t)
	if data = r.habits.Read(t.collection.Kind, t.id, data); data != nil {
		return data, nil
	}
	if err == nil {
		err = refusal.NotFound()
	}
	return nil, err
}

// documents are what readers see, or a writer.
type documents interface {
	Get(kind, id string) ([]byte, bool)
}

// find gives the bytes of the object that the path names. A component is not found under another type's word.
func find(in documents, t target) ([]byte, error) {
	data, ok := in.Get(t.collection.Kind, t.id)
	if !ok || t.component != "" && string(document.Text(document.Field(data, "type"))) != t.component {
		return nil, refusal.NotFound()
	}
	return data, nil
}

// remove deletes an object with all that belongs to it: 204 and nothing.
func remove(s *Server, t target, r *request) (*answer, error) {
	var before []byte
	err := s.store.Write(func(tx *store.Tx) (err error) {
		if before, err = find(tx, t); err != nil {
			return err
		}
		if r.habits.Guards() {
			prior, err := tx.Read(t.collection.Kind, t.id)
			if err != nil {
				return err
			}
			if err := r.habits.Guard(&r.call, prior); err != nil {
				return err
			}
		}
		if err := r.checkPrecondition(tx, t); err != nil {
			return err
		}
		if r.habits.OrphansLive {
			return tx.RemoveAlone(t.collection.Kind, t.id)
		}
		return tx.Remove(t.collection.Kind, t.id)
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusNoContent, before, nil)
}

// describe answers the OpenAPI description of the interface.
func describe(s *Server, _ target, _ *request) (*answer, error) {
	text, err := s.description()
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, text), nil
}

// act starts or stops a component: 200 and the whole object, whose status changes after the deploy delay.
func act(s *Server, t target, r *request) (*answer, error) {
	if len(r.body) > 0 { // Quirk 21.
		if _, err := r.object(); err != nil {
			return nil, err
		}
	}
	before, data, err := s.change(t, func(_ *store.Tx, doc document.Object) (document.Object, error) {
		if err := r.habits.Guard(&r.call, doc); err != nil {
			return nil, err
		}
		s.deployments.Request(doc, t.action == "start")
		return doc, nil
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusOK, before, data)
}
