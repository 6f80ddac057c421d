// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// reportNameConflict adds an error if the engine rejected a create because the object's name is already in use. The error contains an
// import block for each object with that name.
func (d *definition) reportNameConflict(
	ctx context.Context, client *engine.Client, c change, body engine.Document, err error, diags *diag.Diagnostics,
) {
	name, _ := body["name"].(string)
	if !isAboutName(err) || name == "" {
		return
	}
	found := d.objectsNamed(ctx, client, d.collectionOf(c.planned), name)
	if len(found) == 0 {
		return
	}
	var blocks []string
	for _, doc := range found {
		id := documentID(doc)
		if d.HasTypeInPath() {
			id = d.PathTypes.Identity(tfvalue.String(c.planned, catalog.TypeWord)) + "/" + id
		}
		blocks = append(blocks, connection.ImportBlock(id))
	}
	text := fmt.Sprintf("The engine already has the %s %q. To manage it with this resource, import it under the address of the resource, "+
		"and apply again:\n\n%s", d.Name, name, blocks[0])
	if len(blocks) > 1 {
		text = fmt.Sprintf("The engine already has %d %s with the name %q. To manage one of them with this resource, import it under the "+
			"address of the resource, and apply again:\n\n%s", len(blocks), d.Plural, name, connection.First(blocks, "\n"))
	}
	diags.AddAttributeError(path.Root("name"), "The "+d.Name+" exists already", text)
}

// isAboutName reports whether the engine rejected a create because of its "name" field, or with status 409 (conflict).
func isAboutName(err error) bool {
	var rejected *engine.Error
	return errors.As(err, &rejected) && (rejected.Status == http.StatusConflict ||
		engine.IsInvalid(err) && slices.ContainsFunc(rejected.Fields, func(f engine.FieldError) bool {
			return len(f.Path) == 1 && f.Path[0] == "name"
		}))
}

// maxCompared is the maximum number of objects that the provider reads from a list when it looks for objects by name or parent.
const maxCompared = 1000

// objectsNamed returns the objects with the given name. It reads at most maxCompared objects. If the engine's list can't be read
// completely, it returns the objects found so far.
func (d *definition) objectsNamed(
	ctx context.Context, client *engine.Client, col engine.Collection, name string,
) (found []engine.Document) {
	compared := 0
	for doc, err := range client.List(ctx, col, url.Values{"name": {name}}) {
		if compared++; err != nil || compared > maxCompared {
			break // the caller reports the engine's rejection anyway
		}
		if doc["name"] == name {
			found = append(found, doc)
		}
	}
	return found
}
