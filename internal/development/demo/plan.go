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

// resourceChange is the planned change of one resource. before is nil for a create, and after is nil for a destroy.
type resourceChange struct {
	*tfjson.ResourceChange
	before, after map[string]any
}

// changesOf returns the resource changes in the output of `terraform show -json`. It leaves out data sources and unchanged resources.
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

func (c resourceChange) kind() string { return strings.TrimPrefix(c.Type, "engine_") }

// changedAttribute returns the name of the only attribute that an update in place changes. It returns an error for a create, a delete or a
// replacement, and for an update of several attributes.
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
