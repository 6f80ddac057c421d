// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// document is the output of `terraform providers schema -json`, format 1.0. Types are written by tftypes in the form that
// Terraform uses: "string", ["list", "string"], ["object", {...}].
type document struct {
	FormatVersion   string                      `json:"format_version"`
	ProviderSchemas map[string]*providerSchemas `json:"provider_schemas"`
}

type providerSchemas struct {
	Provider                 *schemaJSON                    `json:"provider"`
	ResourceSchemas          map[string]*schemaJSON         `json:"resource_schemas,omitempty"`
	DataSourceSchemas        map[string]*schemaJSON         `json:"data_source_schemas,omitempty"`
	EphemeralResourceSchemas map[string]*schemaJSON         `json:"ephemeral_resource_schemas,omitempty"`
	ListResourceSchemas      map[string]*schemaJSON         `json:"list_resource_schemas,omitempty"`
	ActionSchemas            map[string]*schemaJSON         `json:"action_schemas,omitempty"`
	Functions                map[string]*functionJSON       `json:"functions,omitempty"`
	ResourceIdentitySchemas  map[string]*identitySchemaJSON `json:"resource_identity_schemas,omitempty"`
}

type schemaJSON struct {
	Version int64      `json:"version"`
	Block   *blockJSON `json:"block"`
}

type blockJSON struct {
	Attributes      map[string]*attributeJSON   `json:"attributes,omitempty"`
	BlockTypes      map[string]*nestedBlockJSON `json:"block_types,omitempty"`
	Description     string                      `json:"description,omitempty"`
	DescriptionKind string                      `json:"description_kind"`
	Deprecated      bool                        `json:"deprecated,omitempty"`
}

type nestedBlockJSON struct {
	NestingMode string     `json:"nesting_mode"`
	Block       *blockJSON `json:"block"`
	MinItems    int64      `json:"min_items,omitempty"`
	MaxItems    int64      `json:"max_items,omitempty"`
}

// attribute has either a type or a nested type.
type attributeJSON struct {
	Type            tftypes.Type    `json:"type,omitempty"`
	NestedType      *nestedTypeJSON `json:"nested_type,omitempty"`
	Description     string          `json:"description,omitempty"`
	DescriptionKind string          `json:"description_kind"`
	Deprecated      bool            `json:"deprecated,omitempty"`
	Required        bool            `json:"required,omitempty"`
	Optional        bool            `json:"optional,omitempty"`
	Computed        bool            `json:"computed,omitempty"`
	Sensitive       bool            `json:"sensitive,omitempty"`
	WriteOnly       bool            `json:"write_only,omitempty"`
}

type nestedTypeJSON struct {
	Attributes  map[string]*attributeJSON `json:"attributes"`
	NestingMode string                    `json:"nesting_mode"`
}

type functionJSON struct {
	Description        string           `json:"description,omitempty"`
	Summary            string           `json:"summary,omitempty"`
	DeprecationMessage string           `json:"deprecation_message,omitempty"`
	ReturnType         tftypes.Type     `json:"return_type"`
	Parameters         []*parameterJSON `json:"parameters,omitempty"`
	VariadicParameter  *parameterJSON   `json:"variadic_parameter,omitempty"`
}

type parameterJSON struct {
	Name        string       `json:"name"`
	Description string       `json:"description,omitempty"`
	IsNullable  bool         `json:"is_nullable,omitempty"`
	Type        tftypes.Type `json:"type"`
}

type identitySchemaJSON struct {
	Version    int64                             `json:"version"`
	Attributes map[string]*identityAttributeJSON `json:"attributes"`
}

type identityAttributeJSON struct {
	Type              tftypes.Type `json:"type"`
	Description       string       `json:"description,omitempty"`
	RequiredForImport bool         `json:"required_for_import,omitempty"`
	OptionalForImport bool         `json:"optional_for_import,omitempty"`
}
