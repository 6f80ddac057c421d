// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
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

	// differ makes each call that is answered the short way ask the framework too, and fail where it finds a difference. It is nil
	// outside of tests.
	differ func(framework, short any) string
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
	return s
}

// framework makes the framework's server for one call to one resource.
func (s *server) framework(r *objectResource) tfprotov6.ProviderServer {
	r.connection = s.provider.connection
	return newPointing(&oneResource{engineProvider: s.provider, resource: r})
}

// NewComparedServer makes a server for tests, whose calls fail where differ finds a difference between the two ways to answer them. It
// asks the engine once for both. The arguments of differ are pointers to responses of tfprotov6; it returns "" for equal ones.
func NewComparedServer(version string, differ func(framework, short any) string) tfprotov6.ProviderServer {
	s := newServer(version)
	s.differ = differ
	return s
}

// NewFrameworkServer makes the factory of servers without the thin layer, which make bench compares NewServer with.
func NewFrameworkServer(version string) func() tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(newProvider(version))
}

// expandedConfig returns a configuration whose unknown objects have unknown members.
func expandedConfig(config tftypes.Value) (*tfprotov6.DynamicValue, error) {
	config, err := tftypes.Transform(config, expandUnknown)
	if err != nil {
		return nil, err
	}
	expanded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	return &expanded, err
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
