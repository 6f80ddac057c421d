// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// MostReported is the maximum number of similar problems that are reported individually. The rest are only counted.
const MostReported = 20

// First joins at most MostReported strings. If there are more, it appends how many are left, as in "and 3 more".
func First(texts []string, separator string) string {
	return document.First(texts, MostReported, separator)
}

// Fail adds an error for a failed operation, such as "create", to diags. If the engine rejected individual fields, Fail adds one error for
// each field. The locate function returns the attribute at which Terraform shows that error.
func Fail(diags *diag.Diagnostics, name, plural, operation string, err error, locate func(field []any) path.Path) {
	summary := fmt.Sprintf("Could not %s the %s", operation, name)
	if advice := hint(name, plural, operation, err); advice != "" {
		diags.AddError(summary, err.Error()+"\n\n"+advice)
		return
	}
	var rejected *engine.Error
	if !errors.As(err, &rejected) || len(rejected.Fields) == 0 {
		diags.AddError(summary, err.Error())
		return
	}
	request := fmt.Sprintf("%s %s responded with %d", rejected.Method, rejected.Path, rejected.Status)
	if rejected.RequestID != "" {
		request += ", request " + rejected.RequestID
	}
	for _, field := range rejected.Fields[:min(len(rejected.Fields), MostReported)] {
		text := field.String()
		if len(field.Path) == 0 {
			text = "it: " + text
		}
		detail := fmt.Sprintf("The engine rejected %s (%s)", text, request)
		if at := locate(field.Path); len(at.Steps()) > 0 {
			diags.AddAttributeError(at, summary, detail)
		} else {
			diags.AddError(summary, detail)
		}
	}
	if more := max(len(rejected.Fields)-MostReported, 0) + rejected.More; more > 0 {
		diags.AddError(summary, fmt.Sprintf("The engine rejected %s besides those shown. (%s)", document.Count(more, "field"), request))
	}
}

func hint(name, plural, operation string, err error) string {
	var unproven *engine.UnprovenError
	var unknown *engine.UnknownOutcomeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Candidates) > 0:
		return candidatesHint(name, plural, unknown)
	case errors.As(err, &unproven):
		return fmt.Sprintf("Nothing was removed from the state. If the %s has really been deleted, remove it from the state with "+
			"terraform state rm.", name)
	case operation == "update" && engine.IsNotFound(err):
		return fmt.Sprintf("The %s was deleted after the plan was made. Run terraform apply again. The next plan creates it again.", name)
	}
	return ""
}

// candidatesHint returns advice for a create whose response was lost. It lists the objects that may be the created one, and explains how to
// import the most likely one. In the advice, the word ADDRESS stands for the resource's address, which Terraform prints with the error.
func candidatesHint(name, plural string, unknown *engine.UnknownOutcomeError) string {
	lines := make([]string, len(unknown.Candidates))
	for i, candidate := range unknown.Candidates {
		id := candidate.ID
		if !plainID.MatchString(id) {
			id = strconv.Quote(id)
		}
		lines[i] = id + ": " + describe(candidate)
	}
	if len(lines) == 1 {
		plural = name
	}
	text := fmt.Sprintf("The engine has %d %s of this name, which the request may have created:\n\n  %s\n\nCompare %s. ",
		len(lines), plural, First(lines, "\n  "), strings.Join(unknown.Fields, ", "))
	if id := mostLikelyID(unknown.Candidates); plainID.MatchString(id) {
		if unknown.TypeWord != "" {
			id = unknown.TypeWord + "/" + id
		}
		text += fmt.Sprintf("If the request created one of them, import it under the address of this resource:\n\n"+
			"  terraform import 'ADDRESS' '%s'\n\nor with a block in the configuration:\n\n%s\n", id, ImportBlock(id))
	}
	return text + "If it created none of them, look in the engine once more, because a new object can appear late. " +
		"If there is none, apply again."
}

// ImportBlock returns an import block with the placeholder ADDRESS, because the provider does not know the resource's address.
func ImportBlock(id string) string {
	return fmt.Sprintf("  import {\n    to = ADDRESS\n    id = %q\n  }\n", id)
}

// plainID matches ids that need no quotes or escapes in a shell command or in HCL.
var plainID = regexp.MustCompile(`^[\w.:~-]+$`)

// mostLikelyID returns the id of the candidate that the request most likely created: the first one that has all values from the request. If
// no candidate has all of them, it returns the id of the first one.
func mostLikelyID(candidates []lost.Candidate) string {
	at := slices.IndexFunc(candidates, func(candidate lost.Candidate) bool { return len(candidate.Differing) == 0 })
	return candidates[max(at, 0)].ID
}

// describe returns a phrase about a candidate: how the object differs from the create request, and when the object was created.
func describe(candidate lost.Candidate) string {
	text := "has all values of the request"
	if len(candidate.Differing) > 0 {
		text = "differs in " + strings.Join(candidate.Differing, ", ")
	}
	if candidate.CreatedAt != "" {
		text += ", created_at " + candidate.CreatedAt
	}
	if !candidate.IsNew {
		text += "; it may be older than this run"
	}
	return text
}
