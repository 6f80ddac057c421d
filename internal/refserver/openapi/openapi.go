// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package openapi generates an OpenAPI 3.1 description of the engine's interface from the tables in package table.
//
// The package imports only refserver/table. Start reading at the JSON function. path.go describes the operations, list.go the list
// parameters, schema.go the objects, and response.go the responses. skeleton.json contains the parts that don't depend on the tables.
package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Path is the URL path of the OpenAPI description.
const Path = "/openapi.json"

//go:embed skeleton.json
var skeleton []byte

type object = map[string]any

type description struct {
	paths, schemas object
}

// JSON returns the OpenAPI description of the paths and fields in the given tables. The same tables always produce the same bytes.
func JSON(tables []*table.Table) ([]byte, error) {
	var document struct {
		Components map[string]object `json:"components"`
		Info       object            `json:"info"`
		OpenAPI    string            `json:"openapi"`
		Paths      object            `json:"paths"`
		Security   []any             `json:"security"`
	}
	if err := json.Unmarshal(skeleton, &document); err != nil {
		return nil, fmt.Errorf("the skeleton of the OpenAPI description: %w", err)
	}
	d := &description{paths: document.Paths, schemas: document.Components["schemas"]}
	for _, t := range tables {
		d.addSchemas(t)
		for _, r := range t.Routes {
			d.addOperation(t, r)
		}
	}
	document.Components["responses"] = responses()
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the OpenAPI description: %w", err)
	}
	return append(text, '\n'), nil
}

// ref returns {"$ref": "#/components/KIND/NAME"}.
func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }
