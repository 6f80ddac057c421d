// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import "fmt"

// operation is a Terraform command to measure.
type operation struct {
	name      string
	arguments []string
	says      string // text in Terraform's output that proves success
}

func apply(count int) operation {
	return operation{
		name: "fresh apply", arguments: []string{"apply", "-auto-approve", "-input=false", "-no-color"},
		says: fmt.Sprintf("%d added, 0 changed, 0 destroyed", count),
	}
}

func plan() operation {
	return operation{
		name: "plan without changes", arguments: []string{"plan", "-input=false", "-no-color"},
		says: "No changes.",
	}
}

func changedPlan(changed int) operation {
	return operation{
		name:      fmt.Sprintf("plan with %d changed", changed),
		arguments: []string{"plan", "-input=false", "-no-color", fmt.Sprintf("-var=changed=%d", changed)},
		says:      fmt.Sprintf("0 to add, %d to change, 0 to destroy", changed),
	}
}

func refreshOnlyPlan() operation {
	return operation{
		name: "refresh-only plan", arguments: []string{"plan", "-refresh-only", "-input=false", "-no-color"},
		says: "No changes.",
	}
}

func destroy(count int) operation {
	return operation{
		name: "destroy", arguments: []string{"destroy", "-auto-approve", "-input=false", "-no-color"},
		says: fmt.Sprintf("%d destroyed", count),
	}
}
