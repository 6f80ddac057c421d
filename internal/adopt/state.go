// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// managed are the addresses of resources in a state by resource type and id.
type managed map[string]map[string]string

func (m managed) note(typeName, id, address string) {
	if !strings.HasPrefix(typeName, "engine_") || id == "" {
		return
	}
	if m[typeName] == nil {
		m[typeName] = map[string]string{}
	}
	m[typeName][id] = address
}

// attributes are those of an object in a state.
type attributes struct {
	ID any `json:"id"`
}

func (a attributes) id() string {
	id, _ := a.ID.(string)
	return id
}

// stateFile is what a file of a state has: as Terraform keeps it, or as "terraform show -json" prints it.
type stateFile struct {
	Version   int
	Resources []struct {
		Mode, Module, Type, Name string
		Instances                []struct{ Attributes attributes }
	}
	Values *struct {
		RootModule stateModule `json:"root_module"`
	}
	FormatVersion string `json:"format_version"`
}

// stateModule is a module in what "terraform show -json" prints.
type stateModule struct {
	Resources []struct {
		Address, Mode, Type string
		Values              attributes
	}
	ChildModules []stateModule `json:"child_modules"`
}

// readState finds the engine's objects in the file of a state; no file has none.
func readState(file string) (managed, error) {
	m := managed{}
	if file == "" {
		return m, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var s stateFile
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s is no state: %w", file, err)
	}
	if s.FormatVersion == "" && s.Version != 4 {
		return nil, fmt.Errorf(`%s is no state of version 4, and not what "terraform show -json" prints`, file)
	}
	for _, r := range s.Resources {
		address := r.Type + "." + r.Name
		if r.Module != "" {
			address = r.Module + "." + address
		}
		for _, instance := range r.Instances {
			if r.Mode == "managed" {
				m.note(r.Type, instance.Attributes.id(), address)
			}
		}
	}
	if s.Values != nil {
		m.noteModule(s.Values.RootModule)
	}
	return m, nil
}

func (m managed) noteModule(module stateModule) {
	for _, r := range module.Resources {
		if r.Mode == "managed" {
			m.note(r.Type, r.Values.id(), r.Address)
		}
	}
	for _, child := range module.ChildModules {
		m.noteModule(child)
	}
}
