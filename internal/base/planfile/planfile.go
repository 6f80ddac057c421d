// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package planfile reads Terraform plans and states as terraform show -json prints them. It imports base/document. Start reading at
// Read; reference.go finds out which resource an attribute refers to while ids are unknown.
package planfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Plan has the resources of a Terraform plan or a Terraform state.
type Plan struct {
	Resources []Resource // managed ones, sorted by address

	configuration moduleConfiguration
}

// Resource is an instance of a managed resource.
type Resource struct {
	Address string
	Module  string // address of the module instance; "" for the root module
	Type    string
	Name    string
	Key     any // of for_each, or a number of count; nil if there is neither
	Values  map[string]any
	Unknown any // has true in place of each value that is known only after apply

	// Sensitive contains the attributes with true in place of each sensitive value, for example {"password": true}.
	Sensitive any
}

type shown struct {
	PlannedValues   *values `json:"planned_values"`
	Values          *values `json:"values"` // of a state
	ResourceChanges []struct {
		Address string `json:"address"`
		Change  struct {
			AfterUnknown any `json:"after_unknown"`
		} `json:"change"`
	} `json:"resource_changes"`
	Configuration struct {
		RootModule moduleConfiguration `json:"root_module"`
	} `json:"configuration"`
}

type values struct {
	RootModule module `json:"root_module"`
}

type module struct {
	Address   string `json:"address"`
	Resources []struct {
		Address string         `json:"address"`
		Mode    string         `json:"mode"`
		Type    string         `json:"type"`
		Name    string         `json:"name"`
		Index   any            `json:"index"`
		Values  map[string]any `json:"values"`

		SensitiveValues any `json:"sensitive_values"`
	} `json:"resources"`
	ChildModules []module `json:"child_modules"`
}

// others has the keys that only other files of Terraform have: the log of "terraform plan -json" and a state file.
type others struct {
	Level  string `json:"@level"`
	Serial *int   `json:"serial"`
}

// decode reads the output of "terraform show -json". If the text is another file, the error says how to make the right one.
func (s *shown) decode(text []byte, file string) error {
	const zipArchive = "PK\x03\x04"
	if bytes.HasPrefix(text, []byte(zipArchive)) {
		return fmt.Errorf(`this is the binary plan; run "terraform show -json %s > plan.json"`, file)
	}
	const remedy = `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`
	var other others
	err := document.DecodeInto(text, &other)
	switch {
	case other.Level != "":
		return errors.New("this is the log of a command with -json; " + remedy)
	case other.Serial != nil:
		return fmt.Errorf(`this is a state file; run "terraform show -json %s > state.json"`, file)
	case err == nil:
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return fmt.Errorf("%w; %s", err, remedy)
	}
	return nil
}

// Read reads the managed resources from the JSON of a plan or a state.
func Read(file string) (*Plan, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var s shown
	if err := s.decode(text, file); err != nil {
		return nil, fmt.Errorf("%s is not what terraform show -json prints: %w", file, err)
	}
	unknown := map[string]any{}
	for _, change := range s.ResourceChanges {
		unknown[change.Address] = change.Change.AfterUnknown
	}
	p := &Plan{configuration: s.Configuration.RootModule}
	for _, v := range []*values{s.PlannedValues, s.Values} {
		if v != nil {
			p.add(v.RootModule, unknown)
		}
	}
	slices.SortFunc(p.Resources, func(a, b Resource) int { return cmp.Compare(a.Address, b.Address) })
	return p, nil
}

func (p *Plan) add(m module, unknown map[string]any) {
	for _, r := range m.Resources {
		if r.Mode == "managed" {
			p.Resources = append(p.Resources, Resource{
				r.Address, m.Address, r.Type, r.Name, r.Index, r.Values, unknown[r.Address],
				r.SensitiveValues,
			})
		}
	}
	for _, child := range m.ChildModules {
		p.add(child, unknown)
	}
}

// Of returns the resources of one type, such as engine_tab.
func (p *Plan) Of(resourceType string) []Resource {
	var of []Resource
	for _, r := range p.Resources {
		if r.Type == resourceType {
			of = append(of, r)
		}
	}
	return of
}

// Attributes returns the resource's attributes, with notKnown in place of each value that is known only after apply.
func (r Resource) Attributes(notKnown any) map[string]any {
	attributes, _ := replaced(r.Values, r.Unknown, notKnown).(map[string]any)
	return attributes
}

// Public is like Attributes, and also puts hidden in place of each sensitive value.
func (r Resource) Public(notKnown, hidden any) map[string]any {
	attributes, _ := replaced(r.Attributes(notKnown), r.Sensitive, hidden).(map[string]any)
	return attributes
}

// replaced returns a copy of value in which by replaces each part that marked sets to true. For example, marked is {"password": true}.
func replaced(value, marked, by any) any {
	switch u := marked.(type) {
	case bool:
		if u {
			return by
		}
	case map[string]any:
		members, _ := value.(map[string]any)
		merged := maps.Clone(members)
		if merged == nil && len(u) > 0 {
			merged = map[string]any{}
		}
		for name, member := range u {
			merged[name] = replaced(members[name], member, by)
		}
		return merged
	case []any:
		elements, _ := value.([]any)
		merged := slices.Clone(elements)
		for i, element := range u {
			if i < len(merged) {
				merged[i] = replaced(merged[i], element, by)
			}
		}
		return merged
	}
	return value
}
