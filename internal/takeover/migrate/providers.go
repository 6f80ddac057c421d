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

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

const ownSource = "engine-platform/engine"

// rewriteProviders replaces the other provider with this one in required_providers, provider blocks and module calls. A module that still
// needs the other provider gets both providers.
func (m *migration) rewriteProviders() {
	for _, mod := range m.inOrder() {
		if !mod.needsNewProvider() {
			continue
		}
		mod.addRequirement()
		for f, b := range mod.blocks("provider") {
			if len(b.Labels) == 1 && m.from[b.Labels[0]] {
				mod.rewriteProvider(f, b)
			}
		}
		mod.rewriteMocks()
		for call, called := range mod.calls() {
			mod.passProvider(call, called)
		}
	}
}

// calls yields the module blocks of a module, along with the modules that they call. If migrate does not read a called module, it is nil.
func (mod *module) calls() iter.Seq2[part, *module] {
	return func(yield func(call part, called *module) bool) {
		for f, b := range mod.blocks("module") {
			at := mod.sourceOf(b)
			if !yield(part{f, b}, mod.modules[at]) {
				return
			}
		}
	}
}

// sourceOf returns the directory of the module that a module block calls, relative to the directory being migrated, or "" if the source is
// not a local path.
func (mod *module) sourceOf(b *hclsyntax.Block) string {
	a := b.Body.Attributes["source"]
	if a == nil {
		return ""
	}
	value, ok := constant(a.Expr)
	if !ok || !configuration.IsString(value) || !strings.HasPrefix(value.AsString(), ".") {
		return ""
	}
	return path.Join(mod.dir, value.AsString())
}

func (mod *module) withCalledModules() []*module {
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

func (mod *module) needsNewProvider() bool {
	return slices.ContainsFunc(mod.withCalledModules(), func(m *module) bool { return len(m.resources) > 0 })
}

// needsOldProvider reports whether the module or any module it calls still needs the other provider.
func (mod *module) needsOldProvider() bool {
	return slices.ContainsFunc(mod.withCalledModules(), func(m *module) bool { return m.usesOldProvider })
}

// passesOldProvider reports whether a module block passes the old provider (the one that migrate replaces) to the module, as in providers =
// { acme = acme.north }.
func (mod *module) passesOldProvider(call *hclsyntax.Block) bool {
	a := call.Body.Attributes["providers"]
	return a != nil && slices.ContainsFunc(a.Expr.Variables(), func(used hcl.Traversal) bool { return mod.from[used.RootName()] })
}

// addRequirement adds this provider to required_providers. It removes the other provider's entry if the module no longer needs it.
func (mod *module) addRequirement() {
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
		mod.editRequirements(required.file, required.block)
	case terraform.block != nil:
		terraform.file.InsertAfter(terraform.block.OpenBraceRange, "\nrequired_providers {\n"+requirement("", "")+"\n}\n")
	default:
		mod.fileNamed("versions.tf").added += "terraform {\nrequired_providers {\n" + requirement("", "") + "\n}\n}\n"
	}
}

func (mod *module) requiresOld(required *hclsyntax.Block) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(required.Body.Attributes)), func(name string) bool { return mod.from[name] })
}

func (mod *module) editRequirements(f *file, required *hclsyntax.Block) {
	stays, isThere := mod.needsOldProvider(), required.Body.Attributes[ownName] != nil
	for _, a := range slices.SortedFunc(maps.Values(required.Body.Attributes), func(a, b *hclsyntax.Attribute) int {
		return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte
	}) {
		if !mod.from[a.Name] {
			continue
		}
		from, to := a.SrcRange.Start.Byte, a.SrcRange.End.Byte
		switch {
		case stays && !isThere:
			f.InsertAfter(a.SrcRange, "\n"+requirement(mod.aliases(f, a), ""))
		case !stays && !isThere:
			f.Replace(a.SrcRange, requirement(mod.aliases(f, a), f.Comments(from, to)))
		case !stays:
			f.Splice(from, to+len(restOfLine.FindString(f.Raw(to, required.CloseBraceRange.Start.Byte))), "")
		}
		isThere = true
	}
	if !isThere {
		f.InsertAfter(required.OpenBraceRange, "\n"+requirement("", "")+"\n")
	}
}

