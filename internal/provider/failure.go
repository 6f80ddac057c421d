// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
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
	if hint := d.hintOf(operation, err); hint != "" {
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
		if i == mostReported {
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
	if more := max(len(refused.Fields)-mostReported, 0) + refused.More; more > 0 {
		diags.AddError(summary, fmt.Sprintf("The engine refused %d more fields, which are not shown. (%s)", more, request))
	}
}

// mostReported is how many problems of one kind are told one by one; the rest are counted.
const mostReported = 20

// firstOf joins the first of some texts, and says how many more there are.
func firstOf(texts []string, separator string) string {
	if len(texts) <= mostReported {
		return strings.Join(texts, separator)
	}
	return fmt.Sprintf("%s%sand %d more", strings.Join(texts[:mostReported], separator), separator, len(texts)-mostReported)
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
		fmt.Sprintf("In the %s %q of the engine, %s. This is null here, or empty where it has to be declared; the rest is shown.", d.Name, documentID(doc), firstOf(texts, "; ")))
}

// hintOf says what to do about an object that the engine does not find.
func (d *definition) hintOf(operation string, err error) string {
	var unproven *engine.UnprovenError
	var unknown *engine.UnknownOutcomeError
	switch {
	case errors.As(err, &unknown):
		return d.candidatesOf(unknown)
	case errors.As(err, &unproven):
		return fmt.Sprintf("Nothing was taken out of the state. If the %s is gone indeed, take it out yourself with terraform state rm.", d.Name)
	case operation == "update" && engine.IsNotFound(err):
		return fmt.Sprintf("The %s was removed since the plan was made. Run terraform apply again: the next plan makes it anew.", d.Name)
	}
	return ""
}

// candidatesOf says which objects a create may have made whose reply was lost, and how to import the right one. Terraform
// itself shows the address of the resource; the provider is not told.
func (d *definition) candidatesOf(unknown *engine.UnknownOutcomeError) string {
	if len(unknown.Candidates) == 0 {
		return ""
	}
	var text strings.Builder
	fmt.Fprintf(&text, "The engine has %s of this name that may be it:\n\n", d.Plural)
	for i, candidate := range unknown.Candidates {
		if i == mostCandidates {
			fmt.Fprintf(&text, "  and %d more\n", len(unknown.Candidates)-i)
			break
		}
		id := candidate.ID
		if !plainID.MatchString(id) {
			id = strconv.Quote(id)
		}
		fmt.Fprintf(&text, "  %s: %s\n", id, describe(candidate))
	}
	fmt.Fprintf(&text, "\nCompare %s. ", strings.Join(unknown.Fields, ", "))
	if id := likeliest(unknown.Candidates); plainID.MatchString(id) {
		if unknown.TypeWord != "" {
			id = unknown.TypeWord + "/" + id
		}
		fmt.Fprintf(&text, "If one of them is it, import it under the address that Terraform names below:\n\n"+
			"  terraform import 'ADDRESS' '%s'\n\nor with a block in the configuration:\n\n"+
			"  import {\n    to = ADDRESS\n    id = %q\n  }\n\n", id, id)
	}
	text.WriteString("If none of them is it, look once more for one that came late, and apply again when there is none.")
	return text.String()
}

// plainID is an id that means itself in a shell and in a configuration.
var plainID = regexp.MustCompile(`^[\w.:~-]+$`)

// likeliest is the id of the first candidate that says all that was sent, or of the first of all.
func likeliest(candidates []lost.Candidate) string {
	at := slices.IndexFunc(candidates, func(candidate lost.Candidate) bool { return len(candidate.Differing) == 0 })
	return candidates[max(at, 0)].ID
}

// mostCandidates bounds how many objects an error names.
const mostCandidates = 20

// describe says what is known of a candidate.
func describe(candidate lost.Candidate) string {
	says := "says all that was sent"
	if len(candidate.Differing) > 0 {
		says = "differs in " + strings.Join(candidate.Differing, ", ")
	}
	if candidate.CreatedAt != "" {
		says += ", created_at " + candidate.CreatedAt
	}
	if !candidate.IsNew {
		says += "; it may be older than this run"
	}
	return says
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
