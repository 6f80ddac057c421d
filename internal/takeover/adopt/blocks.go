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
	single   bool   // whether the address is just a type and a name, without a module or a key
	inModule bool
}

var relevantBlocks = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "import"},
	{Type: "moved"},
	{Type: "removed"},
}}

// addBlocks records the blocks of a file. A resource block in an override file modifies a resource rather than declaring one.
func (f *directory) addBlocks(body hcl.Body, override bool) error {
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
			f.addProvider(block)
		case "import":
			f.addImport(block)
		case "moved", "removed":
			f.addMove(configuration.Attributes(block.Body, "from", "to"))
		}
	}
	return nil
}

// addProvider records the arguments of a provider block, unless the block has an alias.
func (f *directory) addProvider(block *hcl.Block) {
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

// addMove stores the "to" address of a moved block under its "from" address. A removed block has no "to" address, so addMove stores "".
func (f *directory) addMove(attributes hcl.Attributes) {
	address := func(name string) string {
		if attributes[name] == nil {
			return ""
		}
		return targetOf(attributes[name].Expr).resource
	}
	f.moved[address("from")] = address("to")
}

// addImport records an import block. If the id in the block is a constant, addImport also indexes the block by resource type and object id.
// With for_each, the id is not constant.
func (f *directory) addImport(block *hcl.Block) {
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
		f.imports[typeName+" "+path.Base(strings.TrimSuffix(i.id, exactSuffix))] = i // Ids contain no slashes.
	}
}

// targetOf returns the resource that an expression such as engine_alert.low_flow refers to, or an empty target for any other kind of
// expression.
func targetOf(expression hcl.Expression) (t target) {
	traversal, diags := hcl.AbsTraversalForExpr(expression)
	if diags.HasErrors() { // With for_each, the key is not constant.
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
