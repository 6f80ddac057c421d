// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// rootOf returns the first name in a reference and the range of that name. It returns false if the expression is not a reference.
func rootOf(expr hclsyntax.Expression) (string, hcl.Range, bool) {
	traversal, ok := expr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(traversal.Traversal) == 0 {
		return "", hcl.Range{}, false
	}
	root, ok := traversal.Traversal[0].(hcl.TraverseRoot)
	return root.Name, root.SrcRange, ok
}

// attributeAt returns the name at step i of a reference. It returns false if that step is an index such as [0], or if there is no such
// step.
func attributeAt(traversal hcl.Traversal, i int) (hcl.TraverseAttr, bool) {
	if i >= len(traversal) {
		return hcl.TraverseAttr{}, false
	}
	step, ok := traversal[i].(hcl.TraverseAttr)
	return step, ok
}

// walk calls visit for a node and all nodes inside it. A traversal may begin with the variable of a for expression. For example, in [for
// acme_alert in x : acme_alert.id], acme_alert is the loop variable and not the resource type of the same name. visit can recognize such a
// traversal with isHidden.
func walk(node hclsyntax.Node, visit func(node hclsyntax.Node, isHidden func(hcl.Traversal) bool)) {
	references := map[hcl.Range]bool{}
	_ = hclsyntax.VisitAll(node, func(node hclsyntax.Node) hcl.Diagnostics {
		if a, ok := node.(*hclsyntax.Attribute); ok {
			for _, traversal := range a.Expr.Variables() { // Variables omits for-expression variables.
				references[traversal.SourceRange()] = true
			}
		}
		visit(node, func(t hcl.Traversal) bool { return !references[t.SourceRange()] })
		return nil
	})
}

// rewriteReferences rewrites references such as acme_alert.flow.id in a file, except in moved and removed blocks.
func (mod *module) rewriteReferences(f *file) {
	for _, a := range f.body.Attributes {
		mod.rewriteReferencesIn(f, a)
	}
	for _, b := range f.body.Blocks {
		about := mod
		if b.Type == "run" && isTest(f.Path) {
			about = mod.moduleUnderTest(b)
		}
		if about != nil && b.Type != "moved" && b.Type != "removed" {
			about.rewriteReferencesIn(f, b.Body)
		}
	}
}

func (mod *module) rewriteReferencesIn(f *file, node hclsyntax.Node) {
	walk(node, func(node hclsyntax.Node, isHidden func(hcl.Traversal) bool) {
		switch node := node.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if r, at := mod.resourceOf(node.Traversal); r != nil && !isHidden(node.Traversal) {
				prefix := ""
				if r.data {
					prefix = "."
				}
				f.Replace(node.Traversal[at-1].SourceRange(), prefix+r.target.typeName)
				f.Replace(node.Traversal[at].SourceRange(), "."+r.target.name)
				mod.renameAttribute(f, r, node.Traversal[at+1:])
			}
		case *hclsyntax.RelativeTraversalExpr:
			mod.renameAttribute(f, mod.resourceIn(node.Source, isHidden), node.Traversal)
		case *hclsyntax.SplatExpr:
			if each, ok := node.Each.(*hclsyntax.RelativeTraversalExpr); ok {
				mod.renameAttribute(f, mod.resourceIn(node.Source, isHidden), each.Traversal)
			}
		case *hclsyntax.FunctionCallExpr:
			rest, isProvider := strings.CutPrefix(node.Name, "provider::")
			if name, _, _ := strings.Cut(rest, "::"); isProvider && mod.from[name] {
				mod.usesOldProvider = true
				mod.report.addUndecided(node.NameRange, "%s() is a function of the old provider", node.Name)
			}
		}
	})
}

// resourceOf returns the rewritten resource that a reference refers to, and the index of the resource's name in the reference. If the
// reference refers to anything else, the resource is nil.
func (mod *module) resourceOf(traversal hcl.Traversal) (*resource, int) {
	names, at := configuration.Names(traversal), 1
	if names[0] == "data" {
		at = 2
	}
	if len(names) <= at {
		return nil, 0
	}
	return mod.resources[address{at == 2, names[at-1], names[at]}], at
}

