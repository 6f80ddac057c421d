// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// load reads the configurations in a folder and decides what to rewrite.
func load(s *schemas, dir string, from []string) (*migration, error) {
	m := &migration{
		schemas: s, modules: map[string]*module{}, from: map[string]bool{},
		assigned: map[string]cty.Value{}, scopes: map[string]*scope{}, functions: functions(),
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no folder %s", dir)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s is a file; give the folder of the configuration", dir)
	}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(entry.Name(), ".") && entry.IsDir():
			return fs.SkipDir
		case name != "." && isIgnored(entry.Name()):
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			m.remarkLink(root, name)
			return nil
		}
		isValues := name == "terraform.tfvars" || strings.HasSuffix(name, ".auto.tfvars") && path.Dir(name) == "."
		if entry.IsDir() || !isConfiguration(name) && !isValues {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if isValues {
			return m.assign(name, src)
		}
		return m.add(name, src)
	})
	if err != nil {
		return nil, err
	}
	if err := m.choose(from); err != nil {
		return nil, err
	}
	if err := m.checkLocalName(); err != nil {
		return nil, err
	}
	for _, mod := range m.modules {
		slices.SortStableFunc(mod.files, func(a, b *file) int { return cmp.Compare(isLater(a), isLater(b)) })
	}
	m.findFolders()
	for _, mod := range m.inOrder() {
		mod.collect()
		mod.order = slices.SortedFunc(maps.Values(mod.resources), func(a, b *resource) int {
			return cmp.Or(cmp.Compare(a.file.path, b.file.path), cmp.Compare(a.block.TypeRange.Start.Byte, b.block.TypeRange.Start.Byte))
		})
	}
	return m, nil
}

// isIgnored reports whether Terraform ignores a file because it is hidden or an editor's backup.
func isIgnored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#")
}

// remarkLink reports a symbolic link that may lead to configurations. Links are not followed.
func (m *migration) remarkLink(root fs.FS, name string) {
	info, err := fs.Stat(root, name)
	switch {
	case err == nil && info.IsDir():
		m.report.elsewhere(name, "this is a symbolic link to a folder; links are not followed, so migrate the folder itself")
	case isConfiguration(name):
		m.report.elsewhere(name, "this is a symbolic link to a file; links are not followed, so migrate the folder of that file, or replace the link by the file")
	}
}

// isConfiguration reports whether a file is part of a configuration or has tests of one.
func isConfiguration(name string) bool {
	return slices.ContainsFunc([]string{".tf", ".tofu", ".tftest.hcl", ".tofutest.hcl", ".tf.json"}, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

func (m *migration) add(name string, src []byte) error {
	dir := moduleFolder(name)
	if m.modules[dir] == nil {
		m.modules[dir] = &module{migration: m, dir: dir, resources: map[address]*resource{}, renamed: map[address]*resource{}}
	}
	if strings.HasSuffix(name, ".json") {
		m.modules[dir].files = append(m.modules[dir].files, &file{path: name, src: src})
		return nil
	}
	f, err := parseFile(name, src)
	if err != nil {
		return err
	}
	m.modules[dir].files = append(m.modules[dir].files, f)
	return nil
}

// choose decides from which providers to migrate: those that -from names, or else the one provider whose resource types are named
// after the engine's objects.
func (m *migration) choose(from []string) error {
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
				return fmt.Errorf("-from %s: nothing in the folder uses a provider with this local name", name)
			}
		}
		return nil
	}
	for _, mod := range m.modules {
		mod.things(func(_ *file, b *hclsyntax.Block, localName string) {
			if _, _, ok := m.target(b, func(typeName string) (foreign.Kind, bool) { return foreign.Named(typeName, localName) }); ok && localName != ownName {
				m.from[localName] = true
			}
		})
	}
	if len(m.from) == 0 {
		m.hint()
	}
	if len(m.from) > 1 {
		return fmt.Errorf("several providers have resource types named after the engine's objects: %s; choose one with -from NAME",
			strings.Join(slices.Sorted(maps.Keys(m.from)), ", "))
	}
	return nil
}

// isUsed reports whether a resource, a data source, a required provider or a moved block names a provider.
func (m *migration) isUsed(localName string) (used bool) {
	for _, mod := range m.modules {
		mod.things(func(_ *file, _ *hclsyntax.Block, name string) { used = used || name == localName })
		mod.blocks("moved", func(_ *file, b *hclsyntax.Block) {
			if from := b.Body.Attributes["from"]; from != nil {
				typeName, _, ok := rootOf(from.Expr)
				used = used || ok && strings.HasPrefix(typeName, localName+"_")
			}
		})
		mod.blocks("terraform", func(_ *file, b *hclsyntax.Block) {
			for _, required := range b.Body.Blocks {
				used = used || required.Type == "required_providers" && required.Body.Attributes[localName] != nil
			}
		})
	}
	return used
}

// hint reports resource types that might be the engine's. It says nothing if the folder already has resources of this provider.
func (m *migration) hint() {
	var found report
	isThere := false
	for _, mod := range m.inOrder() {
		mod.things(func(f *file, b *hclsyntax.Block, localName string) {
			isThere = isThere || localName == ownName
			if _, _, ok := m.target(b, foreign.Of); ok {
				found.undecided(f, b.TypeRange.Start.Byte, "%s may be an object of the engine; to rewrite it, use -from %s", strings.Join(b.Labels, "."), localName)
			}
		})
	}
	if !isThere {
		m.report.remarks = append(m.report.remarks, found.remarks...)
	}
}

// checkLocalName returns an error if another provider already has the local name that this provider gets.
func (m *migration) checkLocalName() (err error) {
	for _, mod := range m.modules {
		mod.blocks("terraform", func(f *file, b *hclsyntax.Block) {
			for _, required := range b.Body.Blocks {
				a := required.Body.Attributes[ownName]
				if required.Type == "required_providers" && a != nil && !strings.Contains(f.raw(a.SrcRange.Start.Byte, a.SrcRange.End.Byte), "/"+ownName) {
					err = fmt.Errorf("%s:%d: another provider has the local name %q; rename that one first", f.path, f.line(a.SrcRange.Start.Byte), ownName)
				}
			}
		})
	}
	return err
}
