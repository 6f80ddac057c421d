// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ownSource is where configurations find this provider.
const ownSource = "engine-platform/engine"

// rewriteProviders gives every module that needs it this provider: required_providers, provider blocks, and what module calls
// hand over. The old one stays where something of it is left, in the module itself or in one that it calls.
func (m *migration) rewriteProviders() {
	for _, mod := range m.inOrder() {
		if !mod.needsOurs(nil) {
			continue
		}
		stays := mod.needsTheirs(nil)
		mod.require(stays)
		mod.blocks("provider", func(f *file, b *hclsyntax.Block) {
			if len(b.Labels) == 1 && m.from[b.Labels[0]] {
				mod.configure(f, b, stays)
			}
		})
		mod.mock(stays)
		mod.calls(func(f *file, b *hclsyntax.Block, called *module) { mod.handOver(f, b, called) })
	}
}

// calls are the calls of modules; what is called is nil when it is not in the folder.
func (mod *module) calls(visit func(f *file, b *hclsyntax.Block, called *module)) {
	mod.blocks("module", func(f *file, b *hclsyntax.Block) {
		var called *module
		if a := b.Body.Attributes["source"]; a != nil {
			called = mod.called(a.Expr)
		}
		visit(f, b, called)
	})
}

// called is the module that a source names; nil when it is not in the folder.
func (mod *module) called(source hclsyntax.Expression) *module {
	value, ok := constant(source)
	if !ok || !isText(value) || !strings.HasPrefix(value.AsString(), ".") {
		return nil
	}
	return mod.modules[path.Join(mod.dir, value.AsString())]
}

// needsOurs tells whether a module has something of this provider after the migration, itself or by a module that it calls.
func (mod *module) needsOurs(seen []*module) bool {
	needs := len(mod.resources) > 0
	mod.calls(func(_ *file, _ *hclsyntax.Block, called *module) {
		if called != nil && !slices.Contains(seen, called) {
			needs = called.needsOurs(append(seen, mod)) || needs
		}
	})
	return needs
}

// needsTheirs tells whether a module still has something of the old providers. What modules from elsewhere have nobody knows.
func (mod *module) needsTheirs(seen []*module) bool {
	needs := mod.rest
	mod.calls(func(_ *file, b *hclsyntax.Block, called *module) {
		switch {
		case called == nil:
			needs = needs || mod.handsOver(b)
		case !slices.Contains(seen, called):
			needs = called.needsTheirs(append(seen, mod)) || needs
		}
	})
	return needs
}

// handsOver tells whether a module call names one of the old providers.
func (mod *module) handsOver(b *hclsyntax.Block) bool {
	a := b.Body.Attributes["providers"]
	if a == nil {
		return false
	}
	return slices.ContainsFunc(a.Expr.Variables(), func(used hcl.Traversal) bool { return mod.from[used.RootName()] })
}

// require adds this provider to required_providers, in the place of the old one where that one goes.
func (mod *module) require(stays bool) {
	var place *hclsyntax.Block // required_providers
	var terraform *hclsyntax.Block
	var placeFile, terraformFile *file
	mod.blocks("terraform", func(f *file, b *hclsyntax.Block) {
		terraform, terraformFile = b, f
		for _, inner := range b.Body.Blocks {
			if inner.Type == "required_providers" && (place == nil || mod.names(inner)) {
				place, placeFile = inner, f
			}
		}
	})
	switch {
	case place != nil:
		mod.requireIn(placeFile, place, stays)
	case terraform != nil:
		terraformFile.splice(terraform.OpenBraceRange.End.Byte, terraform.OpenBraceRange.End.Byte,
			"\nrequired_providers {\n"+requirement("", "")+"\n}\n")
	default:
		mod.fileNamed("versions.tf").added += "terraform {\nrequired_providers {\n" + requirement("", "") + "\n}\n}\n"
	}
}

// names tells whether required_providers has one of the old providers.
func (mod *module) names(required *hclsyntax.Block) bool {
	for name := range required.Body.Attributes {
		if mod.from[name] {
			return true
		}
	}
	return false
}

