// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// withSecrets tells the client what must not come back in an error or a log: the write-only values of a change, and the values
// that its views declare of sensitive parameters.
func (d *definition) withSecrets(ctx context.Context, c change) context.Context {
	if !d.hasWriteOnly {
		return ctx
	}
	var values []any
	for _, view := range []tftypes.Value{c.config, c.prior, c.planned} {
		if view.Type() != nil && !view.IsNull() {
			values = append(values, d.shape.Secrets(d.shape.Overlay(nil, view))...)
		}
	}
	for _, value := range writeOnlyMembers(c.config, "") {
		if decoded := decodedJSON(value); !document.IsPlaceholder(decoded) {
			values = append(values, decoded)
		}
	}
	return redact.WithSecrets(ctx, values...)
}

// keepSecrets completes an update of the engine's document, so that no secret is lost with the array it is in. A write-only
// value is sent along where the engine is not known to show what it has, though its version did not change. What nobody
// knows can't be sent, and is told.
func (d *definition) keepSecrets(patch, doc engine.Document, c change, diags *diag.Diagnostics) {
	if !d.hasWriteOnly || len(patch) == 0 {
		return
	}
	values := writeOnlyMembers(c.config, "")
	members := tfvalue.Object(c.planned)
	for name, value := range patch {
		putWriteOnly(value, members[name], "."+name, values)
	}
	places := d.shape.Unrepeatable(doc, patch)
	if len(places) == 0 {
		return
	}
	lost := make([]string, len(places))
	for i, place := range places {
		lost[i] = attributePath(place).String()
	}
	write := attribute.WriteOnlySuffix
	diags.AddAttributeWarning(attributePath(places[0][:1]), "Hidden values could not be kept",
		fmt.Sprintf("Left out of the update: %s. The engine hides such a value, so it can't be sent back, and the configuration does not declare it. "+
			"The engine replaces whole lists, so that the parameter may have no value now. Declare it: value%s with value%s%s.",
			connection.First(lost, ", "), write, write, lens.VersionSuffix))
}

// putWriteOnly puts write-only values into a part of a request body, which may be changed. The lens makes the elements in the
// order of the view. An engine shows the value of a parameter that is not sensitive: where there is one, it stays.
func putWriteOnly(part any, view tftypes.Value, at string, values map[string]tftypes.Value) {
	switch part := part.(type) {
	case []any:
		for i, element := range tfvalue.List(view) {
			if i < len(part) {
				putWriteOnly(part[i], element, at+"/"+tfvalue.Text(element, "name"), values)
			}
		}
	case map[string]any:
		members := tfvalue.Object(view)
		for name := range writeOnlyNames(members) {
			value, ok := values[at+"."+name]
			if sensitive, _ := part["sensitive"].(bool); ok && (sensitive || part[name] == nil) {
				part[name] = decodedJSON(value)
			}
		}
		for name, member := range members {
			if below, ok := part[name]; ok {
				putWriteOnly(below, member, at+"."+name, values)
			}
		}
	}
}

// decodedJSON is what a JSON text stands for; the attributes refuse text that is none.
func decodedJSON(text tftypes.Value) any {
	value, err := document.Decode([]byte(tfvalue.Text(text)))
	if err != nil {
		return tfvalue.Text(text)
	}
	return value
}
