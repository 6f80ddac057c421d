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

// stateFile is where Terraform keeps the state of a folder.
const stateFile = "terraform.tfstate"

// heldAddress is the address of a resource or data source in a state: its module is the calls that lead there.
type heldAddress struct {
	calls string // such as ".line.pumps"; "" is the root module
	address
}

// held is one instance of a resource in a state.
type held struct {
	module     string // the address of its module instance
	key        any    // of count or for_each; nil without
	attributes map[string]any
	object     *protocol.Object // what the first plan sees of it
}

// state is what the other provider left.
type state map[heldAddress][]*held

// recordedResource is a resource of a state file, recordedModule a module of what "terraform show -json" prints.
type (
	recordedResource struct {
		Module, Mode, Type, Name string
		Instances                []struct {
			Key        any `json:"index_key"`
			Attributes map[string]any
			Deposed    string
		}

		Index  any // these two in what terraform shows
		Values map[string]any
	}
	recordedModule struct {
		Address   string
		Resources []recordedResource
		Children  []recordedModule `json:"child_modules"`
	}
)

// readState reads a state file, or what "terraform show -json" prints of one. Without a name it reads the state of the folder, if that
// is there.
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
		return nil, fmt.Errorf("%s is no state: %w", name, err)
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
		return nil, fmt.Errorf("%s is no state: %w", name, err)
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

// callsOf returns the names of the calls in the address of a module instance.
func callsOf(module string) (string, error) {
	if module == "" {
		return "", nil
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(module), "", hcl.InitialPos)
	if diags.HasErrors() {
		return "", fmt.Errorf("%q is no address of a module", module)
	}
	calls := ""
	isName := false // "module" and a name take turns, with keys between
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
