// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// planFile is the file of a saved plan.
const planFile = "demo.tfplan"

// commands runs the commands of Terraform or OpenTofu that the demo needs.
type commands struct{ *terraform.Terraform }

// version returns the program's name and version, for example "Terraform v1.11.4".
func (c commands) version(ctx context.Context) (string, error) {
	text, err := c.Run(ctx, "version")
	name, _, _ := strings.Cut(text, "\n")
	return name, err
}

func (c commands) apply(ctx context.Context) error {
	_, err := c.Run(ctx, "apply", "-input=false", "-no-color", "-auto-approve")
	return err
}

// applyPlan applies the saved plan.
func (c commands) applyPlan(ctx context.Context) error {
	_, err := c.Run(ctx, "apply", "-input=false", "-no-color", planFile)
	return err
}

func (c commands) destroy(ctx context.Context) error {
	_, err := c.Run(ctx, "destroy", "-input=false", "-no-color", "-auto-approve")
	return err
}

// planIsEmpty fails unless a plan changes no resource and no output.
func (c commands) planIsEmpty(ctx context.Context) error {
	_, err := c.Run(ctx, "plan", "-input=false", "-no-color", "-detailed-exitcode")
	return err
}

// plan saves a plan and returns its changes.
func (c commands) plan(ctx context.Context) ([]resourceChange, error) {
	text, err := c.planJSON(ctx)
	if err != nil {
		return nil, err
	}
	return changesOf(text)
}

// planJSON saves a plan and returns it as JSON.
func (c commands) planJSON(ctx context.Context) (string, error) {
	if _, err := c.Run(ctx, "plan", "-input=false", "-no-color", "-out="+planFile); err != nil {
		return "", err
	}
	return c.Run(ctx, "show", "-json", planFile)
}
