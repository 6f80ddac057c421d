// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// importBlock is an import block of the folder.
type importBlock struct {
	target
	at hcl.Range
	id string // as it stands there, "" if it is not constant
}

// target is what an address names.
type target struct {
	resource string // its address within its module, such as "engine_alert.low_flow"
	single   bool   // there is no module and no key before or behind it
	inModule bool
}

// blocksThatCount are the blocks that adopt has to know of.
var blocksThatCount = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "variable", LabelNames: []string{"name"}},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "import"},
	{Type: "moved"},
	{Type: "removed"},
	{Type: "terraform"},
	{Type: "locals"},
}}

// note notes what a file declares, or changes, and returns the locals in it.
func (f *folder) note(body hcl.Body, override bool) (locals map[string]*hcl.Attribute, err error) {
	content, _, diags := body.PartialContent(blocksThatCount)
	if diags.HasErrors() {
		return nil, fmt.Errorf("read the configuration: %w", diags)
	}
	locals = map[string]*hcl.Attribute{}
	for _, block := range content.Blocks {
		switch block.Type {
		case "resource":
			address := block.Labels[0] + "." + block.Labels[1]
			if override {
				f.overrides[address] = append(f.overrides[address], block.Body)
			} else {
				f.addresses[address] = true
			}
		case "variable":
			f.variables[block.Labels[0]] = true
		case "provider":
			f.noteProvider(block)
		case "import":
			f.noteImport(block)
		case "moved", "removed":
			f.noteMove(attributesOf(block.Body, "from", "to"))
		case "terraform":
			f.noteRequired(block.Body)
		case "locals":
			members, diags := block.Body.JustAttributes()
			if diags.HasErrors() {
				return nil, fmt.Errorf("read the configuration: %w", diags)
			}
			maps.Copy(locals, members)
		}
	}
	return locals, nil
}

// attributesOf returns the attributes of a body that have one of some names.
func attributesOf(body hcl.Body, names ...string) hcl.Attributes {
	schema := &hcl.BodySchema{}
	for _, name := range names {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	content, _, _ := body.PartialContent(schema) // What is wrong in a block is Terraform's to say.
	return content.Attributes
}

// noteProvider notes the arguments of a provider block. Resources without an argument provider use the block without an alias.
func (f *folder) noteProvider(block *hcl.Block) {
	arguments := attributesOf(block.Body, "alias", baseURL, defaultTags)
	if arguments["alias"] != nil {
		return
	}
	name := block.Labels[0]
	if f.arguments[name] == nil {
		f.arguments[name] = hcl.Attributes{}
	}
	maps.Copy(f.arguments[name], arguments)
}

// noteRequired notes what a terraform block says of providers.
func (f *folder) noteRequired(body hcl.Body) {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
	for _, block := range content.Blocks {
		f.required = &block.DefRange
		entries, _ := block.Body.JustAttributes()
		for name, entry := range entries {
			f.providers[name] = sourceOf(name, entry.Expr)
		}
	}
}

// sourceOf is the source of a provider, without the host of the registry. An entry without a source means HashiCorp's provider of
// that name.
func sourceOf(name string, entry hcl.Expression) string {
	pairs, diags := hcl.ExprMap(entry)
	if diags.HasErrors() {
		return "hashicorp/" + name // a version alone
	}
	for _, pair := range pairs {
		key, _ := pair.Key.Value(nil) // a bare key too
		value, _ := pair.Value.Value(nil)
		if isText(key) && key.AsString() == "source" && isText(value) {
			full := value.AsString()
			return path.Join(path.Base(path.Dir(full)), path.Base(full))
		}
	}
	return "hashicorp/" + name
}

func isText(value cty.Value) bool {
	return value != cty.NilVal && value.Type() == cty.String && value.IsKnown() && !value.IsNull()
}

// noteMove notes that a resource has another address now, or is none any more.
func (f *folder) noteMove(attributes hcl.Attributes) {
	address := func(name string) string {
		if attributes[name] == nil {
			return ""
		}
		return targetOf(attributes[name].Expr).resource
	}
	f.moved[address("from")] = address("to")
}

// noteImport notes what an import block imports. One that is made by for_each has no constant id, and is left to the map.
func (f *folder) noteImport(block *hcl.Block) {
	attributes := attributesOf(block.Body, "to", "id", "identity")
	to := attributes["to"]
	if to == nil {
		return
	}
	i := importBlock{target: targetOf(to.Expr), at: block.DefRange}
	if a := attributes["id"]; a != nil {
		if value, _ := a.Expr.Value(nil); isText(value) {
			i.id = value.AsString()
		}
	} else if a := attributes["identity"]; a != nil {
		if value, _ := a.Expr.Value(nil); value.IsWhollyKnown() && value.Type().IsObjectType() && value.Type().HasAttribute("id") && isText(value.GetAttr("id")) {
			i.id = value.GetAttr("id").AsString()
		}
	}
	f.targets = append(f.targets, i)
	typeName, _, _ := strings.Cut(i.resource, ".")
	if i.id != "" {
		f.imports[typeName+" "+path.Base(strings.TrimSuffix(i.id, exactSuffix))] = i // No id has a slash.
	}
}

// targetOf reads an address.
func targetOf(expression hcl.Expression) (t target) {
	traversal, diags := hcl.AbsTraversalForExpr(expression)
	if diags.HasErrors() { // The key may be no constant, as in an import block with for_each.
		traversals := expression.Variables()
		if len(traversals) == 0 {
			return t
		}
		traversal = traversals[0]
	}
	var names []string
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			names = append(names, step.Name)
		case hcl.TraverseAttr:
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
