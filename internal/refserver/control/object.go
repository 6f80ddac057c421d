// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// put returns an operation that calls the given method, Server.Seed or Server.Reset, with the objects in the request body.
func put(method func(s *refserver.Server, objects map[string][]map[string]any) error) do {
	return func(d *API, r *http.Request) (any, error) {
		objects, err := refserver.ReadObjects(r.Body)
		if err != nil {
			return nil, fmt.Errorf("the body is invalid: %w", err)
		}
		return nil, method(d.server, objects)
	}
}

func readKind(d *API, r *http.Request) (any, error) {
	kind := r.PathValue("kind")
	if !slices.Contains(d.server.Kinds(), kind) {
		return nil, notFound("there is no kind %q; there are %v", kind, d.server.Kinds())
	}
	objects := d.server.Objects(kind)
	return map[string]any{"objects": append([]map[string]any{}, objects...)}, nil
}

func readObject(d *API, r *http.Request) (any, error) {
	doc, ok := d.server.Object(r.PathValue("kind"), r.PathValue("id"))
	if !ok {
		return nil, notFound("there is no %s with the id %q", r.PathValue("kind"), r.PathValue("id"))
	}
	return doc, nil
}

// edit returns an operation that changes a stored object with Server.Edit. The operation copies the fields from the request body to the
// object. Before that, it passes the object to prepare, which may remove all existing fields to replace the object as a whole.
func edit(prepare func(doc map[string]any)) do {
	return func(d *API, r *http.Request) (any, error) {
		var sent map[string]any
		if err := read(r.Body, &sent); err != nil {
			return nil, err
		}
		if sent == nil {
			return nil, errors.New("null is not an object")
		}
		if _, err := readObject(d, r); err != nil {
			return nil, err
		}
		err := d.server.Edit(r.PathValue("kind"), r.PathValue("id"), func(doc map[string]any) {
			prepare(doc)
			maps.Copy(doc, sent)
		})
		if err != nil {
			return nil, err
		}
		return readObject(d, r)
	}
}

func removeObject(d *API, r *http.Request) (any, error) {
	if _, err := readObject(d, r); err != nil {
		return nil, err
	}
	return nil, d.server.Remove(r.PathValue("kind"), r.PathValue("id"))
}
