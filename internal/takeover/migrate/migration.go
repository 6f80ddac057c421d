// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

const ownName = "engine"

type migration struct {
	schemas *schemas
	modules map[string]*module // by directory
	from    map[string]bool    // local names of the providers to migrate from
	report  report

	assigned map[string]cty.Value // values of the root module's variables
	public   bool                 // whether the old provider is the engine's public one
}

type module struct {
	*migration
	dir             string
	files           []*file
	resources       map[address]*resource // resources and data sources to rewrite
	renamed         map[address]*resource // the same resources, by new address
	order           []*resource           // the same resources, in the order of the files
	scope           configuration.Scope
	usesOldProvider bool // whether the module still uses the other provider
}

type address struct {
	data           bool
	typeName, name string
}

// String returns an address without the prefix "data", so a resource and a data source may have the same string.
func (a address) String() string { return a.typeName + "." + a.name }

func addressOf(b *hclsyntax.Block) address {
	return address{b.Type == "data", b.Labels[0], b.Labels[1]}
}

// resource is a resource or data source of a provider that this provider replaces.
type resource struct {
	*module
	address
	part           // its first block
	parts   []part // all its blocks, including those in override files, and in main.tofu next to main.tf
	kind    foreign.Kind
	target  address // its new address
	members members
	foreign map[string]foreign.Attribute
	engine  engineValues // values that the engine should have for all instances; nil without a state
	extra   []extraKey
}

// part is one block of a resource. A resource has several blocks if override files, such as override.tf, change it.
type part struct {
	file  *file
	block *hclsyntax.Block
}

func (m *migration) inOrder() []*module {
	return slices.SortedFunc(maps.Values(m.modules), func(a, b *module) int { return cmp.Compare(a.dir, b.dir) })
}

// blocks yields the top-level blocks of the given types, such as "resource" and "data", each with its file.
func (mod *module) blocks(types ...string) iter.Seq2[*file, *hclsyntax.Block] {
	return func(yield func(*file, *hclsyntax.Block) bool) {
		for _, f := range mod.files {
			if f.body == nil {
				continue
			}
			for _, b := range f.body.Blocks {
				if slices.Contains(types, b.Type) && !yield(f, b) {
					return
				}
			}
		}
	}
}

// declarations returns the locals, variables and required providers of the module.
func (mod *module) declarations() *configuration.Declarations {
	declared := configuration.NewDeclarations()
	for _, f := range mod.files {
		if f.body != nil && !isTest(f.Path) {
			_ = declared.Add(f.body) // Terraform reports errors in blocks.
		}
	}
	return declared
}

// objects yields the resources, ephemeral resources and data sources of a module, including those in check blocks. It also yields the local
// name of each one's provider.
func (mod *module) objects() iter.Seq2[part, string] {
	return func(yield func(part, string) bool) {
		for f, outer := range mod.blocks("resource", "data", "ephemeral", "check") {
			blocks := hclsyntax.Blocks{outer}
			if outer.Type == "check" {
				blocks = outer.Body.Blocks
			}
			for _, b := range blocks {
				if len(b.Labels) != 2 {
					continue
				}
				localName, _, _ := strings.Cut(b.Labels[0], "_")
				if a := b.Body.Attributes["provider"]; a != nil {
					if name, _, ok := rootOf(a.Expr); ok {
						localName = name
					}
				}
				if !yield(part{f, b}, localName) {
					return
				}
			}
		}
	}
}

