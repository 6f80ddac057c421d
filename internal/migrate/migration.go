// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/foreign"
)

// ownName is the local name that this provider gets.
const ownName = "engine"

// migration is a folder of configurations on its way from one provider to another.
type migration struct {
	schemas *schemas
	modules map[string]*module // by their folders
	from    map[string]bool    // local names of the providers
	report  report
}

// module is a folder of files that name each other's resources.
type module struct {
	*migration
	dir       string
	files     []*file
	resources map[address]*resource // those to rewrite
	rest      bool                  // something of the old providers stays
}

// address is what a resource or data source has in its module before the migration.
type address struct {
	data           bool
	typeName, name string
}

// resource is a resource or data source to rewrite.
type resource struct {
	address
	file     *file
	block    *hclsyntax.Block
	kind     foreign.Kind
	target   string // the type that it gets
	newName  string
	members  members
	declared map[string]bool // attributes that it has in the end
}

// String is how the resource is called in a configuration.
func (r *resource) String() string { return r.typeName + "." + r.name }

// load reads the configurations in a folder and decides what to rewrite.
func load(s *schemas, dir string, from []string) (*migration, error) {
	m := &migration{schemas: s, modules: map[string]*module{}, from: map[string]bool{}}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		if entry.IsDir() || !isConfiguration(name) {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return m.add(name, src)
	})
	if err != nil {
		return nil, err
	}
	if err := m.choose(from); err != nil {
		return nil, err
	}
	if err := m.isFree(); err != nil {
		return nil, err
	}
	for _, mod := range m.inOrder() {
		mod.collect()
	}
	return m, nil
}

