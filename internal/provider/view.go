// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// documentID is the id that the engine gave an object; the client refuses documents without one.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}

// attributePath is the framework's form of a path of names and indexes.
func attributePath(steps []any) path.Path {
	p := path.Empty()
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			p = p.AtName(step)
		case int:
			p = p.AtListIndex(step)
		}
	}
	return p
}
