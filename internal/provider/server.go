// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// server is what Terraform talks to: the framework's server, with a thin layer before it for what the framework does not
// do well.
type server struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	provider    *engineProvider
	definitions map[string]*definition // by the type name of the resource
	lists       map[string]*definition // by the type name of the plural data source
	unmarked    unmarkedStates

	// framework makes the framework's server for one call to one resource.
	framework func(r *objectResource) tfprotov6.ProviderServer
	// frameworkList makes it for one call to one plural data source, which answers what it is told.
	frameworkList func(source *objectsDataSource, answer *listAnswer) tfprotov6.ProviderServer
}

// NewServer makes the factory of servers for a provider of the given version. Each call of the factory gives a server of
// its own, so that tests in parallel do not share a configuration.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer { return newServer(version) }
}

func newServer(version string) *server { return serve(newProvider(version)) }

func serve(p *engineProvider) *server {
	framework := newPointing(p)
	s := &server{
		ProviderServer: framework, ListResourceServer: framework, ActionServer: framework,
		provider: p, definitions: map[string]*definition{}, lists: map[string]*definition{},
	}
	for _, d := range p.definitions {
		s.definitions["engine_"+d.Name], s.lists["engine_"+d.Plural] = d, d
	}
	s.framework = func(r *objectResource) tfprotov6.ProviderServer {
		r.connection = p.connection
		return newPointing(&oneResource{engineProvider: p, resource: r})
	}
	s.frameworkList = func(source *objectsDataSource, answer *listAnswer) tfprotov6.ProviderServer {
		answered := &objectsDataSource{definition: source.definition, answered: answer}
		return newPointing(&oneDataSource{engineProvider: p, source: answered})
	}
	return s
}

// NewFrameworkServer makes the factory of servers without the thin layer, which make bench compares NewServer with.
func NewFrameworkServer(version string) func() tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(newProvider(version))
}

// ValidateResourceConfig answers what is surely valid itself. Otherwise it gives the framework objects with unknown members
// in the place of unknown objects: the framework takes the members of an unknown element of a list for missing, and refuses
// the required ones.
func (s *server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	d := s.definitions[req.TypeName]
	if d == nil {
		return s.ProviderServer.ValidateResourceConfig(ctx, req)
	}
	t := d.shape.Type()
	config, err := req.Config.Unmarshal(t)
	if err != nil {
		return s.ProviderServer.ValidateResourceConfig(ctx, req) // which reports the error
	}
	if config.IsFullyKnown() {
		if d.surelyValid(ctx, config) {
			return &tfprotov6.ValidateResourceConfigResponse{}, nil
		}
		return s.ProviderServer.ValidateResourceConfig(ctx, req)
	}
	config, err = tftypes.Transform(config, expandUnknown)
	if err != nil {
		return nil, err
	}
	expanded, err := tfprotov6.NewDynamicValue(t, config)
	if err != nil {
		return nil, err
	}
	known := *req
	known.Config = &expanded
	return s.ProviderServer.ValidateResourceConfig(ctx, &known)
}

func expandUnknown(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
	object, ok := value.Type().(tftypes.Object)
	if !ok || value.IsKnown() {
		return value, nil
	}
	attributes := make(map[string]tftypes.Value, len(object.AttributeTypes))
	for name, t := range object.AttributeTypes {
		attributes[name] = unknownOf(t)
		if strings.HasSuffix(name, attribute.WriteOnlySuffix) {
			attributes[name] = tftypes.NewValue(t, nil) // It may be null, and not every Terraform may have another value.
		}
	}
	return tftypes.NewValue(object, attributes), nil
}

// unknownOf is an unknown value; of an object, one with unknown members.
func unknownOf(t tftypes.Type) tftypes.Value {
	unknown := tftypes.NewValue(t, tftypes.UnknownValue)
	expanded, err := expandUnknown(nil, unknown)
	if err != nil {
		return unknown
	}
	return expanded
}
