// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

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

	state     state
	folders   map[string]string    // of modules, by the calls that lead to them
	assigned  map[string]cty.Value // variables of the root module
	scopes    map[string]*scope    // by the address of the module
	functions map[string]function.Function
	public    bool // the provider is the engine's public one
}

// module is a folder of files that name each other's resources.
type module struct {
	*migration
	dir       string
	files     []*file
	resources map[address]*resource // those to rewrite
	renamed   map[address]*resource // the same by their new addresses
	order     []*resource           // the same in the order of the files
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
	part           // the first
	others  []part // of the same address: in override files, or in main.tofu beside main.tf
	kind    foreign.Kind
	target  string // the type that it gets
	newName string
	members members
	foreign map[string]foreign.Attribute
	held    []*held // its instances
	seen    seen    // what the first plan sees of all of them
	extra   []extraKey

	changing []string // attributes that the first plan changes, as the report says
}

// part is a block of a resource.
type part struct {
	file  *file
	block *hclsyntax.Block
}

// parts returns all blocks of the resource.
func (r *resource) parts() []part { return append([]part{r.part}, r.others...) }

// find returns the attribute of this provider that a foreign name stands for; nil for none.
func (r *resource) find(name string) (string, *member) {
	if m := r.members[r.foreign[name].Name]; m != nil {
		return r.foreign[name].Name, m
	}
	return r.members.find(name)
}

// String is how the resource is called in a configuration.
func (r *resource) String() string { return r.typeName + "." + r.name }

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
		p := part{f, b}
		at := address{b.Type == "data", b.Labels[0], b.Labels[1]}
		if r := mod.resources[at]; r != nil {
			r.others = append(r.others, p)
			return
		}
		r := &resource{address: at, part: p, kind: kind, target: target, members: mod.schemas.resources[kind.Object]}
		if r.data {
			r.members = mod.schemas.data[target]
		} else {
			r.foreign = foreign.Attributes(kind.Object)
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
		mod.resources[at], mod.renamed[address{r.data, target, r.newName}] = r, r
		mod.public = mod.public || r.isPublic()
	})
}

// isPublic reports whether a resource declares something by a name that the public provider alone has for it.
func (r *resource) isPublic() bool {
	for name := range r.foreign {
		if r.block.Body.Attributes[name] != nil || slices.ContainsFunc(r.block.Body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == name }) {
			return true
		}
	}
	return false
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
			if before := string(f.src); after != before {
				changes = append(changes, change{f.path, before, after, f.isNew})
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
	for _, r := range mod.order {
		for _, p := range r.parts() {
			r.rewrite(mod, p)
		}
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
	for _, r := range mod.order {
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
	f := &file{path: name, body: &hclsyntax.Body{}, edits: edits{}, isNew: true}
	mod.files = append(mod.files, f)
	return f
}

// remarkJSON says where JSON configurations name something that is rewritten.
func (mod *module) remarkJSON(f *file) {
	for _, r := range mod.order {
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
