// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// managed maps the resource types and ids in a state to the addresses of their resources.
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

// attributes holds the attribute of a resource in a state that adopt needs.
type attributes struct {
	ID any `json:"id"`
}

func (a attributes) id() string {
	id, _ := a.ID.(string)
	return id
}

// stateFile is the content of a state file, or the output of "terraform show -json".
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

// stateModule is a module in the output of "terraform show -json".
type stateModule struct {
	Resources []struct {
		Address, Mode, Type string
		Values              attributes
	}
	ChildModules []stateModule `json:"child_modules"`
}

// readState finds the engine's resources in a state file. Without a file there are none.
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
		return nil, fmt.Errorf("%s is not a state: %w", file, err)
	}
	if s.FormatVersion == "" && s.Version != 4 {
		return nil, fmt.Errorf(`%s is not a state: it is neither a state file of version 4 nor the output of "terraform show -json"`, file)
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
