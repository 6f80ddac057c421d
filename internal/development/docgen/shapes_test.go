// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// shapesProvider is a provider with every kind of block, attribute and type that Terraform's protocol supports. Only its schemas are used.
type shapesProvider struct{}

func (shapesProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "engine"
}

func (shapesProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = providerschema.Schema{
		MarkdownDescription: "A provider with *every* shape.",
		Attributes: map[string]providerschema.Attribute{
			"secret": providerschema.StringAttribute{Optional: true, Sensitive: true, Description: "A <secret> & more."},
		},
	}
}

func (shapesProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (shapesProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return shapesResource{} }}
}

func (shapesProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return shapesDataSource{} }}
}

func (shapesProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return shapesEphemeral{} }}
}

func (shapesProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return shapesFunction{} }}
}

// shapesResource embeds the interface, because only its schema is read: nothing calls the other methods.
type shapesResource struct{ resource.Resource }

func (shapesResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "engine_thing"
}

func (shapesResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{RequiredForImport: true, Description: "The id."},
	}}
}

func (shapesResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	leaf := map[string]schema.Attribute{"value": schema.Float64Attribute{Required: true, Description: "A number."}}
	nested := schema.NestedAttributeObject{Attributes: leaf}
	object := types.ObjectType{AttrTypes: map[string]attr.Type{"id": types.StringType, "count": types.Int64Type}}
	resp.Schema = schema.Schema{
		Version:            3,
		Description:        "A thing.",
		DeprecationMessage: "Use another thing.",
		Attributes: map[string]schema.Attribute{
			"id":         schema.StringAttribute{Computed: true},
			"enabled":    schema.BoolAttribute{Optional: true, Computed: true, DeprecationMessage: "Leave it."},
			"anything":   schema.DynamicAttribute{Optional: true},
			"token_wo":   schema.StringAttribute{Optional: true, WriteOnly: true},
			"names":      schema.ListAttribute{Optional: true, ElementType: types.StringType},
			"labels":     schema.MapAttribute{Optional: true, ElementType: types.SetType{ElemType: types.BoolType}},
			"reference":  schema.ObjectAttribute{Optional: true, AttributeTypes: object.AttrTypes},
			"references": schema.ListAttribute{Optional: true, ElementType: object},
			"one":        schema.SingleNestedAttribute{Optional: true, Attributes: leaf, MarkdownDescription: "`one`"},
			"ordered":    schema.ListNestedAttribute{Optional: true, NestedObject: nested},
			"unordered":  schema.SetNestedAttribute{Optional: true, NestedObject: nested},
			"keyed":      schema.MapNestedAttribute{Optional: true, NestedObject: nested, Sensitive: true},
		},
		Blocks: map[string]schema.Block{
			"one_block":      schema.SingleNestedBlock{Attributes: leaf, Description: "One."},
			"ordered_block":  schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: leaf}},
			"unordered_list": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: leaf}},
		},
	}
}

type shapesDataSource struct{ datasource.DataSource }

func (shapesDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "engine_thing"
}

func (shapesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = datasourceschema.Schema{Attributes: map[string]datasourceschema.Attribute{
		"id": datasourceschema.StringAttribute{Required: true},
	}}
}

type shapesEphemeral struct{ ephemeral.EphemeralResource }

func (shapesEphemeral) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "engine_thing"
}

func (shapesEphemeral) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{Attributes: map[string]ephemeralschema.Attribute{
		"token": ephemeralschema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

type shapesFunction struct{ function.Function }

func (shapesFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "thing"
}

func (shapesFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:            "Makes a thing.",
		Description:        "Makes a thing of names.",
		DeprecationMessage: "Make it yourself.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "first", Description: "The first."},
			function.DynamicParameter{Name: "second", AllowNullValue: true},
		},
		VariadicParameter: function.Int64Parameter{Name: "rest"},
		Return:            function.ListReturn{ElementType: types.StringType},
	}
}
