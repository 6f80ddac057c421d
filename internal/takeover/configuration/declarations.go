// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package configuration

import (
	"fmt"
	"path"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// Declarations contains the locals, variables and required providers of a module.
type Declarations struct {
	Locals    map[string]*hcl.Attribute
	Variables map[string]*hcl.Attribute // the default of each variable; nil if it has none
	Required  *hcl.Range                // the range of a required_providers block; nil if there is none
	Providers map[string]string         // sources of the required providers, by local name
}

// NewDeclarations returns empty Declarations. Call Add for each file in the module.
func NewDeclarations() *Declarations {
	return &Declarations{
		Locals: map[string]*hcl.Attribute{}, Variables: map[string]*hcl.Attribute{}, Providers: map[string]string{},
	}
}

// Add records the declarations in a file. Add override files last, because their declarations replace earlier ones.
func (d *Declarations) Add(body hcl.Body) error {
	content, _, diags := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "terraform"}, {Type: "locals"}, {Type: "variable", LabelNames: []string{"name"}},
	}})
	if diags.HasErrors() {
		return fmt.Errorf("read the configuration: %w", diags)
	}
	for _, block := range content.Blocks {
		switch block.Type {
		case "terraform":
			d.addRequired(block.Body)
		case "variable":
			if value := Attributes(block.Body, "default")["default"]; value != nil || d.Variables[block.Labels[0]] == nil {
				d.Variables[block.Labels[0]] = value
			}
		default:
			locals, diags := block.Body.JustAttributes()
			if diags.HasErrors() {
				return fmt.Errorf("read the configuration: %w", diags)
			}
			for name, a := range locals {
				d.Locals[name] = a
			}
		}
	}
	return nil
}

// Attributes returns the attributes with the given names from a body. It ignores errors in the body because Terraform reports them.
func Attributes(body hcl.Body, names ...string) hcl.Attributes {
	schema := &hcl.BodySchema{}
	for _, name := range names {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	content, _, _ := body.PartialContent(schema)
	return content.Attributes
}

func (d *Declarations) addRequired(body hcl.Body) {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
	for _, block := range content.Blocks {
		d.Required = &block.DefRange
		entries, _ := block.Body.JustAttributes()
		for name, entry := range entries {
			d.Providers[name] = sourceOf(name, entry.Expr)
		}
	}
}

// sourceOf returns a provider's source without the registry's host name, such as engine-platform/engine. If the required_providers entry
// has no source, sourceOf returns the one that Terraform assumes, such as hashicorp/random.
func sourceOf(name string, entry hcl.Expression) string {
	pairs, diags := hcl.ExprMap(entry)
	if diags.HasErrors() {
		return "hashicorp/" + name // the entry is just a version
	}
	for _, pair := range pairs {
		key, _ := pair.Key.Value(nil) // This also works for a bare key.
		value, _ := pair.Value.Value(nil)
		if IsString(key) && key.AsString() == "source" && IsString(value) {
			full := value.AsString()
			return path.Join(path.Base(path.Dir(full)), path.Base(full))
		}
	}
	return "hashicorp/" + name
}

// IsString reports whether a value is a string that is neither unknown nor null.
func IsString(value cty.Value) bool {
	return value != cty.NilVal && value.Type() == cty.String && value.IsKnown() && !value.IsNull()
}
