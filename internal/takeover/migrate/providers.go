// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ownSource is the source address of this provider in required_providers.
const ownSource = "engine-platform/engine"

// rewriteProviders adds this provider to each module that needs it: to required_providers, the provider blocks and the module calls. It
// removes the old provider, unless the module or a module that it calls still uses the old one.
func (m *migration) rewriteProviders() {
	for _, mod := range m.inOrder() {
		if !mod.needsOurs() {
			continue
		}
		mod.require()
		for f, b := range mod.blocks("provider") {
			if len(b.Labels) == 1 && m.from[b.Labels[0]] {
				mod.configure(f, b)
			}
		}
		mod.mock()
		for call, called := range mod.calls() {
			mod.handOver(call, called)
		}
	}
}

// calls yields the module blocks of a module, each with the module that it calls. The called module is nil if it is outside the migrated
// folder.
func (mod *module) calls() iter.Seq2[part, *module] {
	return func(yield func(call part, called *module) bool) {
		for f, b := range mod.blocks("module") {
			var called *module
			if a := b.Body.Attributes["source"]; a != nil {
				called = mod.called(a.Expr)
			}
			if !yield(part{f, b}, called) {
				return
			}
		}
	}
}

// called returns the module that a source such as "./pumps" names; nil if that is outside the migrated folder.
func (mod *module) called(source hclsyntax.Expression) *module {
	value, ok := constant(source)
	if !ok || !isText(value) || !strings.HasPrefix(value.AsString(), ".") {
		return nil
	}
	return mod.modules[path.Join(mod.dir, value.AsString())]
}

// withCalled returns the module itself and all modules that it calls, directly or through other modules.
func (mod *module) withCalled() []*module {
	all := []*module{mod}
	for i := 0; i < len(all); i++ {
		for _, called := range all[i].calls() {
			if called != nil && !slices.Contains(all, called) {
				all = append(all, called)
			}
		}
	}
	return all
}

// needsOurs reports whether the module, or a module that it calls, has resources or data sources that migrate rewrites for this provider.
func (mod *module) needsOurs() bool {
	return slices.ContainsFunc(mod.withCalled(), func(m *module) bool { return len(m.resources) > 0 })
}

// needsTheirs reports whether the module, or a module that it calls, still uses the old providers after the migration, for example for a
// resource that does not belong to the engine.
func (mod *module) needsTheirs() bool {
	return slices.ContainsFunc(mod.withCalled(), func(m *module) bool { return m.rest })
}

// passesOld reports whether the argument providers of a module call has one of the old providers.
func (mod *module) passesOld(call *hclsyntax.Block) bool {
	a := call.Body.Attributes["providers"]
	return a != nil && slices.ContainsFunc(a.Expr.Variables(), func(used hcl.Traversal) bool { return mod.from[used.RootName()] })
}

// require adds this provider to required_providers. The new entry replaces the old provider's entry if nothing uses the old provider any
// more.
func (mod *module) require() {
	var required, terraform part
	for f, b := range mod.blocks("terraform") {
		terraform = part{f, b}
		for _, inner := range b.Body.Blocks {
			if inner.Type == "required_providers" && (required.block == nil || mod.requiresOld(inner)) {
				required = part{f, inner}
			}
		}
	}
	switch {
	case required.block != nil:
		mod.requireIn(required.file, required.block)
	case terraform.block != nil:
		terraform.file.insertAfter(terraform.block.OpenBraceRange, "\nrequired_providers {\n"+requirement("", "")+"\n}\n")
	default:
		mod.fileNamed("versions.tf").added += "terraform {\nrequired_providers {\n" + requirement("", "") + "\n}\n}\n"
	}
}

// requiresOld reports whether a required_providers block has one of the old providers.
func (mod *module) requiresOld(required *hclsyntax.Block) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(required.Body.Attributes)), func(name string) bool { return mod.from[name] })
}

