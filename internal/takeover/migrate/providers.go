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

// ownSource is the source address of this provider.
const ownSource = "engine-platform/engine"

// rewriteProviders adds this provider to each module that needs it: in required_providers, provider blocks and the arguments of
// module calls. The old provider stays if the module or a module that it calls still uses it.
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

// calls visits the module blocks of a module, with the modules that they call; called is nil if that is not in the migrated folder.
func (mod *module) calls(visit func(f *file, b *hclsyntax.Block, called *module)) {
	mod.blocks("module", func(f *file, b *hclsyntax.Block) {
		var called *module
		if a := b.Body.Attributes["source"]; a != nil {
			called = mod.called(a.Expr)
		}
		visit(f, b, called)
	})
}

// called returns the module that a source names; nil if it is not in the migrated folder.
func (mod *module) called(source hclsyntax.Expression) *module {
	value, ok := constant(source)
	if !ok || !isText(value) || !strings.HasPrefix(value.AsString(), ".") {
		return nil
	}
	return mod.modules[path.Join(mod.dir, value.AsString())]
}

// needsOurs reports whether a module or a module that it calls uses this provider after the migration.
func (mod *module) needsOurs(seen []*module) bool {
	needs := len(mod.resources) > 0
	mod.calls(func(_ *file, _ *hclsyntax.Block, called *module) {
		if called != nil && !slices.Contains(seen, called) {
			needs = called.needsOurs(append(seen, mod)) || needs
		}
	})
	return needs
}

// needsTheirs reports whether a module, or a module that it calls, still uses the old providers. A call of a module outside the
// migrated folder counts if it passes an old provider.
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

// handsOver reports whether a module call passes one of the old providers.
func (mod *module) handsOver(b *hclsyntax.Block) bool {
	a := b.Body.Attributes["providers"]
	if a == nil {
		return false
	}
	return slices.ContainsFunc(a.Expr.Variables(), func(used hcl.Traversal) bool { return mod.from[used.RootName()] })
}

// require adds this provider to required_providers. It replaces the old provider if that is no longer used.
func (mod *module) require(stays bool) {
	var place *hclsyntax.Block // the required_providers block
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

// names reports whether required_providers has one of the old providers.
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

// restOfLine matches spaces up to the end of a line.
var restOfLine = regexp.MustCompile(`^[ \t]*\r?\n`)

// requirement returns the entry of this provider in required_providers.
func requirement(aliases, comments string) string {
	if aliases != "" {
		aliases = "configuration_aliases = " + aliases + "\n"
	}
	return fmt.Sprintf("%s = {\n%ssource = %q\n%s}", ownName, comments, ownSource, aliases)
}

// aliases returns the configuration_aliases of an old provider, renamed for this one; "" if it has none.
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

// configure turns a provider block of an old provider into one of this provider, or adds one if the old provider stays.
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

// alias returns the alias of a provider block as source text; "" if it has none.
func alias(f *file, b *hclsyntax.Block) string {
	a := b.Body.Attributes["alias"]
	if a == nil {
		return ""
	}
	return f.rawExpr(a.Expr)
}

// handOver passes this provider to a module whose call passes the old one.
func (mod *module) handOver(f *file, b *hclsyntax.Block, called *module) {
	a := b.Body.Attributes["providers"]
	if called == nil {
		if mod.handsOver(b) {
			mod.report.undecided(f, b.TypeRange.Start.Byte, "module.%s is outside this folder and is passed the old provider; check whether it needs this one", strings.Join(b.Labels, "."))
		}
		return
	}
	if a == nil || !called.needsOurs(nil) {
		return
	}
	mod.renameProviders(f, a.Expr, called.needsTheirs(nil))
}

// renameProviders replaces old providers by this one in the argument providers of a call, or adds this one if the old ones stay.
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

// renamedProviders returns an entry of the argument providers with old providers renamed to this one.
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

// providerName matches the name of a provider, with or without an alias behind it.
var providerName = regexp.MustCompile(`(?:^|\b)[\w-]+`)
