// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// plannedAlert is an engine_alert in a plan or a state.
type plannedAlert struct {
	address string
	values  map[string]any
	unknown any // has true in place of each value that is known only after apply
}

// plan has the needed parts of what terraform show -json prints for a plan or a state.
type plan struct {
	PlannedValues   values `json:"planned_values"`
	Values          values `json:"values"` // set for a state; a plan has planned_values
	ResourceChanges []struct {
		Address string `json:"address"`
		Change  struct {
			AfterUnknown any `json:"after_unknown"`
		} `json:"change"`
	} `json:"resource_changes"`
}

type values struct {
	RootModule module `json:"root_module"`
}

type module struct {
	Resources []struct {
		Address string         `json:"address"`
		Mode    string         `json:"mode"`
		Type    string         `json:"type"`
		Values  map[string]any `json:"values"`
	} `json:"resources"`
	ChildModules []module `json:"child_modules"`
}

// readPlan reads a file with a plan or a state. It returns its alerts sorted by address, or an error if there are none.
func readPlan(file string) ([]plannedAlert, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var p plan
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s is not what terraform show -json prints: %w", file, err)
	}
	unknown := map[string]any{}
	for _, change := range p.ResourceChanges {
		unknown[change.Address] = change.Change.AfterUnknown
	}
	var alerts []plannedAlert
	for _, root := range []module{p.PlannedValues.RootModule, p.Values.RootModule} {
		root.eachAlert(func(address string, values map[string]any) {
			alerts = append(alerts, plannedAlert{address, values, unknown[address]})
		})
	}
	if len(alerts) == 0 {
		return nil, fmt.Errorf("%s has no engine_alert; it has to be what terraform show -json prints of a plan or a state", file)
	}
	slices.SortFunc(alerts, func(a, b plannedAlert) int { return cmp.Compare(a.address, b.address) })
	return alerts, nil
}

func (m module) eachAlert(found func(address string, values map[string]any)) {
	for _, r := range m.Resources {
		if r.Mode == "managed" && r.Type == "engine_alert" {
			found(r.Address, r.Values)
		}
	}
	for _, child := range m.ChildModules {
		child.eachAlert(found)
	}
}

// attributes returns the attributes of the alert for rehearsal.Compile, with rehearsal.NotKnown for each value that is known only after
// apply.
func (a plannedAlert) attributes() map[string]any {
	attributes, _ := withUnknown(a.values, a.unknown).(map[string]any)
	return attributes
}

// withUnknown returns value with rehearsal.NotKnown in each place where unknown is true. unknown has the structure of after_unknown in the
// JSON of a plan: {"id": true}.
func withUnknown(value, unknown any) any {
	switch u := unknown.(type) {
	case bool:
		if u {
			return rehearsal.NotKnown
		}
	case map[string]any:
		members, _ := value.(map[string]any)
		merged := maps.Clone(members)
		if merged == nil && len(u) > 0 {
			merged = map[string]any{}
		}
		for name, member := range u {
			merged[name] = withUnknown(members[name], member)
		}
		return merged
	case []any:
		elements, _ := value.([]any)
		merged := slices.Clone(elements)
		for i, element := range u {
			if i < len(merged) {
				merged[i] = withUnknown(merged[i], element)
			}
		}
		return merged
	}
	return value
}

// matches reports whether a resource address matches a glob, in which * stands for any text and ? for one character.
func matches(glob, address string) bool {
	pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	return regexp.MustCompile("^(?s:" + pattern + ")$").MatchString(address)
}
