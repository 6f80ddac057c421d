// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/hcltext"
	"github.com/engine-platform/terraform-provider-engine/internal/adopt/protocol"
)

// verdict is what the proof says of an object.
type verdict struct {
	warnings []string
	err      error
}

// evaluation has what an expression may refer to.
func evaluation(locals map[string]cty.Value, ids map[string]map[string]string) *hcl.EvalContext {
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
	return &hcl.EvalContext{Variables: variables, Functions: hcltext.Functions()}
}

// prove reads the text of a configuration as Terraform would, and validates and plans each resource in it. What is read of one is
// forgotten before the next: it takes many times the memory of the text.
func prove(ctx context.Context, p *protocol.Provider, c *configuration, f *folder) (map[*object]verdict, error) {
	locals, err := c.evaluated(f)
	if err != nil {
		return nil, err
	}
	objects := slices.Collect(maps.Keys(c.texts))
	verdicts := make([]verdict, len(objects))
	values := evaluation(locals, c.index.ids())
	each(len(objects), func(i int) {
		if ctx.Err() == nil {
			verdicts[i] = proveOne(ctx, p, objects[i], c.texts[objects[i]], values)
		}
	})
	byObject := map[*object]verdict{}
	for i, o := range objects {
		byObject[o] = verdicts[i]
	}
	return byObject, ctx.Err()
}

// evaluated are the values of all locals: those of the folder and the new ones.
func (c *configuration) evaluated(f *folder) (map[string]cty.Value, error) {
	whole := &folder{locals: maps.Clone(f.locals)}
	body, err := parse("locals.tf", []byte(c.locals))
	if err != nil {
		return nil, err
	}
	var fresh []*hclsyntax.Attribute
	for _, block := range body.Blocks {
		fresh = append(fresh, whole.note(block)...)
	}
	whole.evaluate(fresh)
	return whole.locals, nil
}

func proveOne(ctx context.Context, p *protocol.Provider, o *object, text string, values *hcl.EvalContext) verdict {
	body, err := parse(o.address(), []byte(text))
	if err != nil {
		return verdict{err: err}
	}
	if len(body.Blocks) != 1 || len(body.Attributes) > 0 {
		return verdict{err: fmt.Errorf("the text of %s is %d blocks", o.address(), len(body.Blocks))}
	}
	block := body.Blocks[0]
	t := p.Declared(o.typeName())
	members := map[string]cty.Value{}
	for name, attribute := range block.Body.Attributes {
		if !t.HasAttribute(name) {
			return verdict{err: fmt.Errorf("there is no attribute %s", name)}
		}
		value, diags := attribute.Expr.Value(values)
		if diags.HasErrors() {
			return verdict{err: diags}
		}
		if members[name] = value; value.IsNull() {
			return verdict{err: fmt.Errorf("%s is null", name)}
		}
	}
	config, err := convert.Convert(cty.ObjectVal(members), t)
	if err != nil {
		return verdict{err: err}
	}
	warnings, err := p.Prove(ctx, o.imported, config)
	return verdict{warnings, err}
}

// each works on numbers up to a count, as many at a time as there are processors.
func each(count int, work func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				work(i)
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	workers.Wait()
}
