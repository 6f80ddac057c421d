// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// resourceChange is what a plan does to one resource. before is nil if the plan creates the resource, and after is nil if it destroys it.
type resourceChange struct {
	*tfjson.ResourceChange
	before, after map[string]any
}

// changesOf returns the changes in a plan. plan is the output of `terraform show -json`.
func changesOf(plan string) ([]resourceChange, error) {
	var p tfjson.Plan
	if err := json.Unmarshal([]byte(plan), &p); err != nil {
		return nil, fmt.Errorf("plan in JSON: %w", err)
	}
	var found []resourceChange
	for _, c := range p.ResourceChanges {
		if c.Mode == tfjson.ManagedResourceMode && !c.Change.Actions.NoOp() {
			before, _ := c.Change.Before.(map[string]any)
			after, _ := c.Change.After.(map[string]any)
			found = append(found, resourceChange{c, before, after})
		}
	}
	return found, nil
}

// kind returns the resource type without "engine_", such as "alert".
func (c resourceChange) kind() string { return strings.TrimPrefix(c.Type, "engine_") }

// changedAttribute returns the name of the one attribute that the change updates. If it replaces the resource, or changes several
// attributes, changedAttribute returns an error.
func (c resourceChange) changedAttribute() (string, error) {
	if !c.Change.Actions.Update() {
		return "", fmt.Errorf("%s is to be changed by %v and not in place", c.Address, c.Change.Actions)
	}
	var changed []string
	for name, after := range c.after {
		if !reflect.DeepEqual(c.before[name], after) {
			changed = append(changed, name)
		}
	}
	for name := range c.before {
		if _, ok := c.after[name]; !ok { // its value is known only after apply
			changed = append(changed, name)
		}
	}
	if len(changed) != 1 {
		slices.Sort(changed)
		return "", fmt.Errorf("%s is to be changed in %q and not in one attribute", c.Address, changed)
	}
	return changed[0], nil
}
