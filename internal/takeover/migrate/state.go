// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
)

// state holds the instances of resources and data sources, by address. The module address has no instance keys: all resources in
// module.line[0].module.pumps and module.line[1].module.pumps have ".line.pumps". Resources in the root module have "".
type state map[stateAddress][]*instance

type stateAddress struct {
	calls string
	address
}

type instance struct {
	*resource            // nil if it is not rewritten
	moduleAddress string // address of its module instance
	key           any    // key of count or for_each; nil without one
	attributes    map[string]any
	object        *protocol.Object // with its state after the move; nil if it could not be moved
	config        cty.Value        // its new configuration
}

// readState reads a state file, or the output of "terraform show -json". If name is "", it reads terraform.tfstate in the folder, if there
// is such a file. Without a state, it returns nil. It also returns the name of the file.
func readState(ctx context.Context, dir, name string) (state, string, error) {
	found, file, err := statefile.Read(ctx, dir, name)
	if err != nil || file == "" {
		return nil, "", err
	}
	if name == "" {
		name = filepath.Base(file)
	}
	s := state{}
	for _, i := range found {
		if i.Deposed {
			continue
		}
		calls, err := callsOf(i.Module)
		if err != nil {
			return nil, "", fmt.Errorf("%s is not a state: %w", name, err)
		}
		at := stateAddress{calls, address{i.Mode == "data", i.Type, i.Name}}
		s[at] = append(s[at], &instance{moduleAddress: i.Module, key: i.Key, attributes: i.Attributes})
	}
	return s, name, nil
}

// callsOf removes the instance keys from the address of a module: ".line.pumps" for module.line[0].module.pumps[1].
func callsOf(module string) (string, error) {
	if module == "" {
		return "", nil
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(module), "", hcl.InitialPos)
	if diags.HasErrors() {
		return "", fmt.Errorf("%q is not the address of a module", module)
	}
	calls := ""
	isName := true // names and the word module alternate, with keys between
	for i := range traversal {
		if step, ok := attributeAt(traversal, i); ok {
			if isName {
				calls += "." + step.Name
			}
			isName = !isName
		}
	}
	return calls, nil
}
