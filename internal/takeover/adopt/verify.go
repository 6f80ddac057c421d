// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type verdict struct {
	warnings []string
	declares bool // whether the plan only adds keys to extra
	err      error
}

// evalContext returns the context in which to evaluate the expressions that adopt writes. It contains the locals, the resource ids, and
// functions such as jsonencode.
func evalContext(locals map[string]cty.Value, ids map[string]map[string]string) *hcl.EvalContext {
	variables := map[string]cty.Value{}
	constants := map[string]cty.Value{}
	for name, value := range locals {
		if value != cty.NilVal {
			constants[name] = value
		}
	}
	variables["local"] = cty.ObjectVal(constants)
	for typeName, byLabel := range ids {
		resources := map[string]cty.Value{}
		for label, id := range byLabel {
			resources[label] = cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal(id)})
		}
		variables[typeName] = cty.ObjectVal(resources)
	}
	return &hcl.EvalContext{Variables: variables, Functions: configuration.Functions()}
}

// verify parses the new configuration and plans each resource. It parses one resource at a time because a parsed file takes far more memory
// than its text.
func (a *adoption) verify(ctx context.Context, c *proposal) error {
	locals, err := c.allLocals(a.directory)
	if err != nil {
		return err
	}
	objects := slices.Collect(maps.Keys(c.texts))
	values := evalContext(locals, c.index.ids())
	for i, v := range protocol.Each(ctx, objects, func(o *object) verdict { return a.verifyResource(ctx, o, c.texts[o], values) }) {
		objects[i].verdict = v
	}
	return ctx.Err()
}

// allLocals returns the values of all locals, both existing and new.
func (c *proposal) allLocals(f *directory) (map[string]cty.Value, error) {
	body, err := configuration.ParseNative("locals.tf", []byte(c.locals))
	if err != nil {
		return nil, err
	}
	whole := &directory{Declarations: &configuration.Declarations{Locals: maps.Clone(f.Locals)}}
	if err := whole.Add(body); err != nil {
		return nil, err
	}
	return whole.localValues(), nil
}

func (a *adoption) verifyResource(ctx context.Context, o *object, text string, values *hcl.EvalContext) verdict {
	members, err := a.declaredArguments(o, text, values)
	if err != nil {
		return verdict{err: err}
	}
	config, err := convert.Convert(cty.ObjectVal(members), a.provider.ConfigType(o.typeName()))
	if err != nil {
		return verdict{err: err}
	}
	planned, warnings, err := a.provider.Plan(ctx, o.imported, config)
	if err != nil {
		return verdict{warnings: warnings, err: err}
	}
	changed := protocol.Differences(o.imported.State, planned)
	if len(changed) > 0 && a.all && len(protocol.Differences(withoutExtra(o.imported.State), withoutExtra(planned))) == 0 {
		return verdict{warnings: warnings, declares: true}
	}
	if len(changed) > 0 {
		err = fmt.Errorf("the plan would change %s", strings.Join(changed, ", "))
		if bodies := a.directory.overrides[o.address()]; len(bodies) > 0 {
			err = fmt.Errorf("%w, because %s has arguments for %s", err, bodies[0].MissingItemRange().Filename, o.address())
		}
	}
	return verdict{warnings: warnings, err: err}
}

// declaredArguments returns a resource's arguments. Arguments in override files replace those in the resource block.
func (a *adoption) declaredArguments(o *object, text string, values *hcl.EvalContext) (map[string]cty.Value, error) {
	body, err := configuration.ParseNative(o.address(), []byte(text))
	if err != nil {
		return nil, err
	}
	if len(body.Blocks) != 1 || len(body.Attributes) > 0 {
		return nil, fmt.Errorf("%s is written as %d blocks", o.address(), len(body.Blocks))
	}
	schema := &hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "count"}, {Name: "for_each"}, {Name: "provider"}}}
	for name := range a.provider.ConfigType(o.typeName()).AttributeTypes() {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	members := map[string]cty.Value{}
	for i, body := range append([]hcl.Body{body.Blocks[0].Body}, a.directory.overrides[o.address()]...) {
		content, rest, diags := body.PartialContent(schema)
		if left, _ := rest.JustAttributes(); i == 0 && len(left) > 0 {
			return nil, fmt.Errorf("there is no attribute %s", slices.Sorted(maps.Keys(left))[0])
		}
		for name, attribute := range content.Attributes {
			switch value, more := attribute.Expr.Value(values); {
			case name == "provider" && i == 0:
			case name == "count" || name == "for_each" || name == "provider":
				return nil, fmt.Errorf("%s sets %s of %s, so an import block can't name that resource", position(attribute.Range), name, o.address())
			case diags.HasErrors() || more.HasErrors():
				return nil, append(diags, more...)
			case value.IsNull() && i == 0:
				return nil, fmt.Errorf("%s is null", name)
			default:
				members[name] = value
			}
		}
	}
	return members, nil
}

// withoutExtra returns a copy of a value in which all attributes named "extra" are null. They contain keys that the provider does not know.
// Comparisons ignore these keys.
func withoutExtra(value cty.Value) cty.Value {
	return protocol.Without(value, func(name string) bool { return name == lens.ExtraName })
}