var restOfLine = regexp.MustCompile(`^[ \t]*\r?\n`)

func requirement(aliases, comments string) string {
	if aliases != "" {
		aliases = "configuration_aliases = " + aliases + "\n"
	}
	return fmt.Sprintf("%s = {\n%ssource = %q\n%s}", ownName, comments, ownSource, aliases)
}

// aliases returns the value of configuration_aliases in a required_providers entry, with acme.north changed to engine.north. It returns ""
// if the entry has no aliases.
func (mod *module) aliases(f *file, a *hclsyntax.Attribute) string {
	entry, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return ""
	}
	for _, pair := range entry.Items {
		if key, ok := constant(pair.KeyExpr); ok && configuration.IsString(key) && key.AsString() == "configuration_aliases" {
			return strings.ReplaceAll(f.Source(pair.ValueExpr.Range()), a.Name+".", ownName+".")
		}
	}
	return ""
}

// rewriteProvider converts a provider block to one for this provider. If the other provider is still needed, rewriteProvider keeps the old
// block and adds a new one.
func (mod *module) rewriteProvider(f *file, b *hclsyntax.Block) {
	arguments := maps.Clone(mod.schemas.provider)
	arguments["alias"] = &member{name: "alias"}
	w := &writer{part: part{f, b}, resource: &resource{
		module: mod, address: address{typeName: "provider", name: b.Labels[0]}, target: address{typeName: "the provider"},
	}}
	text := w.body(b, place{members: arguments, isTop: true})
	if !mod.needsOldProvider() {
		f.Replace(b.LabelRanges[0], fmt.Sprintf("%q", ownName))
		f.Splice(b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte, text)
		return
	}
	for other, o := range mod.blocks("provider") {
		if slices.Equal(o.Labels, []string{ownName}) && alias(other, o) == alias(f, b) {
			return
		}
	}
	f.InsertAfter(b.CloseBraceRange, fmt.Sprintf("\n\nprovider %q {%s}", ownName, text))
}

func alias(f *file, b *hclsyntax.Block) string {
	if a := b.Body.Attributes["alias"]; a != nil {
		return f.Source(a.Expr.Range())
	}
	return ""
}

// passProvider passes this provider to a called module that needs it, by editing the providers argument of the module block. If the called
// module is outside the directory, passProvider only adds a message to the report.
func (mod *module) passProvider(call part, called *module) {
	a := call.block.Body.Attributes["providers"]
	switch {
	case called == nil && mod.passesOldProvider(call.block):
		mod.report.addUndecided(call.block.TypeRange, "module.%s is not in this directory and is passed the old provider; "+
			"check whether it needs this one", strings.Join(call.block.Labels, "."))
	case called != nil && a != nil && called.needsNewProvider():
		mod.renameProviders(call.file, a.Expr, called.needsOldProvider())
	}
}

// renameProviders adapts the providers argument of a module or run block: it changes acme = acme.north to engine = engine.north, where acme
// is the provider to migrate from. If stays is true, acme is still needed, so the new line is added below the old one instead of replacing
// it.
func (mod *module) renameProviders(f *file, handed hclsyntax.Expression, stays bool) {
	providers, ok := handed.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	for _, pair := range providers.Items {
		at := hcl.RangeBetween(pair.KeyExpr.Range(), pair.ValueExpr.Range())
		before := f.Source(at)
		after := providerName.ReplaceAllStringFunc(before, func(name string) string {
			if mod.from[name] {
				return ownName
			}
			return name
		})
		switch {
		case after == before:
		case stays:
			f.InsertAfter(at, "\n"+after)
		default:
			f.Replace(at, after)
		}
	}
}

var providerName = regexp.MustCompile(`(?:^|\b)[\w-]+`)