// newType returns the kind of object that a resource such as acme_alert or a data source such as acme_alerts represents, and the
// corresponding type in this provider. If the engine has no such kind, ok is false.
func (m *migration) newType(b *hclsyntax.Block, localName string) (kind foreign.Kind, typeName string, ok bool) {
	of := foreign.Of
	if localName != "" {
		of = func(typeName string) (foreign.Kind, bool) { return foreign.Named(typeName, localName) }
	}
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

// collect records the resources and data sources to rewrite, with their new addresses. If a new address is taken, it appends the kind to
// the name, as in flow_alert. If that name is taken too, it appends a number instead, as in flow_2.
func (mod *module) collect() {
	taken := map[address]bool{}
	for p := range mod.objects() {
		taken[addressOf(p.block)] = true
	}
	for p, localName := range mod.objects() {
		if !mod.from[localName] {
			continue
		}
		kind, typeName, ok := mod.newType(p.block, "")
		if !ok {
			mod.usesOldProvider = true
			continue
		}
		at := addressOf(p.block)
		if r := mod.resources[at]; r != nil {
			r.parts = append(r.parts, p)
			continue
		}
		r := &resource{module: mod, address: at, part: p, parts: []part{p}, kind: kind, members: mod.schemas.resources[kind.Object]}
		if r.data {
			r.members = mod.schemas.data[typeName]
		} else {
			r.foreign = foreign.Attributes(kind.Object)
		}
		r.target = address{r.data, typeName, r.name}
		for n := 1; taken[r.target]; n++ {
			if r.target.name = fmt.Sprintf("%s_%d", r.name, n); n == 1 {
				r.target.name = r.name + "_" + cmp.Or(kind.Type, kind.Object)
			}
		}
		taken[r.target] = true
		if r.target.name != r.name {
			mod.report.note(p.block.TypeRange, "%s becomes %s, because its name is already taken", r, r.target)
		}
		mod.resources[at], mod.renamed[r.target] = r, r
		mod.public = mod.public || r.isPublic()
	}
	mod.order = slices.SortedFunc(maps.Values(mod.resources), func(a, b *resource) int {
		return cmp.Or(cmp.Compare(a.file.Path, b.file.Path), a.block.TypeRange.Start.Byte-b.block.TypeRange.Start.Byte)
	})
	for b, called := range mod.calls() {
		mod.usesOldProvider = mod.usesOldProvider || called == nil && mod.passesOldProvider(b.block)
	}
}

func (r *resource) isPublic() bool {
	for name := range r.foreign {
		hasName := func(b *hclsyntax.Block) bool { return b.Type == name }
		if r.block.Body.Attributes[name] != nil || slices.ContainsFunc(r.block.Body.Blocks, hasName) {
			return true
		}
	}
	return false
}

// changes rewrites the configuration and returns the edited and new files, sorted by name. Call it only once.
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
			if after != string(f.Src) {
				changes = append(changes, change{f, after})
			}
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.Path, b.Path) })
	return changes, nil
}

// rewrite edits a module's files, except for provider blocks and required_providers.
func (mod *module) rewrite() {
	if len(mod.resources) == 0 {
		return
	}
	for _, f := range mod.files {
		if f.body == nil {
			mod.reportJSON(f)
			continue
		}
		mod.rewriteReferences(f)
	}
	for _, r := range mod.order {
		for _, p := range r.parts {
			r.rewrite(p)
		}
	}
	mod.reportStrings()
	mod.addMovedBlocks()
}

const movedFile = "moved.tf"

// addMovedBlocks adds a moved block for each rewritten resource, unless an interrupted run already wrote it.
func (mod *module) addMovedBlocks() {
	moved := map[string]bool{}
	for f, b := range mod.blocks("moved") {
		if from, to := b.Body.Attributes["from"], b.Body.Attributes["to"]; from != nil && to != nil {
			moved[f.Source(from.Expr.Range())+" "+f.Source(to.Expr.Range())] = true
		}
	}
	var blocks []string
	for _, r := range mod.order {
		if r.data {
			mod.report.DataSources++
			continue
		}
		mod.report.Resources++
		if !moved[fmt.Sprintf("%s %s", r, r.target)] {
			blocks = append(blocks, fmt.Sprintf("moved {\n  from = %s\n  to   = %s\n}\n", r, r.target))
		}
	}
	if len(blocks) > 0 {
		mod.fileNamed(movedFile).added += strings.Join(blocks, "\n")
	}
}

func (mod *module) fileNamed(name string) *file {
	name = path.Join(mod.dir, name)
	if i := slices.IndexFunc(mod.files, func(f *file) bool { return f.Path == name }); i >= 0 {
		return mod.files[i]
	}
	f := &file{File: configuration.File{Path: name}, body: &hclsyntax.Body{}, isNew: true}
	mod.files = append(mod.files, f)
	return f
}

// reportJSON reports the references in a JSON file, because migrate does not edit such files. It reports only the first reference to each
// rewritten resource and to each provider that is being replaced.
func (mod *module) reportJSON(f *file) {
	remark := func(text, what string) {
		if before, _, found := bytes.Cut(f.Src, []byte(text)); found {
			at := hcl.Range{Filename: f.Path, Start: hcl.Pos{Line: 1 + bytes.Count(before, []byte("\n"))}}
			mod.report.addUndecided(at, "%s here; migrate does not rewrite JSON configurations, so change it by hand", what)
		}
	}
	for _, r := range mod.order {
		remark(r.String(), fmt.Sprintf("%s is named", r))
	}
	for localName := range mod.from {
		remark(`"`+localName+"_", fmt.Sprintf("the provider %s is used", localName))
	}
}