// isConfiguration tells whether a file has a part of a configuration, or tests of one.
func isConfiguration(name string) bool {
	return slices.ContainsFunc([]string{".tf", ".tofu", ".tftest.hcl", ".tofutest.hcl", ".tf.json"}, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

func (m *migration) add(name string, src []byte) error {
	dir := path.Dir(name)
	if m.modules[dir] == nil {
		m.modules[dir] = &module{migration: m, dir: dir, resources: map[address]*resource{}}
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

// inOrder are the modules in the order of their folders.
func (m *migration) inOrder() []*module {
	return slices.SortedFunc(maps.Values(m.modules), func(a, b *module) int { return cmp.Compare(a.dir, b.dir) })
}

// blocks are the top-level blocks of a module of one type.
func (mod *module) blocks(typeName string, visit func(f *file, b *hclsyntax.Block)) {
	for _, f := range mod.files {
		if f.body == nil {
			continue
		}
		for _, b := range f.body.Blocks {
			if b.Type == typeName {
				visit(f, b)
			}
		}
	}
}

// things are the resources and data sources of a module, and the local names of their providers. Checks may have data sources
// of their own.
func (mod *module) things(visit func(f *file, b *hclsyntax.Block, localName string)) {
	thing := func(f *file, b *hclsyntax.Block) {
		if len(b.Labels) != 2 {
			return
		}
		localName, _, _ := strings.Cut(b.Labels[0], "_")
		if a := b.Body.Attributes["provider"]; a != nil {
			if name, _, ok := rootOf(a.Expr); ok {
				localName = name
			}
		}
		visit(f, b, localName)
	}
	for _, typeName := range []string{"resource", "data", "ephemeral"} {
		mod.blocks(typeName, thing)
	}
	mod.blocks("check", func(f *file, check *hclsyntax.Block) {
		for _, b := range check.Body.Blocks {
			if b.Type == "data" {
				thing(f, b)
			}
		}
	})
}

// choose decides from which providers to migrate: those that are named, or the only one whose types have the engine's words.
func (m *migration) choose(from []string) error {
	for _, name := range from {
		m.from[name] = true
	}
	if len(from) > 0 {
		if m.from[ownName] {
			return fmt.Errorf("the types of the provider %q have the names of this one's: they can't be told apart, and moved blocks can't take "+
				"their objects over; import them by their ids", ownName)
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
		return fmt.Errorf("several providers have types with the engine's words: %s; say from which to migrate: -from NAME",
			strings.Join(slices.Sorted(maps.Keys(m.from)), ", "))
	}
	return nil
}

// hint says which types may be the engine's where none surely is, unless this provider has resources already.
func (m *migration) hint() {
	var found report
	isThere := false
	for _, mod := range m.inOrder() {
		mod.things(func(f *file, b *hclsyntax.Block, localName string) {
			isThere = isThere || localName == ownName
			if _, _, ok := m.target(b, foreign.Of); ok {
				found.undecided(f, b.TypeRange.Start.Byte, "%s may be the engine's: with -from %s it is rewritten", strings.Join(b.Labels, "."), localName)
			}
		})
	}
	if !isThere {
		m.report.remarks = append(m.report.remarks, found.remarks...)
	}
}

// isFree refuses folders in which another provider has the local name that this one gets.
func (m *migration) isFree() (err error) {
	for _, mod := range m.modules {
		mod.blocks("terraform", func(f *file, b *hclsyntax.Block) {
			for _, required := range b.Body.Blocks {
				a := required.Body.Attributes[ownName]
				if required.Type == "required_providers" && a != nil && !strings.Contains(f.raw(a.SrcRange.Start.Byte, a.SrcRange.End.Byte), "/"+ownName) {
					err = fmt.Errorf("%s:%d: another provider has the local name %q: give it another one first", f.path, f.line(a.SrcRange.Start.Byte), ownName)
				}
			}
		})
	}
	return err
}

// target is what a block of another provider becomes, if it stands for an object of the engine. Data sources have plurals, too.
func (m *migration) target(b *hclsyntax.Block, of func(typeName string) (foreign.Kind, bool)) (kind foreign.Kind, typeName string, ok bool) {
	if kind, ok := of(b.Labels[0]); ok && b.Type != "ephemeral" {
		return kind, kind.Resource(), true
	}
	if b.Type != "data" {
		return kind, "", false
	}
	for plural, name := range m.schemas.plurals {
		before, ok := strings.CutSuffix(b.Labels[0], "_"+plural)
		if kind, fits := of(before + "_" + name); ok && fits && kind.Object == name {
			return kind, ownName + "_" + plural, true
		}
	}
	return kind, "", false
}

// collect finds what is to be rewritten in a module, and names it. Two types may become one, so that names may collide.
func (mod *module) collect() {
	taken := map[address]bool{}
	mod.things(func(_ *file, b *hclsyntax.Block, _ string) {
		taken[address{b.Type == "data", b.Labels[0], b.Labels[1]}] = true
	})
	mod.things(func(f *file, b *hclsyntax.Block, localName string) {
		if !mod.from[localName] {
			return
		}
		kind, target, ok := mod.target(b, foreign.Of)
		if !ok {
			mod.rest = true
			return
		}
		r := &resource{address: address{b.Type == "data", b.Labels[0], b.Labels[1]}, file: f, block: b, kind: kind, target: target, declared: map[string]bool{}}
		r.members = mod.schemas.resources[kind.Object]
		if r.data {
			r.members = mod.schemas.data[target]
		}
		r.newName = r.name
		for _, suffix := range []string{"", "_" + cmp.Or(kind.Type, kind.Object), "_2", "_3", "_4", "_5"} {
			if wanted := (address{r.data, target, r.name + suffix}); !taken[wanted] {
				r.newName, taken[wanted] = wanted.name, true
				break
			}
		}
		if r.newName != r.name {
			mod.report.note(f, b.TypeRange.Start.Byte, "%s becomes %s.%s: another one has the name already", r, target, r.newName)
		}
		mod.resources[r.address] = r
	})
}

// ordered are the resources of a module in the order of its files.
func (mod *module) ordered() []*resource {
	return slices.SortedFunc(maps.Values(mod.resources), func(a, b *resource) int {
		return cmp.Or(cmp.Compare(a.file.path, b.file.path), cmp.Compare(a.block.TypeRange.Start.Byte, b.block.TypeRange.Start.Byte))
	})
}

// changes are the files that the migration changes, in the order of their names. It can be asked for once.
func (m *migration) changes() ([]change, error) {
	for _, mod := range m.inOrder() {
		mod.rewrite()
	}
	m.rewriteProviders()
	var changes []change
	for _, mod := range m.inOrder() {
		for _, f := range mod.files {
			after, err := f.after()
			if err != nil {
				return nil, err
			}
			if before := f.before(); after != before {
				changes = append(changes, change{f.path, before, after})
			}
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return changes, nil
}

// rewrite makes the edits of a module, but for what concerns providers.
func (mod *module) rewrite() {
	if len(mod.resources) == 0 {
		return
	}
	for _, f := range mod.files {
		if f.body == nil {
			mod.remarkJSON(f)
			continue
		}
		mod.references(f)
	}
	for _, r := range mod.ordered() {
		r.rewrite(mod)
	}
	mod.afterwards()
	mod.moves()
}

// movedFile is where a module has the moved blocks.
const movedFile = "moved.tf"

// moves writes the moved blocks, but for those that an interrupted run has written.
func (mod *module) moves() {
	var text strings.Builder
	moved := map[string]bool{}
	mod.blocks("moved", func(f *file, b *hclsyntax.Block) {
		if from, to := b.Body.Attributes["from"], b.Body.Attributes["to"]; from != nil && to != nil {
			moved[f.rawExpr(from.Expr)+" "+f.rawExpr(to.Expr)] = true
		}
	})
	for _, r := range mod.ordered() {
		if r.data {
			mod.report.data++
			continue
		}
		mod.report.resources++
		if moved[fmt.Sprintf("%s %s.%s", r, r.target, r.newName)] {
			continue
		}
		if text.Len() > 0 {
			text.WriteString("\n")
		}
		fmt.Fprintf(&text, "moved {\n  from = %s\n  to   = %s.%s\n}\n", r, r.target, r.newName)
	}
	if text.Len() > 0 {
		mod.fileNamed(movedFile).added += text.String()
	}
}

// fileNamed is a file of the module, which may be new.
func (mod *module) fileNamed(name string) *file {
	name = path.Join(mod.dir, name)
	for _, f := range mod.files {
		if f.path == name {
			return f
		}
	}
	f := &file{path: name, body: &hclsyntax.Body{}}
	mod.files = append(mod.files, f)
	return f
}

// remarkJSON says where JSON configurations name something that is rewritten.
func (mod *module) remarkJSON(f *file) {
	for _, r := range mod.ordered() {
		if at := strings.Index(string(f.src), r.String()); at >= 0 {
			mod.report.undecided(f, at, "%s is named here; configurations in JSON are not rewritten", r)
		}
	}
	for localName := range mod.from {
		if at := strings.Index(string(f.src), `"`+localName+"_"); at >= 0 {
			mod.report.undecided(f, at, "something of the provider %s is here; configurations in JSON are not rewritten", localName)
		}
	}
}
