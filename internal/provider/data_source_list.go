// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// objectsDataSource is the plural data source: every object that the filters let through, from every page.
type objectsDataSource struct {
	*definition
	connection *connection
}

var (
	_ datasource.DataSourceWithConfigure      = (*objectsDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*objectsDataSource)(nil)
)

func (s *objectsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + s.Plural
}

func (s *objectsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"name":          argument(fmt.Sprintf("Only %s with exactly this name.", s.Plural), false, false),
		"name_contains": argument(fmt.Sprintf("Only %s whose name contains this text.", s.Plural), false, false),
		"filters": schema.MapAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "Further query parameters of the engine's list, such as `{ ordering = \"-name\" }`, sent as they are. " +
				"Objects that do not match a filter on a field of theirs are left out, should the engine ignore it.",
		},
		s.Plural: schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: fmt.Sprintf("The %s that were found, in the engine's order.", s.Plural),
			CustomType:          types.ListType{ElemType: attribute.ObjectType(s.allAttributes())},
			NestedObject: schema.NestedAttributeObject{
				CustomType: attribute.ObjectType(s.allAttributes()),
				Attributes: computedAttributes(s.allAttributes()),
			},
		},
	}
	if s.Scope != "" {
		attributes[s.Scope] = argument(fmt.Sprintf("Only %s of this `%s`.", s.Plural, s.Scope), false, false)
	}
	resp.Schema = schema.Schema{MarkdownDescription: fmt.Sprintf("Lists %s. %s", s.Plural, s.Summary), Attributes: attributes}
}

func (s *objectsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	s.connection = connectionFrom(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig refuses the parameters of pages: every page is read.
func (s *objectsDataSource) ValidateConfig(_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	if filtersOf(req.Config.Raw)["page"] != nil {
		resp.Diagnostics.AddAttributeError(path.Root("filters").AtMapKey("page"), "No filter",
			"page says where to begin, and objects before it would be missing: every page is read. Take it out.")
	}
}

func (s *objectsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	client := s.connection.use(&resp.Diagnostics)
	if client == nil {
		return
	}
	collection, exact, query := s.request(req.Config.Raw)
	filters := filtersOf(req.Config.Raw)
	found := []tftypes.Value{}
	listed, unshown := 0, 0
	for doc, err := range client.List(ctx, collection, query) {
		if err != nil {
			s.fail(ctx, &resp.Diagnostics, "list", err)
			return
		}
		listed++
		name, _ := doc["name"].(string)
		if !matches(doc, exact) || !strings.Contains(name, tfvalue.Text(req.Config.Raw, "name_contains")) || !filters.matchedBy(doc) {
			continue // the engine did not know the filter
		}
		value, odd := s.full.All(doc)
		if len(odd) > 0 {
			unshown++
		}
		if unshown <= mostReported {
			s.warnOfUnshown(&resp.Diagnostics, doc, odd)
		}
		found = append(found, value)
	}
	if unshown > mostReported {
		resp.Diagnostics.AddWarning("Could not show everything of other "+s.Plural,
			fmt.Sprintf("%d more %s have values that are null here.", unshown-mostReported, s.Plural))
	}
	s.warnOfIgnored(ctx, client, collection, query, filters.unchecked(), listed, &resp.Diagnostics)
	attributes := maps.Clone(tfvalue.Object(req.Config.Raw))
	attributes[s.Plural] = tftypes.NewValue(tftypes.List{ElementType: s.full.Type()}, found)
	resp.State.Raw = tftypes.NewValue(req.Config.Raw.Type(), attributes)
}

// request says where to list and with which query; exact are the parameters that name a field and its value.
func (s *objectsDataSource) request(config tftypes.Value) (collection engine.Collection, exact, query url.Values) {
	exact, query = url.Values{}, url.Values{}
	for key, filter := range filtersOf(config) {
		query.Set(key, filter.text)
	}
	if name := tfvalue.Text(config, "name"); name != "" {
		exact.Set("name", name)
	}
	if part := tfvalue.Text(config, "name_contains"); part != "" {
		query.Set("name__contains", part)
	}
	scope := tfvalue.Text(config, s.Scope)
	switch {
	case s.Typed():
		collection = s.Collection(scope) // without a type word the one of all types
	default:
		collection = s.Collection("")
		if scope != "" {
			exact.Set(s.Scope, scope)
		}
	}
	for key := range exact {
		query.Set(key, exact.Get(key))
	}
	return collection, exact, query
}
