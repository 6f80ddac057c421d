// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
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

// prove reads the text of a configuration as Terraform would, and validates and plans each resource in it.
func prove(ctx context.Context, p *protocol.Provider, c *configuration, f *folder) (map[*object]verdict, error) {
	blocks := map[string]*hclsyntax.Block{}
	whole := &folder{locals: map[string]cty.Value{}, addresses: map[string]bool{}, imports: map[string]string{}, variables: map[string]bool{}}
	for name, value := range f.locals {
		whole.locals[name] = value
	}
	var locals []*hclsyntax.Attribute
	for _, file := range c.files {
		if filepath.Ext(file.name) != ".tf" {
			continue
		}
		body, err := parse(file.name, []byte(file.text))
		if err != nil {
			return nil, err
		}
		for _, block := range body.Blocks {
			locals = append(locals, whole.note(block)...)
			if block.Type == "resource" {
				blocks[block.Labels[0]+"."+block.Labels[1]] = block
			}
		}
	}
	whole.evaluate(locals)
	var objects []*object
	for _, byID := range c.index.written {
		for _, o := range byID {
			objects = append(objects, o)
		}
	}
	verdicts := make([]verdict, len(objects))
	values := evaluation(whole.locals, c.index.ids())
	each(len(objects), func(i int) {
		verdicts[i] = proveOne(ctx, p, objects[i], blocks[objects[i].address()], values)
	})
	byObject := map[*object]verdict{}
	for i, o := range objects {
		byObject[o] = verdicts[i]
	}
	return byObject, ctx.Err()
}

func proveOne(ctx context.Context, p *protocol.Provider, o *object, block *hclsyntax.Block, values *hcl.EvalContext) verdict {
	if block == nil {
		return verdict{err: fmt.Errorf("the configuration lacks %s", o.address())}
	}
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
