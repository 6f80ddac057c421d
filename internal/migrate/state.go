// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// stateFile is the name of Terraform's local state file.
const stateFile = "terraform.tfstate"

// heldAddress is the address of a resource or data source in a state. It names a module by the calls that lead to it, without their
// keys.
type heldAddress struct {
	calls string // such as ".line.pumps"; "" is the root module
	address
}

// held is one instance of a resource in a state.
type held struct {
	module     string // address of its module instance
	key        any    // key of count or for_each; nil without one
	attributes map[string]any
	object     *protocol.Object // its moved state
}

// state is the state of the other provider.
type state map[heldAddress][]*held

// recordedResource is a resource of a state file, and recordedModule a module in the output of "terraform show -json".
type (
	recordedResource struct {
		Module, Mode, Type, Name string
		Instances                []struct {
			Key        any `json:"index_key"`
			Attributes map[string]any
			Deposed    string
		}

		Index  any // Index and Values are from terraform show
		Values map[string]any
	}
	recordedModule struct {
		Address   string
		Resources []recordedResource
		Children  []recordedModule `json:"child_modules"`
	}
)

// readState reads a state file, or the output of "terraform show -json". Without a name it reads terraform.tfstate in the folder,
// if that exists.
func readState(dir, name string) (state, error) {
	given := name != ""
	if !given {
		name = filepath.Join(dir, stateFile)
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var recorded struct {
		Version   int
		Format    string `json:"format_version"`
		Resources []recordedResource
		Values    struct {
			Root recordedModule `json:"root_module"`
		}
	}
	if err := document.DecodeInto(text, &recorded); err != nil {
		return nil, fmt.Errorf("%s is not a state: %w", name, err)
	}
	s := state{}
	switch {
	case recorded.Format != "":
		err = s.addShown(recorded.Values.Root)
	case recorded.Version >= 4:
		err = s.addRecorded(recorded.Resources)
	default:
		err = errors.New("it has neither the values that terraform show -json prints nor the version of a state file that can be read (4)")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a state: %w", name, err)
	}
	return s, nil
}

func (s state) addRecorded(resources []recordedResource) error {
	for _, r := range resources {
		for _, i := range r.Instances {
			if i.Deposed != "" {
				continue
			}
			if err := s.add(r, &held{module: r.Module, key: i.Key, attributes: i.Attributes}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s state) addShown(m recordedModule) error {
	for _, r := range m.Resources {
		if err := s.add(r, &held{module: m.Address, key: r.Index, attributes: r.Values}); err != nil {
			return err
		}
	}
	for _, child := range m.Children {
		if err := s.addShown(child); err != nil {
			return err
		}
	}
	return nil
}

func (s state) add(r recordedResource, h *held) error {
	calls, err := callsOf(h.module)
	at := heldAddress{calls, address{r.Mode == "data", r.Type, r.Name}}
	s[at] = append(s[at], h)
	return err
}

// callsOf returns the calls in the address of a module instance: ".line.pumps" for module.line[0].module.pumps.
func callsOf(module string) (string, error) {
	if module == "" {
		return "", nil
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(module), "", hcl.InitialPos)
	if diags.HasErrors() {
		return "", fmt.Errorf("%q is not the address of a module", module)
	}
	calls := ""
	isName := false // the word module and a name alternate, with keys between
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			isName = true
		case hcl.TraverseAttr:
			if isName {
				calls += "." + step.Name
			}
			isName = !isName
		}
	}
	return calls, nil
}
