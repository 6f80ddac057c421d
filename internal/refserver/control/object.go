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

func export(d *Door, _ *http.Request) (any, error) { return d.server.Export(), nil }

func seed(d *Door, r *http.Request) (any, error) { return put(r, d.server.Seed) }

func reset(d *Door, r *http.Request) (any, error) { return put(r, d.server.Reset) }

func put(r *http.Request, in func(objects map[string][]map[string]any) error) (any, error) {
	objects, err := refserver.ReadObjects(r.Body)
	if err != nil {
		return nil, fmt.Errorf("the body has the wrong form: %w", err)
	}
	return nil, in(objects)
}

func readKind(d *Door, r *http.Request) (any, error) {
	kind := r.PathValue("kind")
	if !slices.Contains(d.server.Kinds(), kind) {
		return nil, notFound("there is no kind %q; there are %v", kind, d.server.Kinds())
	}
	objects := d.server.Objects(kind)
	return map[string]any{"objects": append([]map[string]any{}, objects...)}, nil
}

func readObject(d *Door, r *http.Request) (any, error) {
	doc, ok := d.server.Object(r.PathValue("kind"), r.PathValue("id"))
	if !ok {
		return nil, notFound("there is no %s with the id %q", r.PathValue("kind"), r.PathValue("id"))
	}
	return doc, nil
}

// editObject calls Server.Edit to change the fields that are in the body. The other fields stay.
func editObject(d *Door, r *http.Request) (any, error) {
	return edit(d, r, func(doc, sent map[string]any) { maps.Copy(doc, sent) })
}

func replaceObject(d *Door, r *http.Request) (any, error) {
	return edit(d, r, func(doc, sent map[string]any) {
		clear(doc)
		maps.Copy(doc, sent)
	})
}

func edit(d *Door, r *http.Request, change func(doc, sent map[string]any)) (any, error) {
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
	err := d.server.Edit(r.PathValue("kind"), r.PathValue("id"), func(doc map[string]any) { change(doc, sent) })
	if err != nil {
		return nil, err
	}
	return readObject(d, r)
}

func removeObject(d *Door, r *http.Request) (any, error) {
	if _, err := readObject(d, r); err != nil {
		return nil, err
	}
	return nil, d.server.Remove(r.PathValue("kind"), r.PathValue("id"))
}
