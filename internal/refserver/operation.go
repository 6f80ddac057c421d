// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

type operation struct {
	name table.Operation
	do   func(s *Server, t target, r *request) (*answer, error)
}

// The OpenAPI description can be read without credentials.
var descriptionOperations = map[string]operation{"GET": {do: describe}}

// operations returns the operations on what the path names, by their HTTP methods.
func (t target) operations() map[string]operation {
	switch {
	case t.action != "":
		return map[string]operation{"POST": {table.Operation(t.action), act}}
	case t.id != "":
		return map[string]operation{"GET": {table.Read, read}, "PATCH": {table.Update, update}, "DELETE": {table.Delete, remove}}
	case t.listOnly:
		return map[string]operation{"GET": {table.List, list}}
	default:
		return map[string]operation{"GET": {table.List, list}, "POST": {table.Create, create}}
	}
}

// refuseMethod returns a 405 refusal. Its header Allow lists the methods that the path supports.
func refuseMethod(method string, operations map[string]operation) *jsondoc.Refusal {
	r := jsondoc.Refuse(http.StatusMethodNotAllowed, "The method "+method+" is not allowed here.")
	r.Header = http.Header{"Allow": {strings.Join(slices.Sorted(maps.Keys(operations)), ", ")}}
	return r
}

func read(s *Server, t target, r *request) (*answer, error) {
	data, err := s.look(t, r)
	if err != nil {
		return nil, err
	}
	shown, err := r.habits.Show(&r.call, data)
	if err != nil {
		return nil, err
	}
	return r.tagged(success(http.StatusOK, shown), data), nil
}

// look returns the object that the path names, as GET answers it. With a habit such as late-updates, that may be
// the version before the last write.
func (s *Server) look(t target, r *request) ([]byte, error) {
	data, err := find(s.store, t)
	if data = r.habits.Read(t.collection.Kind, t.id, data); data != nil {
		return data, nil
	}
	if err == nil {
		err = jsondoc.NotFound()
	}
	return nil, err
}

// find returns the object that the path names, as stored JSON. A component is found only on the path of its own type: a pump is not found
// below /component/fan/.
func find(in interface {
	Get(kind, id string) ([]byte, bool)
}, t target,
) ([]byte, error) {
	data, ok := in.Get(t.collection.Kind, t.id)
	if !ok || t.component != "" && string(jsondoc.Text(jsondoc.Field(data, "type"))) != t.component {
		return nil, jsondoc.NotFound()
	}
	return data, nil
}

// remove deletes an object and its children, and answers 204 without a body.
func remove(s *Server, t target, r *request) (*answer, error) {
	var before []byte
	err := s.store.Write(func(tx *store.Tx) (err error) {
		if before, err = find(tx, t); err != nil {
			return err
		}
		prior, err := tx.Read(t.collection.Kind, t.id)
		if err == nil {
			err = r.habits.Guard(&r.call, prior)
		}
		if err != nil {
			return err
		}
		if err := r.checkPrecondition(tx, t); err != nil {
			return err
		}
		if r.habits.Has("children-survive") {
			return tx.RemoveAlone(t.collection.Kind, t.id)
		}
		return tx.Remove(t.collection.Kind, t.id)
	})
	if err != nil {
		return nil, err
	}
	return r.written(http.StatusNoContent, before, nil)
}

func describe(s *Server, _ target, _ *request) (*answer, error) {
	text, err := s.description()
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, text), nil
}

// act starts or stops a component and answers 200 with the whole object. The deployment status changes later, after Options.DeployDelay.
func act(s *Server, t target, r *request) (*answer, error) {
	if len(r.body) > 0 { // Quirk 21: a start or a stop needs no body.
		if _, err := r.object(); err != nil {
			return nil, err
		}
	}
	before, data, err := s.change(t, func(_ *store.Tx, doc jsondoc.Object) (jsondoc.Object, error) {
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
