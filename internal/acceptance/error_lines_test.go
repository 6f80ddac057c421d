// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// forbiddenOutput returns strings that Terraform must never print in these tests. For example, a warning with "Somebody else" would be
// false, because nobody else writes to the engine between a plan and its apply.
func forbiddenOutput() []string {
	return []string{"Provider produced inconsistent", "This is a bug in the provider", "panic:", "Somebody else", estateSecret}
}

// changesError lists the changes in a plan that should be empty. Each line names an attribute, its values and the planned actions.
type changesError struct{ changes []string }

func (e *changesError) Error() string { return strings.Join(e.changes, "\n") }

var terraformError = regexp.MustCompile(`(?s)Error: (.*?)\n(?:.*?  with ([^\s,]+),)?`)

// errorLines returns one line for each change if err is a changesError. Otherwise, it returns one line for each error that Terraform
// printed. If Terraform printed no errors, errorLines returns the message of err.
func errorLines(err error, printed string) []string {
	var changes *changesError
	if errors.As(err, &changes) {
		return changes.changes
	}
	var all []string
	for _, content := range strings.Split(printed, "Error: ")[1:] {
		found := terraformError.FindStringSubmatch("Error: " + content)
		all = append(all, found[2]+": "+strings.Join(strings.Fields(content), " "))
	}
	if all == nil {
		all = []string{err.Error()}
	}
	return all
}

// changesOf returns a changesError with each attribute that a plan changes, or nil if the plan changes nothing. It ignores resource changes
// for which isExpected returns true.
func changesOf(plan *tfjson.Plan, isExpected func(*tfjson.ResourceChange) bool) error {
	var changes []string
	for _, c := range plan.ResourceChanges {
		if c.Mode != tfjson.ManagedResourceMode || isExpected(c) {
			continue
		}
		for _, difference := range differences(c.Change.Before, c.Change.After) {
			changes = append(changes, fmt.Sprintf("%s.%s %v", c.Address, difference, c.Change.Actions))
		}
	}
	if changes == nil {
		return nil
	}
	return &changesError{changes}
}

var unprovenCreate = regexp.MustCompile(`(?s)\n *with (\S+),\n.*it is not known whether.*terraform import 'ADDRESS' '([^']+)'`)

// unprovenCreates parses Terraform's errors about create requests that may or may not have succeeded. For each resource address, it returns
// the id in the suggested terraform import command. It ignores errors that suggest several commands.
func unprovenCreates(printed string) map[string]string {
	ids := map[string]string{}
	for _, content := range strings.Split(printed, "Error: ")[1:] {
		if found := unprovenCreate.FindStringSubmatch(content); found != nil && strings.Count(content, "terraform import '") == 1 {
			ids[found[1]] = found[2]
		}
	}
	return ids
}

func onlyImports(plan *tfjson.Plan) error {
	for _, c := range plan.ResourceChanges {
		if strings.Contains(fmt.Sprint(c.Change.Before, c.Change.After), estateSecret) {
			return fmt.Errorf("%s shows the secret", c.Address)
		}
		if c.Mode == tfjson.ManagedResourceMode && c.Change.Importing == nil {
			return fmt.Errorf("%s is not imported: %v", c.Address, c.Change.Actions)
		}
	}
	return changesOf(plan, func(c *tfjson.ResourceChange) bool {
		return c.Change.Actions.NoOp() || c.Change.Actions.Update() && c.Type == "engine_component"
	})
}
