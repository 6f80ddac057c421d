// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

func readSchemas(ctx context.Context, server tfprotov6.ProviderServer) (*tfjson.ProviderSchema, error) {
	schemas, schemasErr := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	identities, identitiesErr := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	err := errors.Join(schemasErr, identitiesErr)
	if err == nil {
		err = diagnosticsError(slices.Concat(schemas.Diagnostics, identities.Diagnostics))
	}
	if err != nil {
		return nil, fmt.Errorf("read the provider's schemas: %w", err)
	}
	return &tfjson.ProviderSchema{
		ConfigSchema:            convertSchema(schemas.Provider),
		ResourceSchemas:         convertMap(schemas.ResourceSchemas, convertSchema),
		DataSourceSchemas:       convertMap(schemas.DataSourceSchemas, convertSchema),
		ListResourceSchemas:     convertMap(schemas.ListResourceSchemas, convertSchema),
		ActionSchemas:           convertMap(schemas.ActionSchemas, convertAction),
		Functions:               convertMap(schemas.Functions, convertFunction),
		ResourceIdentitySchemas: convertMap(identities.IdentitySchemas, convertIdentity),
	}, nil
}

func diagnosticsError(diagnostics []*tfprotov6.Diagnostic) error {
	var errs []error
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errs = append(errs, fmt.Errorf("%s: %s", d.Summary, d.Detail))
		}
	}
	return errors.Join(errs...)
}

func convertMap[From, To any](from map[string]From, convert func(From) To) map[string]To {
	to := make(map[string]To, len(from))
	for name, value := range from {
		to[name] = convert(value)
	}
	return to
}

func convertSchema(from *tfprotov6.Schema) *tfjson.Schema {
	return &tfjson.Schema{Version: uint64(from.Version), Block: convertBlock(from.Block)}
}

func convertAction(from *tfprotov6.ActionSchema) *tfjson.ActionSchema {
	return &tfjson.ActionSchema{Block: convertBlock(from.Schema.Block)}
}

func descriptionKind(from tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	return tfjson.SchemaDescriptionKind(strings.ToLower(from.String()))
}

// convertBlock converts the schema of a block. It ignores nested blocks because the provider has none.
func convertBlock(from *tfprotov6.SchemaBlock) *tfjson.SchemaBlock {
	return &tfjson.SchemaBlock{
		Attributes: convertAttributes(from.Attributes), Description: from.Description, DescriptionKind: descriptionKind(from.DescriptionKind),
		Deprecated: from.Deprecated,
	}
}

func convertAttributes(from []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	to := make(map[string]*tfjson.SchemaAttribute, len(from))
	for _, a := range from {
		converted := &tfjson.SchemaAttribute{
			AttributeType:   convertType(a.Type),
			Description:     a.Description,
			DescriptionKind: descriptionKind(a.DescriptionKind),
			Deprecated:      a.Deprecated,
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			WriteOnly:       a.WriteOnly,
		}
		if a.NestedType != nil {
			converted.AttributeNestedType = &tfjson.SchemaNestedAttributeType{
				Attributes:  convertAttributes(a.NestedType.Attributes),
				NestingMode: tfjson.SchemaNestingMode(strings.ToLower(a.NestedType.Nesting.String())),
			}
		}
		to[a.Name] = converted
	}
	return to
}

func convertFunction(from *tfprotov6.Function) *tfjson.FunctionSignature {
	to := &tfjson.FunctionSignature{
		Description:        from.Description,
		Summary:            from.Summary,
		DeprecationMessage: from.DeprecationMessage,
		ReturnType:         convertType(from.Return.Type),
	}
	for _, p := range from.Parameters {
		to.Parameters = append(to.Parameters, convertParameter(p))
	}
	if from.VariadicParameter != nil {
		to.VariadicParameter = convertParameter(from.VariadicParameter)
	}
	return to
}

func convertParameter(from *tfprotov6.FunctionParameter) *tfjson.FunctionParameter {
	return &tfjson.FunctionParameter{
		Name:        from.Name,
		Description: from.Description,
		IsNullable:  from.AllowNullValue,
		Type:        convertType(from.Type),
	}
}

func convertIdentity(from *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	to := &tfjson.IdentitySchema{Version: uint64(from.Version), Attributes: map[string]*tfjson.IdentityAttribute{}}
	for _, a := range from.IdentityAttributes {
		to.Attributes[a.Name] = &tfjson.IdentityAttribute{
			IdentityType:      convertType(a.Type),
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return to
}

// convertType converts a type from terraform-plugin-go to go-cty. It converts the type to JSON and back, because both libraries use the
// same JSON format. For an attribute with nested attributes, from is nil, and convertType returns cty.NilType.
func convertType(from tftypes.Type) (to cty.Type) {
	if encoded, err := json.Marshal(from); err == nil && from != nil {
		_ = to.UnmarshalJSON(encoded) // If this fails, to remains cty.NilType.
	}
	return to
}
