// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// load reads the configuration in a directory and its subdirectories, and finds the resources to rewrite. fromFlags contains the values of
// the -from flag.
func load(ctx context.Context, s *schemas, dir string, fromFlags []string) (*migration, error) {
	m := &migration{
		schemas: s, modules: map[string]*module{}, from: map[string]bool{},
		assigned: map[string]cty.Value{},
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no directory %s", dir)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s is a file; give the directory of the configuration", dir)
	}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case name != "." && strings.HasPrefix(entry.Name(), ".") && entry.IsDir():
			return fs.SkipDir
		case name != "." && configuration.IsIgnored(entry.Name()):
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			m.reportLink(root, name)
			return nil
		}
		isValues := name == "terraform.tfvars" || strings.HasSuffix(name, ".auto.tfvars") && path.Dir(name) == "."
		if entry.IsDir() || !isConfiguration(name) && !isValues {
			return nil
		}
		src, err := configuration.ReadFile(dir, name)
		if err != nil {
			return err
		}
		if isValues {
			return m.readValues(name, src)
		}
		return m.addFile(name, src)
	})
	if err != nil {
		return nil, err
	}
	if len(m.modules) == 0 && len(m.report.Decisions) == 0 { // A decision may report that the files are behind a link.
		return nil, fmt.Errorf("there is no .tf file in %s and the directories below it; give the directory of the configuration", dir)
	}
	if err := m.chooseProviders(fromFlags); err != nil {
		return nil, err
	}
	if err := m.checkLocalName(); err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved // The parent of a symbolic link may differ from the parent of its target.
	}
	m.reportOutside(dir)
	for _, mod := range m.inOrder() {
		ordinary := slices.DeleteFunc(slices.Clone(mod.files), (*file).isOverride)
		overrides := slices.DeleteFunc(slices.Clone(mod.files), func(f *file) bool { return !f.isOverride() })
		mod.files = append(ordinary, overrides...)
		mod.scope.Declared = mod.declarations()
		if mod == m.root() {
			mod.scope.Given = m.assigned
		}
		mod.collect()
	}
	return m, nil
}

// readValues records the variable values in a file such as terraform.tfvars.
func (m *migration) readValues(name string, src []byte) error {
	body, err := configuration.ParseNative(name, src)
	if err != nil {
		return err
	}
	for name, a := range body.Attributes {
		if value, ok := constant(a.Expr); ok {
			m.assigned[name] = value
		}
	}
	return nil
}

// reportLink reports a symbolic link that may lead to a configuration. migrate does not follow links.
func (m *migration) reportLink(root fs.FS, name string) {
	at := hcl.Range{Filename: name, Start: hcl.InitialPos}
	info, err := fs.Stat(root, name)
	switch {
	case err == nil && info.IsDir():
		m.report.isOutside = true
		m.report.addUndecided(at, "this is a symbolic link to a directory; links are not followed, so migrate the directory itself")
	case isConfiguration(name):
		m.report.isOutside = true
		m.report.addUndecided(at, "this is a symbolic link to a file; links are not followed, "+
			"so migrate the directory of that file, or replace the link by the file")
	}
}

// reportOutside reports calls to modules outside the directory, which migrate can't rewrite.
func (m *migration) reportOutside(dir string) {
	for _, mod := range m.inOrder() {
		for call := range mod.calls() {
			at := mod.sourceOf(call.block)
			above := dir
			for rest := at + "/"; strings.HasPrefix(rest, "../"); rest = rest[len("../"):] {
				above = filepath.Join(above, "..")
			}
			if above == dir {
				continue
			}
			m.report.isOutside = true
			m.report.addUndecided(call.block.TypeRange, "module.%s is outside this directory, in %s, so migrate did not read it; "+
				"to rewrite both, run: terraform-provider-engine migrate %s",
				strings.Join(call.block.Labels, "."), filepath.Join(dir, at), above)
		}
	}
}

