// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package protocol runs the provider in-process to import, read, validate and plan objects. It sends the requests that Terraform would
// send. As in Terraform, all values pass through the go-cty library, which normalizes Unicode in strings.
//
// Start reading at Start. The methods in object.go handle single objects.
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

// Provider is an in-process provider server, configured by environment variables and by calling Configure.
type Provider struct {
	Warnings []string // warnings from Configure

	server    tfprotov6.ProviderServer
	arguments resource
	resources map[string]resource // by resource type
}

type resource struct {
	typ      cty.Type // type of states and plans
	declared cty.Type // type of configurations, with optional attributes
	computed []string // attributes that the provider computes if the configuration does not set them
}

// Start reads the schemas of a provider server and returns a Provider that uses the server. Call Configure before any method that sends
// requests to the engine.
func Start(ctx context.Context, server tfprotov6.ProviderServer) (*Provider, error) {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	if _, err := splitDiagnostics(schemas.Diagnostics); err != nil {
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

// Configure configures the provider with the given arguments of a provider block.
func (p *Provider) Configure(ctx context.Context, arguments map[string]cty.Value) error {
	value, err := convert.Convert(cty.ObjectVal(arguments), p.arguments.declared)
	if err != nil {
		return err
	}
	config, err := encode(value, p.arguments.typ)
	if err != nil {
		return err
	}
	// The provider may reject old Terraform versions. Claim to be 1.8.0, the oldest version that can read the files that adopt writes.
	response, err := p.server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.8.0", Config: config})
	if err != nil {
		return err
	}
	p.Warnings, err = splitDiagnostics(response.Diagnostics)
	return err
}

// ConfigType returns the type of a configuration for the given resource type. All attributes of this type are optional.
func (p *Provider) ConfigType(typeName string) cty.Type { return p.resources[typeName].declared }

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

// withOptional returns a copy of a type in which all attributes of objects are optional, at any depth.
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

func encode(value cty.Value, t cty.Type) (*tfprotov6.DynamicValue, error) {
	packed, err := ctymsgpack.Marshal(value, t)
	return &tfprotov6.DynamicValue{MsgPack: packed}, err
}

func decode(value *tfprotov6.DynamicValue, t cty.Type) (cty.Value, error) {
	if value == nil {
		return cty.NullVal(t), nil
	}
	return ctymsgpack.Unmarshal(value.MsgPack, t)
}

// splitDiagnostics returns the warnings as strings. It joins all errors into a single error, which is nil if there are no errors.
func splitDiagnostics(diags []*tfprotov6.Diagnostic) (warnings []string, err error) {
	var problems []string
	for _, d := range diags {
		text := d.Summary
		if at := tfvalue.PathString(d.Attribute); at != "" {
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
		slices.Sort(problems) // Servers report problems in random order.
		return warnings, errors.New(strings.Join(problems, "; "))
	}
	return warnings, nil
}

// Each calls the work function for every item, up to GOMAXPROCS at a time, and returns the results in item order. If ctx is canceled, the
// results for items not yet started are zero values.
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
	_ = group.Wait() // The group's functions never return an error.
	return results
}