// resourceIn returns the rewritten resource that an expression such as acme_alert.low_flow[each.key] refers to, or nil if there is none.
func (mod *module) resourceIn(expr hclsyntax.Expression, isHidden func(hcl.Traversal) bool) *resource {
	switch expr := expr.(type) {
	case *hclsyntax.IndexExpr:
		return mod.resourceIn(expr.Collection, isHidden)
	case *hclsyntax.ScopeTraversalExpr:
		if r, at := mod.resourceOf(expr.Traversal); at == len(expr.Traversal)-1 && !isHidden(expr.Traversal) {
			return r
		}
	}
	return nil
}

// renameAttribute renames the attribute in a reference to a resource, or reports it if the rewritten resource won't have that attribute.
// For acme_alert.flow.id, the parameter rest contains only id. If r is nil, renameAttribute does nothing.
func (mod *module) renameAttribute(f *file, r *resource, rest hcl.Traversal) {
	if len(rest) > 0 {
		switch rest[0].(type) {
		case hcl.TraverseIndex, hcl.TraverseSplat:
			rest = rest[1:]
		}
	}
	step, ok := attributeAt(rest, 0)
	if !ok || r == nil {
		return
	}
	m := r.members.find(step.Name)
	switch {
	case m == nil:
		mod.report.addUndecided(step.SrcRange, "this refers to %q, which %s does not have", step.Name, r.target.typeName)
		return
	case m.name != step.Name:
		f.Replace(step.SrcRange, "."+m.name)
	case m.form == object && len(rest) > 1:
		if index, ok := rest[1].(hcl.TraverseIndex); ok { // The old attribute was a block: a list with one element.
			f.Replace(index.SrcRange, "")
		}
	}
	if !r.data && !m.computed && !r.declares(m.name) && r.engine[m.name] == nil {
		mod.report.addUndecided(step.SrcRange, "this refers to %q, which %s does not declare: "+
			"the state of this provider has only declared attributes", m.name, r.target)
	}
}

func (r *resource) declares(name string) bool {
	return name == "type" && r.kind.Type != "" ||
		slices.ContainsFunc(r.parts, func(p part) bool { return r.members.declaredNames(p.block.Body)[name] })
}

func (m members) declaredNames(body *hclsyntax.Body) map[string]bool {
	names := map[string]bool{}
	note := func(given string) {
		if found := m.find(given); found != nil {
			names[found.name] = true
		}
	}
	for given := range body.Attributes {
		note(given)
	}
	for _, b := range body.Blocks {
		note(blockName(b))
	}
	return names
}

// blockName returns the label of a dynamic block and the type of any other block.
func blockName(b *hclsyntax.Block) string {
	if b.Type == "dynamic" && len(b.Labels) > 0 {
		return b.Labels[0]
	}
	return b.Type
}

var dotted = regexp.MustCompile(`[\w-]+(\.[\w-]+)+`)

// reportStrings reports strings that contain the address of a rewritten resource. migrate does not change them because it can't know their
// purpose.
func (mod *module) reportStrings() {
	byName := map[string]*resource{}
	for _, r := range mod.order {
		byName[r.String()] = r
	}
	for _, f := range mod.files {
		if f.body == nil {
			continue
		}
		tokens, _ := hclsyntax.LexConfig(f.Src, f.Path, hcl.InitialPos)
		for _, token := range tokens {
			if token.Type != hclsyntax.TokenQuotedLit && token.Type != hclsyntax.TokenStringLit {
				continue
			}
			for _, path := range dotted.FindAllString(string(token.Bytes), -1) {
				names := strings.Split(path, ".")
				for i := range names[1:] {
					if r := byName[names[i]+"."+names[i+1]]; r != nil {
						mod.report.addUndecided(token.Range, "this string names %s, which is now %s", r, r.target)
					}
				}
			}
		}
	}
}
