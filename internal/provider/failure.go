// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// fail adds an error for a failed operation, such as "create", or one error for each field that the engine rejected.
func (d *definition) fail(ctx context.Context, diags *diag.Diagnostics, operation string, err error) {
	var mismatch *lens.MismatchError
	if errors.As(err, &mismatch) {
		diags.AddAttributeError(d.knownPath(ctx, mismatch.Path), fmt.Sprintf("Could not %s the %s", operation, d.Name), err.Error()+".")
		return
	}
	connection.Fail(diags, d.Name, d.Plural, operation, err, func(field []any) path.Path { return d.knownPath(ctx, field) })
}

// withObject prefixes an error with the object's kind and id, for example: alert "42": ...
func (d *definition) withObject(doc engine.Document, err error) error {
	return fmt.Errorf("%s %q: %w", d.Name, documentID(doc), err)
}

// warnOfMismatches warns about values in doc whose JSON type does not match the attribute, for example a number instead of a list.
func (d *definition) warnOfMismatches(diags *diag.Diagnostics, doc engine.Document, mismatches []*lens.MismatchError) {
	texts := make([]string, len(mismatches))
	for i, mismatch := range mismatches {
		texts[i] = mismatch.Error()
	}
	diags.AddWarning("Could not show everything of the "+d.Name, fmt.Sprintf(
		"In the %s %q of the engine, %s. The state has null instead, or an empty value if the attribute is required.",
		d.Name, documentID(doc), connection.First(texts, "; ")))
}

// knownPath converts a field's path in a document to an attribute path. It drops trailing steps that do not exist in the schema.
func (d *definition) knownPath(ctx context.Context, steps []any) path.Path {
	for n := len(steps); n > 0; n-- {
		p := attributePath(steps[:n])
		_, attributeDiags := d.schema.AttributeAtPath(ctx, p)
		_, typeDiags := d.schema.TypeAtPath(ctx, p)
		if !attributeDiags.HasError() || !typeDiags.HasError() {
			return p
		}
	}
	return path.Empty()
}

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
