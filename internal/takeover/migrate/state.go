// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
)

// readState reads a state, by default terraform.tfstate in the directory. It notes the engine's values for each rewritten resource.
func (m *migration) readState(ctx context.Context, dir, name string) error {
	found, file, err := statefile.Read(ctx, dir, name)
	if err != nil || file == "" {
		return err
	}
	m.report.State = cmp.Or(name, filepath.Base(file))
	states := map[*resource][]map[string]any{}
	for _, i := range found {
		calls, err := callsOf(i.Module)
		if err != nil {
			return fmt.Errorf("%s is not a state: %w", m.report.State, err)
		}
		mod := m.modules[m.dirs[calls]]
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
			if doc := r.predicted(attributes); r.hasRequired(doc) {
				documents = append(documents, doc)
			}
		}
		r.seen = seenOf(documents...)
	}
	return nil
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

// findDirs records the directory of each module by its calls, such as ".line.pumps" for module.line.module.pumps.
func (m *migration) findDirs() {
	m.dirs = map[string]string{}
	var visit func(calls string, mod *module)
	visit = func(calls string, mod *module) {
		const deepest = 20 // calls; a module may call itself by mistake
		if mod == nil || strings.Count(calls, ".") > deepest {
			return
		}
		m.dirs[calls] = mod.dir
		for call, called := range mod.calls() {
			if len(call.block.Labels) == 1 {
				visit(calls+"."+call.block.Labels[0], called)
			}
		}
	}
	root := m.modules["."]
	if root == nil { // The directory has only directories; the state belongs to a module that no other one calls.
		for _, mod := range m.inOrder() {
			if !slices.ContainsFunc(m.inOrder(), func(other *module) bool { return other != mod && slices.Contains(other.withCalled(), mod) }) {
				if root != nil {
					return // several configurations, and the state does not say which it belongs to
				}
				root = mod
			}
		}
	}
	visit("", root)
}
