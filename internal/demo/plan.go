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
)

// plan is what `terraform show -json` says of a plan, as far as the demo looks at it.
type plan struct {
	ResourceChanges []resourceChange `json:"resource_changes"`
}

type resourceChange struct {
	Address string
	Mode    string // "managed", or "data"
	Type    string // for example "engine_alert"
	Change  struct {
		Actions       []string
		Before, After map[string]any
	}
}

func decodePlan(text string) (plan, error) {
	var p plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return plan{}, fmt.Errorf("plan in JSON: %w", err)
	}
	return p, nil
}

// changes are the resources that the plan does something with.
func (p plan) changes() []resourceChange {
	var found []resourceChange
	for _, c := range p.ResourceChanges {
		if c.Mode == "managed" && !slices.Equal(c.Change.Actions, []string{"no-op"}) {
			found = append(found, c)
		}
	}
	return found
}

// kind is the engine's word for the type of the resource.
func (c resourceChange) kind() string { return strings.TrimPrefix(c.Type, "engine_") }

// changedAttribute is the one attribute in which an update in place changes a resource. Anything else is an error.
func (c resourceChange) changedAttribute() (string, error) {
	if !slices.Equal(c.Change.Actions, []string{"update"}) {
		return "", fmt.Errorf("%s is to be changed by %s and not in place", c.Address, strings.Join(c.Change.Actions, " and "))
	}
	var changed []string
	for name, after := range c.Change.After {
		if !reflect.DeepEqual(c.Change.Before[name], after) {
			changed = append(changed, name)
		}
	}
	for name := range c.Change.Before {
		if _, ok := c.Change.After[name]; !ok { // It is known after apply only.
			changed = append(changed, name)
		}
	}
	if len(changed) != 1 {
		slices.Sort(changed)
		return "", fmt.Errorf("%s is to be changed in %q and not in one attribute", c.Address, changed)
	}
	return changed[0], nil
}
