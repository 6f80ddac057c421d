// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// operation describes what an HTTP method does on a path. It has a write function if it changes objects, and otherwise a do function.
type operation struct {
	name  table.Operation
	do    func(s *Server, t target, r *request) (*response, error)
	write func(s *Server, t target, r *request) (before, after []byte, err error)
}

// descriptionOperations are the operations on /openapi.json. They require no credentials.
var descriptionOperations = map[string]operation{"GET": {do: describe}}

// operations returns the operations that a target supports, keyed by HTTP method.
func (t target) operations() map[string]operation {
	switch {
	case t.action != "":
		return map[string]operation{"POST": {name: table.Operation(t.action), write: act}}
	case t.id != "":
		return map[string]operation{
			"GET": {name: table.Read, do: read}, "PATCH": {name: table.Update, write: update}, "DELETE": {name: table.Delete, write: remove},
		}
	case t.listOnly:
		return map[string]operation{"GET": {name: table.List, do: list}}
	default:
		return map[string]operation{"GET": {name: table.List, do: list}, "POST": {name: table.Create, write: create}}
	}
}

// rejectMethod returns a 405 rejection with an Allow header that lists the supported methods.
func rejectMethod(method string, operations map[string]operation) *jsondoc.Rejection {
	r := jsondoc.Reject(http.StatusMethodNotAllowed, "The method "+method+" is not allowed here.")
	r.Header = http.Header{"Allow": {strings.Join(slices.Sorted(maps.Keys(operations)), ", ")}}
	return r
}

// run performs the operation and returns the response. The response to a create or an update contains the new version of the object.
func (o operation) run(s *Server, t target, r *request) (*response, error) {
	if o.do != nil {
		return o.do(s, t, r)
	}
	before, after, err := o.write(s, t, r)
	if err != nil {
		return nil, err
	}
	status, body, err := r.habits.Reply(&r.call, o.name.Success(), before, after)
	if err != nil {
		return nil, err
	}
	return r.addETag(success(status, body), after), nil
}

func read(s *Server, t target, r *request) (*response, error) {
	data, err := s.readVisible(t, r)
	if err != nil {
		return nil, err
	}
	shown, err := r.habits.Show(&r.call, data)
	if err != nil {
		return nil, err
	}
	return r.addETag(success(http.StatusOK, shown), data), nil
}

// readVisible returns the version of an object that a client receives. If a habit (deviation from INTERFACE.md) such as late-updates is
// active, this version may be older than the stored one.
func (s *Server) readVisible(t target, r *request) ([]byte, error) {
	data, err := find(s.store, t)
	if data = r.habits.Read(t.collection.Kind, t.id, data); data != nil {
		return data, nil
	}
	if err == nil {
		err = jsondoc.NotFound()
	}
	return nil, err
}

// find returns the stored JSON of the target's object, or a 404 rejection. If the path contains a component type, find returns only
// components of that type. For example, below /component/fan/, it does not find a pump.
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

func describe(s *Server, _ target, _ *request) (*response, error) {
	text, err := s.description()
	if err != nil {
		return nil, err
	}
	return success(http.StatusOK, text), nil
}
