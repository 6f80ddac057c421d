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
func read(s *Server, t target, _ *request) (*answer, error) {
	data, err := s.find(t)
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, data), nil
}

// find gives the bytes of the object that the path names. A component is not found under another type's word.
func (s *Server) find(t target) ([]byte, error) {
	data, ok := s.store.Get(t.collection.Kind, t.id)
	if !ok || t.component != "" && string(document.Text(document.Field(data, "type"))) != t.component {
		return nil, refusal.NotFound()
	}
	return data, nil
}

// remove deletes an object with all that belongs to it: 204 and nothing.
func remove(s *Server, t target, _ *request) (*answer, error) {
	err := s.store.Write(func(tx *store.Tx) error {
		if _, err := s.find(t); err != nil {
			return err
		}
		return tx.Remove(t.collection.Kind, t.id)
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusNoContent, nil), nil
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
	data, err := s.change(t, func(doc document.Object) (document.Object, error) {
		s.deployments.Request(doc, t.action == "start")
		return doc, nil
	})
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, data), nil
}
