// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package openapi makes an OpenAPI 3.1 description of the interface from the tables.
//
// Start reading at JSON. path.go has the operations, list.go the parameters of lists, schema.go the schemas of objects, and answer.go
// the answers that are not objects.
package openapi

import (
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Path is the path of the description on a server.
const Path = "/openapi.json"

// object is a JSON object of the description.
type object = map[string]any

// description collects the parts of the description.
type description struct {
	paths, schemas object
}

// JSON returns the description. The same tables give the same bytes.
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

// ref returns a reference to a part under components.
func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }
