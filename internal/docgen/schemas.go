// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// readSchemas asks a provider for its schemas and puts them in the JSON form of Terraform.
func readSchemas(ctx context.Context, server tfprotov6.ProviderServer) (*providerSchemas, error) {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, fmt.Errorf("read the provider's schemas: %w", err)
	}
	if err := diagnosticsError(schemas.Diagnostics); err != nil {
		return nil, fmt.Errorf("read the provider's schemas: %w", err)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, fmt.Errorf("read the identity schemas: %w", err)
	}
	if err := diagnosticsError(identities.Diagnostics); err != nil {
		return nil, fmt.Errorf("read the identity schemas: %w", err)
	}
	return &providerSchemas{
		Provider:                 convertSchema(schemas.Provider),
		ResourceSchemas:          convertMap(schemas.ResourceSchemas, convertSchema),
		DataSourceSchemas:        convertMap(schemas.DataSourceSchemas, convertSchema),
		EphemeralResourceSchemas: convertMap(schemas.EphemeralResourceSchemas, convertSchema),
		ListResourceSchemas:      convertMap(schemas.ListResourceSchemas, convertSchema),
		ActionSchemas:            convertMap(schemas.ActionSchemas, convertAction),
		Functions:                convertMap(schemas.Functions, convertFunction),
		ResourceIdentitySchemas:  convertMap(identities.IdentitySchemas, convertIdentity),
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

func convertSchema(from *tfprotov6.Schema) *schemaJSON {
	return &schemaJSON{Version: from.Version, Block: convertBlock(from.Block)}
}

// convertAction keeps a version that Terraform does not print: it is always zero and nobody reads it.
func convertAction(from *tfprotov6.ActionSchema) *schemaJSON {
	return convertSchema(from.Schema)
}

func convertBlock(from *tfprotov6.SchemaBlock) *blockJSON {
	to := &blockJSON{
		Attributes:      convertAttributes(from.Attributes),
		BlockTypes:      make(map[string]*nestedBlockJSON, len(from.BlockTypes)),
		Description:     from.Description,
		DescriptionKind: strings.ToLower(from.DescriptionKind.String()),
		Deprecated:      from.Deprecated,
	}
	for _, nested := range from.BlockTypes {
		to.BlockTypes[nested.TypeName] = &nestedBlockJSON{
			NestingMode: strings.ToLower(nested.Nesting.String()),
			Block:       convertBlock(nested.Block),
			MinItems:    nested.MinItems,
			MaxItems:    nested.MaxItems,
		}
	}
	return to
}

func convertAttributes(from []*tfprotov6.SchemaAttribute) map[string]*attributeJSON {
	to := make(map[string]*attributeJSON, len(from))
	for _, a := range from {
		converted := &attributeJSON{
			Type:            a.Type,
			Description:     a.Description,
			DescriptionKind: strings.ToLower(a.DescriptionKind.String()),
			Deprecated:      a.Deprecated,
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			WriteOnly:       a.WriteOnly,
		}
		if a.NestedType != nil {
			converted.NestedType = &nestedTypeJSON{
				Attributes:  convertAttributes(a.NestedType.Attributes),
				NestingMode: strings.ToLower(a.NestedType.Nesting.String()),
			}
		}
		to[a.Name] = converted
	}
	return to
}

func convertFunction(from *tfprotov6.Function) *functionJSON {
	to := &functionJSON{
		Description:        from.Description,
		Summary:            from.Summary,
		DeprecationMessage: from.DeprecationMessage,
		ReturnType:         from.Return.Type,
	}
	for _, p := range from.Parameters {
		to.Parameters = append(to.Parameters, convertParameter(p))
	}
	if from.VariadicParameter != nil {
		to.VariadicParameter = convertParameter(from.VariadicParameter)
	}
	return to
}

func convertParameter(from *tfprotov6.FunctionParameter) *parameterJSON {
	return &parameterJSON{
		Name:        from.Name,
		Description: from.Description,
		IsNullable:  from.AllowNullValue,
		Type:        from.Type,
	}
}

func convertIdentity(from *tfprotov6.ResourceIdentitySchema) *identitySchemaJSON {
	to := &identitySchemaJSON{Version: from.Version, Attributes: map[string]*identityAttributeJSON{}}
	for _, a := range from.IdentityAttributes {
		to.Attributes[a.Name] = &identityAttributeJSON{
			Type:              a.Type,
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return to
}
