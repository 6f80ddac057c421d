// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// rootOf returns the first name of a reference, and its range.
func rootOf(expr hclsyntax.Expression) (string, hcl.Range, bool) {
	traversal, ok := expr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(traversal.Traversal) == 0 {
		return "", hcl.Range{}, false
	}
	root, ok := traversal.Traversal[0].(hcl.TraverseRoot)
	return root.Name, root.SrcRange, ok
}

// attributeAt returns step i of a reference if it names an attribute.
func attributeAt(traversal hcl.Traversal, i int) (hcl.TraverseAttr, bool) {
	if i >= len(traversal) {
		return hcl.TraverseAttr{}, false
	}
	step, ok := traversal[i].(hcl.TraverseAttr)
	return step, ok
}

// references rewrites a file's references to rewritten resources. Moved and removed blocks keep the old addresses.
func (mod *module) references(f *file) {
	about := mod
	visit := func(node hclsyntax.Node, isHidden func(string) bool) {
		mod := about
		switch node := node.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if !isHidden(node.Traversal.RootName()) {
				mod.reference(f, node.Traversal)
			}
		case *hclsyntax.RelativeTraversalExpr:
			if r := mod.referred(node.Source, isHidden); r != nil {
				mod.followed(f, r, node.Traversal)
			}
		case *hclsyntax.FunctionCallExpr:
			if words := strings.Split(node.Name, "::"); len(words) > 1 && words[0] == "provider" && mod.from[words[1]] {
				mod.rest = true
				mod.report.undecided(f, node.NameRange.Start.Byte, "%s() is a function of the old provider", node.Name)
			}
		case *hclsyntax.SplatExpr:
			if each, ok := node.Each.(*hclsyntax.RelativeTraversalExpr); ok {
				if r := mod.referred(node.Source, isHidden); r != nil {
					mod.followed(f, r, each.Traversal)
				}
			}
		}
	}
	for _, a := range f.body.Attributes {
		walk(a, visit)
	}
	for _, b := range f.body.Blocks {
		if b.Type == "moved" || b.Type == "removed" {
			continue
		}
		if about = mod; b.Type == "run" && isTest(f.path) {
			about = mod.tested(b)
		}
		if about != nil {
			walk(b.Body, visit)
		}
	}
}

// reference rewrites one reference.
func (mod *module) reference(f *file, traversal hcl.Traversal) {
	r, at := mod.named(traversal)
	if r == nil {
		return
	}
	typeRange := traversal[at-1].SourceRange()
	prefix := ""
	if r.data {
		prefix = "."
	}
	f.replace(typeRange, prefix+r.target)
	f.replace(traversal[at].SourceRange(), "."+r.newName)
	mod.followed(f, r, traversal[at+1:])
}

// named returns the resource that a reference begins with, and the index of the step with its name.
func (mod *module) named(traversal hcl.Traversal) (*resource, int) {
	root := traversal.RootName()
	first, ok := attributeAt(traversal, 1)
	if !ok {
		return nil, 0
	}
	if root != "data" {
		return mod.resources[address{false, root, first.Name}], 1
	}
	second, ok := attributeAt(traversal, 2)
	if !ok {
		return nil, 0
	}
	return mod.resources[address{true, first.Name, second.Name}], 2
}

// referred returns the resource that an expression such as resource.name[each.key] refers to; nil if there is none.
func (mod *module) referred(expr hclsyntax.Expression, isHidden func(string) bool) *resource {
	switch expr := expr.(type) {
	case *hclsyntax.IndexExpr:
		return mod.referred(expr.Collection, isHidden)
	case *hclsyntax.ScopeTraversalExpr:
		if isHidden(expr.Traversal.RootName()) {
			return nil
		}
		if r, at := mod.named(expr.Traversal); r != nil && at == len(expr.Traversal)-1 {
			return r
		}
	}
	return nil
}

// followed rewrites the attribute that a reference reads from a resource.
func (mod *module) followed(f *file, r *resource, rest hcl.Traversal) {
	if len(rest) > 0 {
		switch rest[0].(type) {
		case hcl.TraverseIndex, hcl.TraverseSplat:
			rest = rest[1:]
		}
	}
	step, ok := attributeAt(rest, 0)
	if !ok {
		return
	}
	at := step.SrcRange.Start.Byte
	name, m := r.find(step.Name)
	switch {
	case m == nil:
		mod.report.undecided(f, at, "this refers to %[2]q, which %[1]s does not have", r.target, step.Name)
		return
	case name != step.Name:
		f.replace(step.SrcRange, "."+name)
	case m.form == object && len(rest) > 1:
		if index, ok := rest[1].(hcl.TraverseIndex); ok { // The old attribute was a block, which references treat as a list of one.
			f.replace(index.SrcRange, "")
		}
	}
	if !r.data && !m.computed && !r.has(name) && !r.seen.shows(name) {
		mod.report.undecided(f, at, "this refers to %[3]q, which %[1]s.%[2]s does not declare: the state of this provider has only declared attributes", r.target, r.newName, name)
	}
}

// has reports whether any block of the resource declares an attribute.
func (r *resource) has(name string) bool {
	if name == "type" && r.kind.Type != "" {
		return true
	}
	for _, p := range r.parts() {
		if r.declares(p.block.Body, name) {
			return true
		}
	}
	return false
}

// declares reports whether a body of the resource declares an attribute.
func (r *resource) declares(body *hclsyntax.Body, name string) bool {
	for given := range body.Attributes {
		if found, _ := r.find(given); found == name {
			return true
		}
	}
	for _, b := range body.Blocks {
		if found, _ := r.find(blockName(b)); found == name {
			return true
		}
	}
	return false
}

// blockName returns the name of a block; for a dynamic block, the name of the blocks that it makes.
func blockName(b *hclsyntax.Block) string {
	if b.Type == "dynamic" && len(b.Labels) > 0 {
		return b.Labels[0]
	}
	return b.Type
}

// reportTexts reports texts that contain the address of a rewritten resource. It leaves them alone, because their meaning is
// unknown.
func (mod *module) reportTexts() {
	byName := map[string]*resource{}
	for _, r := range mod.order {
		byName[r.String()] = r
	}
	for _, f := range mod.files {
		if f.body == nil || len(f.src) == 0 {
			continue
		}
		tokens, _ := hclsyntax.LexConfig(f.src, f.path, hcl.InitialPos)
		for _, token := range tokens {
			if token.Type != hclsyntax.TokenQuotedLit && token.Type != hclsyntax.TokenStringLit {
				continue
			}
			for _, r := range namesInText(string(token.Bytes), byName) {
				mod.report.undecided(f, token.Range.Start.Byte, "this text names %s, which is now %s.%s", r, r.target, r.newName)
			}
		}
	}
}

// namesInText returns the resources whose addresses a text contains.
func namesInText(text string, byName map[string]*resource) []*resource {
	var found []*resource
	words := addressPart.FindAllStringIndex(text, -1)
	for i := 1; i < len(words); i++ {
		if words[i-1][1]+1 != words[i][0] || text[words[i-1][1]] != '.' {
			continue
		}
		if r := byName[text[words[i-1][0]:words[i][1]]]; r != nil {
			found = append(found, r)
		}
	}
	return found
}

// addressPart matches one part of an address.
var addressPart = regexp.MustCompile(`[\w-]+`)
