// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// documentsDataSource lists the objects of any collection.
type documentsDataSource struct {
	connection *connection.Connection
}

var (
	_ datasource.DataSourceWithConfigure      = (*documentsDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*documentsDataSource)(nil)
)

// NewDataSource makes the data source engine_documents.
func NewDataSource() datasource.DataSource { return &documentsDataSource{} }

// documents is the data source's value.
type documents struct {
	Path      types.String            `tfsdk:"path"`
	Query     map[string]types.String `tfsdk:"query"`
	Documents []string                `tfsdk:"documents"`
	IDs       map[string]string       `tfsdk:"ids"`
}

func (s *documentsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_documents"
}

func (s *documentsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the objects of any collection of the engine by its path, also of kinds that this provider has no data source for: " +
			"assets, attributes and tags, to which others refer by id. Every page is read.",
		Attributes: map[string]schema.Attribute{
			"path": schema.StringAttribute{
				Required: true, Validators: []validator.String{collectionPath{}}, MarkdownDescription: pathDescription,
			},
			"query": schema.MapAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Query parameters of the list, such as `{ name = \"Pump 1\" }`, sent as they are. Objects whose field of that name says " +
					"something else are left out, should the engine ignore the parameter.",
			},
			"documents": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The objects in the engine's order, each as JSON text: `[for d in data.engine_documents.it.documents : jsondecode(d)]`. " +
					"The value of what is marked as `sensitive` is null.",
			},
			"ids": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The identifiers of the objects by their names. A name that several objects have is left out, with a warning that has their identifiers.",
			},
		},
	}
}

func (s *documentsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	s.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig refuses the parameter of pages: every page is read.
func (s *documentsDataSource) ValidateConfig(_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	filter.Check(req.Config.Raw, "query", &resp.Diagnostics)
}

func (s *documentsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var value documents
	resp.Diagnostics.Append(req.Config.Get(ctx, &value)...)
	if s.connection.Use(&resp.Diagnostics) == nil || resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(value.Path.ValueString())
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("path"), "Not the path of a collection", "path "+err.Error()+".")
		return
	}
	query := url.Values{}
	for name, text := range value.Query {
		if !text.IsNull() {
			query.Set(name, text.ValueString())
		}
	}
	byName := map[string][]string{}
	value.Documents = []string{}
	for doc, err := range s.connection.Reader.Documents(ctx, collection, query) {
		if err != nil {
			failList(&resp.Diagnostics, collection, err)
			return
		}
		if !matches(doc, query) {
			continue
		}
		value.Documents = append(value.Documents, document.Encode(withoutSecrets(doc)))
		if name, id := document.Text(doc["name"]), document.Text(doc["id"]); name != "" && id != "" {
			byName[name] = append(byName[name], id)
		}
	}
	value.IDs = unique(byName, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &value)...)
}

func failList(diags *diag.Diagnostics, collection engine.Collection, err error) {
	if engine.IsNotFound(err) {
		diags.AddAttributeError(path.Root("path"), "No such collection",
			fmt.Sprintf("The engine has no collection at the path %q, or does not show it to this service account: %s", collection.Path(), err))
		return
	}
	diags.AddError("Could not list the documents", err.Error())
}

// matches tells whether an object says what the query asks for, as far as that can be told: by a parameter that has the name of a
// field which it has. Other parameters are left to the engine.
func matches(doc engine.Document, query url.Values) bool {
	for name := range query {
		switch value := doc[name].(type) {
		case string, json.Number, bool:
			if fmt.Sprint(value) != query.Get(name) {
				return false
			}
		}
	}
	return true
}

// unique are the ids of the names that one object has each. The others would be one of several, and nobody could tell which.
func unique(byName map[string][]string, diags *diag.Diagnostics) map[string]string {
	ids := map[string]string{}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if found := byName[name]; len(found) == 1 {
			ids[name] = found[0]
		} else {
			lines = append(lines, fmt.Sprintf("%q: %s", name, connection.First(found, ", ")))
		}
	}
	if len(lines) > 0 {
		diags.AddAttributeWarning(path.Root("ids"), "Names that are not unique",
			fmt.Sprintf("Several objects have the same name, so that ids leaves it out: %s. Narrow the query, or name the id that is meant.", connection.First(lines, "; ")))
	}
	return ids
}
