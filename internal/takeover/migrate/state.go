// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
)

// readState reads a state file, by default terraform.tfstate in the directory. For each resource that migrate rewrites, it records the
// values in the state.
func (m *migration) readState(ctx context.Context, dir, name string) error {
	found, file, err := statefile.Read(ctx, dir, name)
	if err != nil || file == "" {
		return err
	}
	m.report.State = cmp.Or(name, filepath.Base(file))
	states := map[*resource][]map[string]any{}
	for _, i := range found {
		mod, err := m.moduleAt(i.Module)
		if err != nil {
			return fmt.Errorf("%s is not a state: %w", m.report.State, err)
		}
		if i.Deposed || mod == nil || i.Mode != "managed" {
			continue
		}
		if r := mod.resources[address{false, i.Type, i.Name}]; r != nil {
			m.report.InState++
			states[r] = append(states[r], i.Attributes)
		}
	}
	for r, all := range states {
		var documents []any
		for _, attributes := range all {
			if doc := r.engineDocument(attributes); r.hasRequired(doc) {
				documents = append(documents, doc)
			}
		}
		r.engine = commonValues(documents...)
	}
	return nil
}

// moduleAt returns the module at an address such as module.line[0].module.pumps, or nil if the module is not in the directory.
func (m *migration) moduleAt(address string) (*module, error) {
	mod := m.root()
	if address == "" {
		return mod, nil
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%q is not the address of a module", address)
	}
	isName := true // names alternate with the word module; keys may follow names
	for i := range traversal {
		if step, ok := attributeAt(traversal, i); ok {
			if isName && mod != nil {
				mod = mod.calledAs(step.Name)
			}
			isName = !isName
		}
	}
	return mod, nil
}

// calledAs returns the source module of the module block with this name, or nil if that module is outside the directory being migrated.
func (mod *module) calledAs(name string) *module {
	for call, called := range mod.calls() {
		if slices.Equal(call.block.Labels, []string{name}) {
			return called
		}
	}
	return nil
}

// root returns the root module, which the state belongs to. This is usually the module in the migrated directory. If that directory
// contains no module, root returns the only module that no other module calls, or nil if there are several.
func (m *migration) root() *module {
	if root := m.modules["."]; root != nil {
		return root
	}
	isCalled := map[*module]bool{}
	for _, mod := range m.modules {
		for _, called := range mod.calls() {
			if called != mod {
				isCalled[called] = true
			}
		}
	}
	if roots := slices.DeleteFunc(m.inOrder(), func(mod *module) bool { return isCalled[mod] }); len(roots) == 1 {
		return roots[0]
	}
	return nil
}
