// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
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

// readState reads a state file, or the output of "terraform show -json". Without a name it reads terraform.tfstate in the folder, if
// that exists.
func readState(dir, name string) (state, error) {
	isGiven := name != ""
	if !isGiven {
		name = filepath.Join(dir, stateFile)
	}
	instances, err := statefile.Read(name)
	if errors.Is(err, fs.ErrNotExist) && !isGiven {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := state{}
	for _, i := range instances {
		if i.Deposed {
			continue
		}
		calls, err := callsOf(i.Module)
		if err != nil {
			return nil, fmt.Errorf("%s is not a state: %w", name, err)
		}
		at := heldAddress{calls, address{i.Mode == "data", i.Type, i.Name}}
		s[at] = append(s[at], &held{module: i.Module, key: i.Key, attributes: i.Attributes})
	}
	return s, nil
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