func (mod *module) requireIn(f *file, required *hclsyntax.Block) {
	stays, isThere := mod.needsTheirs(), required.Body.Attributes[ownName] != nil
	for _, a := range slices.SortedFunc(maps.Values(required.Body.Attributes), func(a, b *hclsyntax.Attribute) int {
		return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte
	}) {
		if !mod.from[a.Name] {
			continue
		}
		from, to := a.SrcRange.Start.Byte, a.SrcRange.End.Byte
		switch {
		case stays && !isThere:
			f.insertAfter(a.SrcRange, "\n"+requirement(mod.aliases(f, a), ""))
		case !stays && !isThere:
			f.replace(a.SrcRange, requirement(mod.aliases(f, a), f.comments(from, to)))
		case !stays:
			f.splice(from, to+len(restOfLine.FindString(f.raw(to, required.CloseBraceRange.Start.Byte))), "")
		}
		isThere = true
	}
	if !isThere {
		f.insertAfter(required.OpenBraceRange, "\n"+requirement("", "")+"\n")
	}
}

// restOfLine matches spaces and the line break at the end of a line.
var restOfLine = regexp.MustCompile(`^[ \t]*\r?\n`)

// requirement returns the text of this provider's entry in required_providers, with the given configuration_aliases and comments.
func requirement(aliases, comments string) string {
	if aliases != "" {
		aliases = "configuration_aliases = " + aliases + "\n"
	}
	return fmt.Sprintf("%s = {\n%ssource = %q\n%s}", ownName, comments, ownSource, aliases)
}

// aliases returns the configuration_aliases in an old provider's entry, with the name of this provider: engine.north for acme.north. It
// returns "" if the entry has none.
func (mod *module) aliases(f *file, a *hclsyntax.Attribute) string {
	entry, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return ""
	}
	for _, pair := range entry.Items {
		if key, ok := constant(pair.KeyExpr); ok && isText(key) && key.AsString() == "configuration_aliases" {
			return strings.ReplaceAll(f.source(pair.ValueExpr.Range()), a.Name+".", ownName+".")
		}
	}
	return ""
}

// configure turns an old provider's block into one of this provider. If the old provider stays, configure keeps its block and adds one of
// this provider.
func (mod *module) configure(f *file, b *hclsyntax.Block) {
	arguments := maps.Clone(mod.schemas.provider)
	arguments["alias"] = &member{name: "alias"}
	w := &writer{part: part{f, b}, resource: &resource{
		module: mod, address: address{typeName: "provider", name: b.Labels[0]}, target: address{typeName: "the provider"},
	}}
	text := w.body(b, place{members: arguments, isTop: true})
	if !mod.needsTheirs() {
		f.replace(b.LabelRanges[0], fmt.Sprintf("%q", ownName))
		f.splice(b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte, text)
		return
	}
	for other, o := range mod.blocks("provider") {
		if slices.Equal(o.Labels, []string{ownName}) && alias(other, o) == alias(f, b) {
			return
		}
	}
	f.insertAfter(b.CloseBraceRange, fmt.Sprintf("\n\nprovider %q {%s}", ownName, text))
}

// alias returns the value of the argument alias of a provider block, as HCL text; "" if the block has no alias.
func alias(f *file, b *hclsyntax.Block) string {
	if a := b.Body.Attributes["alias"]; a != nil {
		return f.source(a.Expr.Range())
	}
	return ""
}

// handOver passes this provider to the called module, if the module call passes the old provider.
func (mod *module) handOver(call part, called *module) {
	a := call.block.Body.Attributes["providers"]
	switch {
	case called == nil && mod.passesOld(call.block):
		mod.report.undecided(call.block.TypeRange, "module.%s is outside this folder and is passed the old provider; "+
			"check whether it needs this one", strings.Join(call.block.Labels, "."))
	case called != nil && a != nil && called.needsOurs():
		mod.renameProviders(call.file, a.Expr, called.needsTheirs())
	}
}

// renameProviders renames old providers to this one in the argument providers of a module call: engine = engine.north for acme =
// acme.north. If the old providers stay, it adds this provider next to them.
func (mod *module) renameProviders(f *file, handed hclsyntax.Expression, stays bool) {
	providers, ok := handed.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	for _, pair := range providers.Items {
		at := hcl.RangeBetween(pair.KeyExpr.Range(), pair.ValueExpr.Range())
		before := f.source(at)
		after := providerName.ReplaceAllStringFunc(before, func(name string) string {
			if mod.from[name] {
				return ownName
			}
			return name
		})
		switch {
		case after == before:
		case stays:
			f.insertAfter(at, "\n"+after)
		default:
			f.replace(at, after)
		}
	}
}

// providerName matches the provider's name in a text such as acme or acme.north.
var providerName = regexp.MustCompile(`(?:^|\b)[\w-]+`)
