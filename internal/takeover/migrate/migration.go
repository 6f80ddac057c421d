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

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// ownName is the local name of this provider in migrated configurations.
const ownName = "engine"

// migration is the migration of all configurations in a folder.
type migration struct {
	schemas *schemas
	modules map[string]*module // by folder
	from    map[string]bool    // local names of the providers to migrate from
	report  report

	state     state
	folders   map[string]string    // folders of modules, by the module calls that lead there
	assigned  map[string]cty.Value // values of the root module's variables
	scopes    map[string]*scope    // by address of the module instance
	functions map[string]function.Function
	public    bool // the old provider is the engine's public one
}

// module is the configuration in one folder.
type module struct {
	*migration
	dir       string
	files     []*file
	resources map[address]*resource // resources and data sources to rewrite
	renamed   map[address]*resource // the resources, by new address
	order     []*resource           // the resources, in the order of the files
	rest      bool                  // the module keeps something of the old providers
}

// address identifies a resource or data source in its module before the migration.
type address struct {
	data           bool
	typeName, name string
}

// resource is a resource or data source to rewrite.
type resource struct {
	address
	part           // its first block
	others  []part // blocks with the same address: in override files, or in main.tofu next to main.tf
	kind    foreign.Kind
	target  string // its new type
	newName string
	members members
	foreign map[string]foreign.Attribute
	held    []*held // its instances in the state
	seen    seen    // values that all instances have in the moved state
	extra   []extraKey

	changing []string // attributes that the first plan after the migration changes, as reported
}

// part is a block of a resource.
type part struct {
	file  *file
	block *hclsyntax.Block
}

// parts returns all blocks of the resource.
func (r *resource) parts() []part { return append([]part{r.part}, r.others...) }

// find returns the attribute of this provider for an attribute name of the other provider; nil if there is none.
func (r *resource) find(name string) (string, *member) {
	if m := r.members[r.foreign[name].Name]; m != nil {
		return r.foreign[name].Name, m
	}
	return r.members.find(name)
}

// String returns the old address, for example acme_alert.low_flow.
func (r *resource) String() string { return r.typeName + "." + r.name }

// inOrder returns the modules, sorted by folder.
func (m *migration) inOrder() []*module {
	return slices.SortedFunc(maps.Values(m.modules), func(a, b *module) int { return cmp.Compare(a.dir, b.dir) })
}

// blocks visits the module's top-level blocks of a type.
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

// things visits the resources and data sources of a module, with the local names of their providers. This includes data sources
// inside check blocks.
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

// target returns the kind of object and the new type for a resource or data source of another provider; false if it is not an
// object of the engine. Data sources may have plural names.
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

// collect finds the resources and data sources to rewrite, and names them. If two old types become one, names may collide; then the
// later one gets a suffix.
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
			mod.report.note(f, b.TypeRange.Start.Byte, "%s becomes %s.%s, because its name is already taken", r, target, r.newName)
		}
		mod.resources[at], mod.renamed[address{r.data, target, r.newName}] = r, r
		mod.public = mod.public || r.isPublic()
	})
}

// isPublic reports whether a resource uses an attribute name that only the engine's public provider has.
func (r *resource) isPublic() bool {
	for name := range r.foreign {
		if r.block.Body.Attributes[name] != nil || slices.ContainsFunc(r.block.Body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == name }) {
			return true
		}
	}
	return false
}

// changes rewrites the configuration and returns the changed files, sorted by name. Call it only once.
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

// rewrite makes the edits of a module, except those of provider blocks and requirements.
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
	mod.reportTexts()
	mod.moves()
}

// movedFile is the name of the file for moved blocks.
const movedFile = "moved.tf"

// moves writes the moved blocks. It skips those that an interrupted run has already written.
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

// fileNamed returns a file of the module; it adds a new one if there is none.
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

// remarkJSON reports where a JSON configuration names something that is rewritten.
func (mod *module) remarkJSON(f *file) {
	for _, r := range mod.order {
		if at := strings.Index(string(f.src), r.String()); at >= 0 {
			mod.report.undecided(f, at, "%s is named here; migrate does not rewrite JSON configurations, so change it by hand", r)
		}
	}
	for localName := range mod.from {
		if at := strings.Index(string(f.src), `"`+localName+"_"); at >= 0 {
			mod.report.undecided(f, at, "the provider %s is used here; migrate does not rewrite JSON configurations, so change it by hand", localName)
		}
	}
}