func (mod *module) requireIn(f *file, required *hclsyntax.Block, stays bool) {
	attributes := slices.SortedFunc(maps.Values(required.Body.Attributes), func(a, b *hclsyntax.Attribute) int {
		return cmp.Compare(a.SrcRange.Start.Byte, b.SrcRange.Start.Byte)
	})
	isThere := required.Body.Attributes[ownName] != nil
	for _, a := range attributes {
		if !mod.from[a.Name] {
			continue
		}
		entry := requirement(mod.aliases(f, a), "")
		if !stays {
			entry = requirement(mod.aliases(f, a), comments(f, a.SrcRange.Start.Byte, a.SrcRange.End.Byte))
		}
		switch {
		case stays && !isThere:
			f.splice(a.SrcRange.End.Byte, a.SrcRange.End.Byte, "\n"+entry)
		case !stays && !isThere:
			f.replace(a.SrcRange, entry)
		case !stays:
			to := a.SrcRange.End.Byte
			f.splice(a.SrcRange.Start.Byte, to+len(restOfLine.FindString(f.raw(to, required.CloseBraceRange.Start.Byte))), "")
		}
		isThere = true
	}
	if !isThere {
		f.splice(required.OpenBraceRange.End.Byte, required.OpenBraceRange.End.Byte, "\n"+requirement("", "")+"\n")
	}
}

// restOfLine is the empty end of a line.
var restOfLine = regexp.MustCompile(`^[ \t]*\r?\n`)

// requirement is this provider in required_providers.
func requirement(aliases, comments string) string {
	if aliases != "" {
		aliases = "configuration_aliases = " + aliases + "\n"
	}
	return fmt.Sprintf("%s = {\n%ssource = %q\n%s}", ownName, comments, ownSource, aliases)
}

// aliases are the configuration_aliases of an old provider, under the name of this one.
func (mod *module) aliases(f *file, a *hclsyntax.Attribute) string {
	entry, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return ""
	}
	for _, pair := range entry.Items {
		if key, ok := constant(pair.KeyExpr); ok && isText(key) && key.AsString() == "configuration_aliases" {
			r := pair.ValueExpr.Range()
			return strings.ReplaceAll(f.raw(r.Start.Byte, r.End.Byte), a.Name+".", ownName+".")
		}
	}
	return ""
}

// configure makes a provider block of this provider of an old one.
func (mod *module) configure(f *file, b *hclsyntax.Block, stays bool) {
	w := &writer{module: mod, resource: &resource{address: address{typeName: "provider", name: b.Labels[0]}, target: "the provider"}, part: part{f, b}}
	arguments := members{"alias": {form: plain}}
	for name, m := range mod.schemas.provider {
		arguments[name] = m
	}
	from, to := b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte
	text := w.body(b.Body, from, to, place{members: arguments})
	if !stays {
		f.replace(b.LabelRanges[0], fmt.Sprintf("%q", ownName))
		f.splice(from, to, text)
		return
	}
	configured := false
	mod.blocks("provider", func(other *file, o *hclsyntax.Block) {
		configured = configured || slices.Equal(o.Labels, []string{ownName}) && alias(other, o) == alias(f, b)
	})
	if configured {
		return
	}
	end := b.CloseBraceRange.End.Byte
	f.splice(end, end, fmt.Sprintf("\n\nprovider %q {%s}", ownName, text))
}

// alias is the alias of a provider block, as it is written.
func alias(f *file, b *hclsyntax.Block) string {
	a := b.Body.Attributes["alias"]
	if a == nil {
		return ""
	}
	return f.rawExpr(a.Expr)
}

// handOver gives a module that is called this provider, where the call names the old one.
func (mod *module) handOver(f *file, b *hclsyntax.Block, called *module) {
	a := b.Body.Attributes["providers"]
	if called == nil {
		if mod.handsOver(b) {
			mod.report.undecided(f, b.TypeRange.Start.Byte, "module.%s is not in this folder and gets the old provider: look whether it needs this one", strings.Join(b.Labels, "."))
		}
		return
	}
	if a == nil || !called.needsOurs(nil) {
		return
	}
	mod.renameProviders(f, a.Expr, called.needsTheirs(nil))
}

// renameProviders puts this provider into what is handed over: in the place of an old one, or beside it.
func (mod *module) renameProviders(f *file, handed hclsyntax.Expression, stays bool) {
	providers, ok := handed.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return
	}
	for _, pair := range providers.Items {
		from, to := pair.KeyExpr.Range().Start.Byte, pair.ValueExpr.Range().End.Byte
		text, used := mod.renamedProviders(f.raw(from, to))
		switch {
		case !used:
		case stays:
			f.splice(to, to, "\n"+text)
		default:
			f.splice(from, to, text)
		}
	}
}

// renamedProviders is an element of the providers of a call with this provider in the place of old ones.
func (mod *module) renamedProviders(element string) (text string, used bool) {
	text = providerName.ReplaceAllStringFunc(element, func(name string) string {
		if mod.from[name] {
			used = true
			return ownName
		}
		return name
	})
	return text, used
}

// providerName is the name of a provider, in front of an alias or without one.
var providerName = regexp.MustCompile(`(?:^|\b)[\w-]+`)
