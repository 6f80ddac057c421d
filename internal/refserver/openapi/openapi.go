// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package openapi generates an OpenAPI 3.1 description of the engine's interface from the tables in the package table.
//
// Start reading at JSON. path.go describes the operations, list.go the parameters of list requests, schema.go the objects, and answer.go
// the answers without an object.
package openapi

import (
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Path is the URL path of the OpenAPI description.
const Path = "/openapi.json"

type object = map[string]any

type description struct {
	paths, schemas object
}

// JSON returns the OpenAPI description of the paths and fields in the given tables. The same tables always give the same bytes.
func JSON(tables []*table.Table) ([]byte, error) {
	d := &description{paths: object{}, schemas: object{"Error": errorSchema(), "Problems": problemsSchema(), "Problem": problemSchema()}}
	for _, t := range tables {
		d.addSchemas(t)
		for _, r := range t.Routes {
			d.addOperation(t, r)
		}
	}
	d.paths[Path] = object{"get": object{
		"operationId": "readDescription", "summary": "Read this description", "security": []any{},
		"responses": object{"200": answer("This description.", object{"type": "object"})},
	}}
	text, err := json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Engine", "version": "3",
			"description": "The management interface of the engine, as its reference server serves it. " +
				"Every path is served with and without the slash at its end, and the paths of components with the plural of their type too. " +
				"Objects may have keys that are not in this description. The server stores and answers them.",
		},
		"paths":    d.paths,
		"security": []any{object{"service": []any{}}},
		"components": object{
			"schemas": d.schemas, "responses": responses(), "headers": headers(),
			"securitySchemes": object{"service": object{
				"type": "apiKey", "in": "header", "name": "authorization",
				"description": "The word Service, a space, the access id, a space, the secret key.",
			}},
		},
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the OpenAPI description: %w", err)
	}
	return append(text, '\n'), nil
}

// ref returns {"$ref": "#/components/KIND/NAME"}.
func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }
