// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument

import (
	"context"
	"fmt"
	"maps"
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

type documentsDataSource struct {
	connection *connection.Connection
}

var (
	_ datasource.DataSourceWithConfigure      = (*documentsDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*documentsDataSource)(nil)
)

// NewDataSource returns the data source engine_documents.
func NewDataSource() datasource.DataSource { return &documentsDataSource{} }

type documents struct {
	Path      types.String      `tfsdk:"path"`
	Query     types.Map         `tfsdk:"query"`
	Documents []string          `tfsdk:"documents"`
	IDs       map[string]string `tfsdk:"ids"`
}

func (s *documentsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_documents"
}

func (s *documentsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the objects of any collection of the engine, by the path of the collection. Use it for kinds of objects " +
			"that have no data source of their own, such as assets, attributes and tags. The data source reads all pages of the list.",
		Attributes: map[string]schema.Attribute{
			"path": schema.StringAttribute{
				Required: true, Validators: []validator.String{collectionPath{}}, MarkdownDescription: pathDescription,
			},
			"query": schema.MapAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Query parameters for the list request, such as `{ name = \"Pump 1\" }`. The provider sends them unchanged. If " +
					"the engine ignores a parameter that has the name of a field, the provider leaves out the objects whose field has a different value.",
			},
			"documents": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The objects in the engine's order, each as a JSON-encoded string: " +
					"`[for d in data.engine_documents.it.documents : jsondecode(d)]`. Values that are marked as `sensitive` are null.",
			},
			"ids": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The ids of the objects by their names. If several objects have the same name, the map leaves that name out, " +
					"and a warning lists their ids.",
			},
		},
	}
}

func (s *documentsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	s.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig rejects the query parameter "page", because the data source reads all pages.
func (s *documentsDataSource) ValidateConfig(
	_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	filter.Check(req.Config.Raw, "query", &resp.Diagnostics)
}

func (s *documentsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var value documents
	resp.Diagnostics.Append(req.Config.Get(ctx, &value)...)
	collection := collectionAt(value.Path, &resp.Diagnostics)
	if s.connection.Use(&resp.Diagnostics) == nil || resp.Diagnostics.HasError() {
		return
	}
	filters := filter.Of(req.Config.Raw, "query")
	byName := map[string][]string{}
	value.Documents = []string{}
	for doc, err := range s.connection.Reader.Documents(ctx, collection, filters.Query()) {
		switch {
		case engine.IsNotFound(err):
			rejectMissing(collection, err, &resp.Diagnostics)
			return
		case err != nil:
			resp.Diagnostics.AddError("Could not list the documents", err.Error())
			return
		case !filters.Match(doc):
			continue
		}
		bare, _ := document.WithoutSecrets(doc, nil)
		value.Documents = append(value.Documents, document.Encode(bare))
		if name, id := document.String(doc["name"]), document.String(doc["id"]); name != "" && id != "" {
			byName[name] = append(byName[name], id)
		}
	}
	value.IDs = uniqueIDs(byName, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &value)...)
}

// uniqueIDs maps each unique name to its object's id. It omits names that several objects share, and warns about them.
func uniqueIDs(byName map[string][]string, diags *diag.Diagnostics) map[string]string {
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
		diags.AddAttributeWarning(path.Root("ids"), "Names that are not unique", fmt.Sprintf("Several objects have the same name, so ids leaves "+
			"that name out: %s. Narrow the query, or use the id.", connection.First(lines, "; ")))
	}
	return ids
}
