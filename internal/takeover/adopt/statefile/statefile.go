// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package statefile reads Terraform states: state files, and the output of "terraform show -json". The package imports base/document and
// base/inputfile. Start reading at Read.
package statefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
)

// Instance is an instance of a resource or data source in a state.
type Instance struct {
	Module, Mode, Type, Name string // Module is the address of the module instance
	Key                      any    // the count index or the for_each key; nil if there is none
	Attributes               map[string]any
	Deposed                  bool // the instance has been replaced but not deleted yet
	Version                  int64
	Private                  []byte   // nil in the output of "terraform show -json"
	Alias                    string   // of the provider configuration; also empty in the output of "terraform show -json"
	Sensitive                []string // attributes that contain sensitive values
}

// Address returns the address of the instance, such as module.line["a"].engine_alert.low_flow[0].
func (i Instance) Address() string {
	address := i.Type + "." + i.Name
	if i.Module != "" {
		address = i.Module + "." + address
	}
	if i.Key != nil {
		address += "[" + document.Encode(i.Key) + "]"
	}
	return address
}

// stateResource is a resource in a state file. jsonModule is a module in the output of "terraform show -json".
type (
	stateResource struct {
		Module, Mode, Type, Name, Provider string
		Instances                          []struct {
			Key        any `json:"index_key"`
			Attributes map[string]any
			Deposed    string
			Version    int64 `json:"schema_version"`
			Private    []byte
			Sensitive  [][]struct{ Value any } `json:"sensitive_attributes"` // paths
		}
	}
	jsonModule struct {
		Address   string
		Resources []struct {
			Mode, Type, Name string
			Index            any
			Values           map[string]any
			Version          int64          `json:"schema_version"`
			Sensitive        map[string]any `json:"sensitive_values"`
		}
		Children []jsonModule `json:"child_modules"`
	}
)

// maxSize is the maximum size of a state in bytes. It is enough for about 25,000 alerts.
const maxSize = 256 << 20

// Read returns the instances in a state and the name of its file. The file may be a state file, the output of "terraform show -json", or
// "-" for standard input. If name is empty, Read reads terraform.tfstate in the directory. If that file is missing or empty, as it is after
// a move to a different backend, the returned name is empty.
func Read(ctx context.Context, directory, name string) ([]Instance, string, error) {
	var text []byte
	var err error
	if name != "" {
		text, err = inputfile.Read(ctx, name, maxSize)
	} else {
		name = filepath.Join(directory, "terraform.tfstate")
		text, err = inputfile.ReadRegular(name, maxSize)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(text) == 0 {
			return nil, "", nil
		}
	}
	if err != nil {
		return nil, "", err
	}
	all, err := decode(text)
	if name == inputfile.Stdin {
		name = "standard input"
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s is not a state: %w", name, err)
	}
	return all, name, nil
}

func decode(text []byte) ([]Instance, error) {
	var state struct {
		Version   int
		Format    string `json:"format_version"`
		Resources []stateResource
		Values    struct {
			Root jsonModule `json:"root_module"`
		}
	}
	if err := document.DecodeInto(text, &state); err != nil {
		return nil, err
	}
	if state.Format == "" && state.Version < 4 {
		return nil, errors.New(`it is neither a state file of version 4 nor the output of "terraform show -json"`)
	}
	if state.Format != "" {
		return state.Values.Root.instances(), nil
	}
	var all []Instance
	for _, r := range state.Resources {
		_, alias, _ := strings.Cut(r.Provider, `"].`)
		for _, i := range r.Instances {
			var sensitive []string
			for _, path := range i.Sensitive {
				for _, step := range path[:min(len(path), 1)] {
					sensitive = append(sensitive, fmt.Sprint(step.Value))
				}
			}
			all = append(all, Instance{
				r.Module, r.Mode, r.Type, r.Name, i.Key, i.Attributes, i.Deposed != "", i.Version, i.Private, alias, sensitive,
			})
		}
	}
	return all, nil
}

func (m jsonModule) instances() []Instance {
	var all []Instance
	for _, r := range m.Resources {
		var sensitive []string
		for name, value := range r.Sensitive { // An attribute or a part of it is true if it is sensitive.
			if strings.Contains(document.Encode(value), "true") {
				sensitive = append(sensitive, name)
			}
		}
		all = append(all, Instance{
			Module: m.Address, Mode: r.Mode, Type: r.Type, Name: r.Name, Key: r.Index, Attributes: r.Values,
			Version: r.Version, Sensitive: sensitive,
		})
	}
	for _, child := range m.Children {
		all = append(all, child.instances()...)
	}
	return all
}
