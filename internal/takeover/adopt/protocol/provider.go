// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package protocol sends this provider the requests that Terraform would send: it imports objects, and validates and plans configurations.
// The provider runs in the same process. Values pass through go-cty, Terraform's own library, because go-cty changes some strings (it
// normalizes Unicode) and Terraform would compare the changed strings.
//
// Start reading at Start; object.go has the calls.
package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
	"golang.org/x/sync/errgroup"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Provider is a provider server in this process. Its arguments come from the environment and from Configure.
type Provider struct {
	Warnings []string // warnings from Configure

	server    tfprotov6.ProviderServer
	arguments resource
	resources map[string]resource
}

type resource struct {
	typ      cty.Type // type of states and plans
	declared cty.Type // type of configurations, with optional attributes
	computed []string // attributes that the provider computes if the configuration does not set them
}

// Start returns a Provider for the server, after reading the server's schemas.
func Start(ctx context.Context, server tfprotov6.ProviderServer) (*Provider, error) {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	if _, err := sorted(schemas.Diagnostics); err != nil {
		return nil, err
	}
	p := &Provider{server: server, resources: map[string]resource{}}
	for name, schema := range schemas.ResourceSchemas {
		if p.resources[name], err = resourceOf(schema.Block); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	p.arguments, err = resourceOf(schemas.Provider.Block)
	return p, err
}

// Configure does what a provider block with these arguments would do.
func (p *Provider) Configure(ctx context.Context, arguments map[string]cty.Value) error {
	value, err := convert.Convert(cty.ObjectVal(arguments), p.arguments.declared)
	if err != nil {
		return err
	}
	config, err := dynamic(value, p.arguments.typ)
	if err != nil {
		return err
	}
	// A provider may reject an old Terraform here. The files that adopt writes work with 1.8.0 and later, so the oldest version is tested.
	response, err := p.server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.8.0", Config: config})
	if err != nil {
		return err
	}
	p.Warnings, err = sorted(response.Diagnostics)
	return err
}

// Declared returns the type of a configuration of the given resource type. All its attributes are optional.
func (p *Provider) Declared(typeName string) cty.Type { return p.resources[typeName].declared }

func resourceOf(block *tfprotov6.SchemaBlock) (r resource, err error) {
	text, err := json.Marshal(block.ValueType())
	if err == nil {
		r.typ, err = ctyjson.UnmarshalType(text)
	}
	r.declared = withOptional(r.typ)
	for _, a := range block.Attributes {
		if a.Computed {
			r.computed = append(r.computed, a.Name)
		}
	}
	return r, err
}

// withOptional returns a type in which all attributes of objects, at any depth, are optional.
func withOptional(t cty.Type) cty.Type {
	switch {
	case t.IsObjectType():
		members := map[string]cty.Type{}
		for name, member := range t.AttributeTypes() {
			members[name] = withOptional(member)
		}
		return cty.ObjectWithOptionalAttrs(members, slices.Collect(maps.Keys(members)))
	case t.IsListType():
		return cty.List(withOptional(t.ElementType()))
	}
	return t
}

func dynamic(value cty.Value, t cty.Type) (*tfprotov6.DynamicValue, error) {
	packed, err := ctymsgpack.Marshal(value, t)
	return &tfprotov6.DynamicValue{MsgPack: packed}, err
}

func decoded(value *tfprotov6.DynamicValue, t cty.Type) (cty.Value, error) {
	if value == nil {
		return cty.NullVal(t), nil
	}
	return ctymsgpack.Unmarshal(value.MsgPack, t)
}

// sorted returns all warnings as strings, and one error that joins all errors. The error is nil if there are only warnings.
func sorted(diags []*tfprotov6.Diagnostic) (warnings []string, err error) {
	var problems []string
	for _, d := range diags {
		text := d.Summary
		if at := tfvalue.PathText(d.Attribute); at != "" {
			text += " (" + at + ")"
		}
		text += ": " + d.Detail
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			problems = append(problems, text)
		} else {
			warnings = append(warnings, text)
		}
	}
	if len(problems) > 0 {
		slices.Sort(problems) // Servers validate attributes in any order.
		return warnings, errors.New(strings.Join(problems, "; "))
	}
	return warnings, nil
}

// Each calls work for all items, up to GOMAXPROCS at a time. Results are in item order. After ctx ends, the remaining ones are zero values.
func Each[Item, Result any](ctx context.Context, items []Item, work func(item Item) Result) []Result {
	results := make([]Result, len(items))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, item := range items {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			results[i] = work(item)
			return nil
		})
	}
	_ = group.Wait() // No work fails.
	return results
}