func isConfiguration(name string) bool { return configuration.IsConfiguration(name) || isTest(name) }

func (m *migration) addFile(name string, src []byte) error {
	dir := moduleDir(name)
	if m.modules[dir] == nil {
		m.modules[dir] = &module{migration: m, dir: dir, resources: map[address]*resource{}, renamed: map[address]*resource{}}
	}
	f, err := parseFile(name, src)
	m.modules[dir].files = append(m.modules[dir].files, f)
	return err
}

// chooseProviders determines the providers to migrate from. By default, it chooses the only provider that has resource types named after
// engine objects, such as acme_alert. If several providers have such types, the -from flag is required.
func (m *migration) chooseProviders(from []string) error {
	for _, name := range from {
		m.from[name] = true
	}
	if len(from) > 0 {
		if m.from[ownName] {
			return fmt.Errorf("the resource types of the provider %q have the same names as those of this one, so moved blocks can't take "+
				"their objects over; import the objects by their ids instead", ownName)
		}
		for _, name := range from {
			if !m.isUsed(name) {
				return fmt.Errorf("-from %s: nothing in the directory uses a provider with this local name", name)
			}
		}
		return nil
	}
	for _, mod := range m.modules {
		for p, localName := range mod.objects() {
			if _, _, ok := m.newType(p.block, localName); ok && localName != ownName {
				m.from[localName] = true
			}
		}
	}
	if len(m.from) == 0 {
		m.report.isIdle = true
		m.suggestFrom()
	}
	if len(m.from) > 1 {
		return fmt.Errorf("several providers have resource types named after the engine's objects: %s; choose one with -from NAME",
			strings.Join(slices.Sorted(maps.Keys(m.from)), ", "))
	}
	return nil
}

// isUsed reports whether the configuration uses a provider in a resource, a data source, required_providers or a moved block.
func (m *migration) isUsed(localName string) bool {
	for _, mod := range m.modules {
		for _, name := range mod.objects() {
			if name == localName {
				return true
			}
		}
		for _, b := range mod.blocks("moved") {
			if from := b.Body.Attributes["from"]; from != nil {
				if typeName, _, ok := rootOf(from.Expr); ok && strings.HasPrefix(typeName, localName+"_") {
					return true
				}
			}
		}
		if _, required := mod.requirementOf(localName); required != nil {
			return true
		}
	}
	return false
}

// requirementOf returns the required_providers entry of a provider and the file that contains it, or nil if there is no entry.
func (mod *module) requirementOf(localName string) (*file, *hclsyntax.Attribute) {
	for f, b := range mod.blocks("terraform") {
		for _, required := range b.Body.Blocks {
			if a := required.Body.Attributes[localName]; required.Type == "required_providers" && a != nil {
				return f, a
			}
		}
	}
	return nil, nil
}

// suggestFrom is called if the configuration uses none of the providers that migrate converts from. It looks for resources that may belong
// to the engine, and suggests the flag -from with the provider of these resources. It reports nothing if the configuration already uses
// this project's provider.
func (m *migration) suggestFrom() {
	var found report
	for _, mod := range m.inOrder() {
		for p, localName := range mod.objects() {
			if localName == ownName {
				return
			}
			if _, _, ok := m.newType(p.block, ""); ok {
				found.addUndecided(p.block.TypeRange, "%s may be an object of the engine; to rewrite it, use -from %s", addressOf(p.block), localName)
			}
		}
	}
	m.report.Decisions = append(m.report.Decisions, found.Decisions...)
}

// checkLocalName returns an error if a different provider already has the local name "engine", which this provider needs.
func (m *migration) checkLocalName() error {
	for _, mod := range m.inOrder() {
		if f, a := mod.requirementOf(ownName); a != nil && !strings.Contains(f.Source(a.SrcRange), "/"+ownName) {
			return fmt.Errorf("%s:%d: a different provider has the local name %q; rename that one first", f.Path, a.SrcRange.Start.Line, ownName)
		}
	}
	return nil
}
