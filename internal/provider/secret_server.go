// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// secretServer passes every call that may send requests to server, with the secrets of its values in the context. The client then removes
// these secrets, and those in the engine's replies to the call, from errors and logs. Secrets are write-only values and all values that an
// object marks as secret (document.WithoutSecrets), in any attribute and in any kind of object.
type secretServer struct {
	*server
	once    sync.Once
	schemas *tfprotov6.GetProviderSchemaResponse
}

type schemasByName = map[string]*tfprotov6.Schema

// withSecrets does not decode the values before an error or a log line needs the secrets.
func (s *secretServer) withSecrets(
	ctx context.Context, name string, values []*tfprotov6.DynamicValue, schemas func(*tfprotov6.GetProviderSchemaResponse) schemasByName,
) context.Context {
	schema := func() *tfprotov6.Schema {
		s.once.Do(func() { // the response has the framework's errors, if any, as diagnostics
			s.schemas, _ = s.GetProviderSchema(context.WithoutCancel(ctx), &tfprotov6.GetProviderSchemaRequest{})
		})
		return schemas(s.schemas)[name]
	}
	return redact.WithSecretsOf(ctx, func() (secrets []any) {
		for _, value := range values {
			if schema := schema(); schema != nil && !isNull(value) {
				decoded, _ := value.Unmarshal(schema.ValueType()) // the call itself reports the error
				secrets = append(secrets, s.secretsIn(name, decoded)...)
			}
		}
		return secrets
	})
}

func (s *secretServer) secretsIn(name string, value tftypes.Value) []any {
	types := map[string]bool{}
	doc, writeOnly := plainValue(value, nil)
	if d := s.definitions[name]; d != nil && d.parent != nil && d.parent.Attributes[document.TypesKey] != nil {
		addDeclaredTypes(doc, types) // only the parent knows which types are secret
	}
	_, marked := document.WithoutSecrets(doc, types)
	return append(writeOnly, marked...)
}

// plainValue converts a Terraform value to decoded JSON, with strings of JSON decoded too. It appends the values of write-only attributes
// to writeOnly.
func plainValue(value tftypes.Value, writeOnly []any) (_ any, found []any) {
	switch value.Type().(type) {
	case tftypes.Object, tftypes.Map:
		members := tfvalue.Object(value)
		object := make(map[string]any, len(members))
		for name, member := range members {
			object[name], writeOnly = plainValue(member, writeOnly)
			if strings.HasSuffix(name, attribute.WriteOnlySuffix) && !document.IsPlaceholder(object[name]) {
				writeOnly = append(writeOnly, object[name])
			}
		}
		return object, writeOnly
	case tftypes.List, tftypes.Set, tftypes.Tuple:
		list := make([]any, len(tfvalue.List(value)))
		for i, element := range tfvalue.List(value) {
			list[i], writeOnly = plainValue(element, writeOnly)
		}
		return list, writeOnly
	}
	switch {
	case value.Type() == nil || value.IsNull() || !value.IsKnown():
		return nil, writeOnly
	case value.Type().Is(tftypes.Bool):
		return tfvalue.Bool(value), writeOnly
	default:
		return decodedJSON(value), writeOnly
	}
}

func resourceSchemas(all *tfprotov6.GetProviderSchemaResponse) schemasByName {
	return all.ResourceSchemas
}

// PlanResourceChange implements tfprotov6.ProviderServer.
func (s *secretServer) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	values := []*tfprotov6.DynamicValue{req.Config, req.PriorState, req.ProposedNewState}
	return s.server.PlanResourceChange(s.withSecrets(ctx, req.TypeName, values, resourceSchemas), req)
}

// ReadResource implements tfprotov6.ProviderServer.
func (s *secretServer) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	values := []*tfprotov6.DynamicValue{req.CurrentState}
	return s.server.ReadResource(s.withSecrets(ctx, req.TypeName, values, resourceSchemas), req)
}

// ApplyResourceChange implements tfprotov6.ProviderServer.
func (s *secretServer) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	values := []*tfprotov6.DynamicValue{req.Config, req.PriorState, req.PlannedState}
	return s.server.ApplyResourceChange(s.withSecrets(ctx, req.TypeName, values, resourceSchemas), req)
}

// ImportResourceState implements tfprotov6.ProviderServer.
func (s *secretServer) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	return s.server.ImportResourceState(s.withSecrets(ctx, req.TypeName, nil, resourceSchemas), req)
}

// ReadDataSource implements tfprotov6.ProviderServer.
func (s *secretServer) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	schemas := func(all *tfprotov6.GetProviderSchemaResponse) schemasByName { return all.DataSourceSchemas }
	return s.server.ReadDataSource(s.withSecrets(ctx, req.TypeName, []*tfprotov6.DynamicValue{req.Config}, schemas), req)
}

// ListResource implements tfprotov6.ListResourceServer.
func (s *secretServer) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	return s.server.ListResource(s.withSecrets(ctx, req.TypeName, nil, resourceSchemas), req)
}

// InvokeAction implements tfprotov6.ActionServer.
func (s *secretServer) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return s.server.InvokeAction(s.withSecrets(ctx, req.ActionType, nil, resourceSchemas), req)
}
