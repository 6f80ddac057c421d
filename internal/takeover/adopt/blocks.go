// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type importBlock struct {
	target
	at hcl.Range
	id string // as written; "" if it is not constant
}

type target struct {
	resource string // its address within its module, such as "engine_alert.low_flow"
	single   bool   // the address is just a type and a name, without a module or a key
	inModule bool
}

var relevantBlocks = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "import"},
	{Type: "moved"},
	{Type: "removed"},
}}

// note records the blocks of a file. A resource block in an override file declares no resource, but changes one.
func (f *directory) note(body hcl.Body, override bool) error {
	content, _, diags := body.PartialContent(relevantBlocks)
	if diags.HasErrors() {
		return fmt.Errorf("read the configuration: %w", diags)
	}
	for _, block := range content.Blocks {
		switch block.Type {
		case "resource":
			address := block.Labels[0] + "." + block.Labels[1]
			if override {
				f.overrides[address] = append(f.overrides[address], block.Body)
			} else {
				f.addresses[address] = true
			}
		case "provider":
			f.noteProvider(block)
		case "import":
			f.noteImport(block)
		case "moved", "removed":
			f.noteMove(configuration.Attributes(block.Body, "from", "to"))
		}
	}
	return nil
}

// noteProvider records the arguments of the default provider block, which has no alias.
func (f *directory) noteProvider(block *hcl.Block) {
	arguments := configuration.Attributes(block.Body, "alias", baseURL, defaultTags)
	if arguments["alias"] != nil {
		return
	}
	name := block.Labels[0]
	if f.arguments[name] == nil {
		f.arguments[name] = hcl.Attributes{}
	}
	maps.Copy(f.arguments[name], arguments)
}

// noteMove records a moved or removed block. A moved block moves a resource to a new address.
func (f *directory) noteMove(attributes hcl.Attributes) {
	address := func(name string) string {
		if attributes[name] == nil {
			return ""
		}
		return targetOf(attributes[name].Expr).resource
	}
	f.moved[address("from")] = address("to")
}

// noteImport records an import block by the id of its object. With for_each, there is no constant id, and adopt.map.json has the names.
func (f *directory) noteImport(block *hcl.Block) {
	attributes := configuration.Attributes(block.Body, "to", "id", "identity")
	to := attributes["to"]
	if to == nil {
		return
	}
	i := importBlock{target: targetOf(to.Expr), at: block.DefRange}
	if a := attributes["id"]; a != nil {
		if value, _ := a.Expr.Value(nil); configuration.IsString(value) {
			i.id = value.AsString()
		}
	} else if a := attributes["identity"]; a != nil {
		if value, _ := a.Expr.Value(nil); value.IsWhollyKnown() {
			i.id = memberText(value, "id")
		}
	}
	f.targets = append(f.targets, i)
	typeName, _, _ := strings.Cut(i.resource, ".")
	if i.id != "" {
		f.imports[typeName+" "+path.Base(strings.TrimSuffix(i.id, exactSuffix))] = i // No id has a slash.
	}
}

// targetOf returns the resource in an expression such as engine_alert.low_flow. The result is empty if the expression is not an address.
func targetOf(expression hcl.Expression) (t target) {
	traversal, diags := hcl.AbsTraversalForExpr(expression)
	if diags.HasErrors() { // The key may not be constant, for example in an import block with for_each.
		traversals := expression.Variables()
		if len(traversals) == 0 {
			return t
		}
		traversal = traversals[0]
	}
	names := []string{traversal.RootName()}
	for _, step := range traversal[1:] {
		if step, ok := step.(hcl.TraverseAttr); ok {
			names = append(names, step.Name)
		}
	}
	t.single = len(names) == 2 && len(traversal) == 2 && !diags.HasErrors()
	for len(names) > 2 && names[0] == "module" {
		names, t.inModule = names[2:], true
	}
	if len(names) >= 2 {
		t.resource = names[0] + "." + names[1]
	}
	return t
}
