// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// fail reports an error of an operation. What the engine or the lens says of a field comes as a diagnostic of its own on
// the attribute that it names.
func (d *definition) fail(ctx context.Context, diags *diag.Diagnostics, operation string, err error) {
	summary := fmt.Sprintf("Could not %s the %s", operation, d.Name)
	var mismatch *lens.MismatchError
	if errors.As(err, &mismatch) {
		diags.AddAttributeError(d.knownPath(ctx, mismatch.Path), summary, err.Error()+".")
		return
	}
	if hint := connection.Hint(d.Name, d.Plural, operation, err); hint != "" {
		diags.AddError(summary, err.Error()+"\n\n"+hint)
		return
	}
	var refused *engine.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		diags.AddError(summary, err.Error())
		return
	}
	request := fmt.Sprintf("%s %s answered %d", refused.Method, refused.Path, refused.Status)
	if refused.RequestID != "" {
		request += ", request " + refused.RequestID
	}
	for i, field := range refused.Fields {
		if i == connection.MostReported {
			break
		}
		detail := strings.Join(field.Messages, " ")
		at := d.knownPath(ctx, field.Path)
		if len(at.Steps()) == 0 {
			name := strings.TrimPrefix(attributePath(field.Path).String(), ".")
			if name != "" {
				detail = name + ": " + detail
			}
			diags.AddError(summary, fmt.Sprintf("The engine refused it: %s (%s)", detail, request))
			continue
		}
		diags.AddAttributeError(at, summary, fmt.Sprintf("The engine refused %s: %s (%s)", at, detail, request))
	}
	if more := max(len(refused.Fields)-connection.MostReported, 0) + refused.More; more > 0 {
		diags.AddError(summary, fmt.Sprintf("The engine refused %d more fields, which are not shown. (%s)", more, request))
	}
}

// named says which object an error is about.
func (d *definition) named(doc engine.Document, err error) error {
	return fmt.Errorf("%s %q: %w", d.Name, documentID(doc), err)
}

// warnOfUnshown names what of an object no attribute can show.
func (d *definition) warnOfUnshown(diags *diag.Diagnostics, doc engine.Document, odd []*lens.MismatchError) {
	if len(odd) == 0 {
		return
	}
	texts := make([]string, len(odd))
	for i, mismatch := range odd {
		texts[i] = mismatch.Error()
	}
	diags.AddWarning("Could not show everything of the "+d.Name,
		fmt.Sprintf("In the %s %q of the engine, %s. This is null here, or empty where it has to be declared; the rest is shown.", d.Name, documentID(doc), connection.First(texts, "; ")))
}

// knownPath is the longest beginning of a path of the document that the schema has too.
func (d *definition) knownPath(ctx context.Context, steps []any) path.Path {
	for n := len(steps); n > 0; n-- {
		p := attributePath(steps[:n])
		if _, diags := d.schema.AttributeAtPath(ctx, p); !diags.HasError() {
			return p
		}
		if _, diags := d.schema.TypeAtPath(ctx, p); !diags.HasError() {
			return p
		}
	}
	return path.Empty()
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
