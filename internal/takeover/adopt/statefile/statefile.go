// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package statefile reads Terraform states: state files, and the output of "terraform show -json". Start reading at Read.
package statefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Instance is one instance of a resource or data source in a state.
type Instance struct {
	Module, Mode, Type, Name string // Module is the address of the module instance
	Key                      any    // key of count or for_each; nil without one
	Attributes               map[string]any
	Deposed                  bool // it was replaced and waits for its deletion
}

// recorded is a resource in a state file. shown is a module in the output of "terraform show -json".
type (
	recorded struct {
		Module, Mode, Type, Name string
		Instances                []struct {
			Key        any `json:"index_key"`
			Attributes map[string]any
			Deposed    string
		}
	}
	shown struct {
		Address   string
		Resources []struct {
			Mode, Type, Name string
			Index            any
			Values           map[string]any
		}
		Children []shown `json:"child_modules"`
	}
)

// Of returns the name of the state file of a folder, terraform.tfstate in it. It returns "" if there is no such file, or if the file is
// empty: Terraform leaves an empty file behind if the state moves to another backend.
func Of(folder string) string {
	name := filepath.Join(folder, "terraform.tfstate")
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return ""
	}
	return name
}

// Read reads all instances from a state file, or from a file with the output of "terraform show -json".
func Read(name string) ([]Instance, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var state struct {
		Version   int
		Format    string `json:"format_version"`
		Resources []recorded
		Values    struct {
			Root shown `json:"root_module"`
		}
	}
	if err = document.DecodeInto(text, &state); err == nil && state.Format == "" && state.Version < 4 {
		err = errors.New(`it is neither a state file of version 4 nor the output of "terraform show -json"`)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a state: %w", name, err)
	}
	if state.Format != "" {
		return state.Values.Root.instances(), nil
	}
	var all []Instance
	for _, r := range state.Resources {
		for _, i := range r.Instances {
			all = append(all, Instance{r.Module, r.Mode, r.Type, r.Name, i.Key, i.Attributes, i.Deposed != ""})
		}
	}
	return all, nil
}

func (m shown) instances() []Instance {
	var all []Instance
	for _, r := range m.Resources {
		all = append(all, Instance{Module: m.Address, Mode: r.Mode, Type: r.Type, Name: r.Name, Key: r.Index, Attributes: r.Values})
	}
	for _, child := range m.Children {
		all = append(all, child.instances()...)
	}
	return all
}
