// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// objectsDataSource is the plural data source: every object that the filters let through, from every page.
type objectsDataSource struct {
	*definition
	connection *connection.Connection
	answered   *listAnswer // what the engine said already; nil asks it
}

// listAnswer is the state of a plural data source, and what there is to say of it. There is no state after an error.
type listAnswer struct {
	state *tfprotov6.DynamicValue
	diags diag.Diagnostics
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
	s.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig refuses the parameters of pages: every page is read.
func (s *objectsDataSource) ValidateConfig(_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	if filtersOf(req.Config.Raw)["page"] != nil {
		resp.Diagnostics.AddAttributeError(path.Root("filters").AtMapKey("page"), "No filter",
			"page says where to begin, and objects before it would be missing: every page is read. Take it out.")
	}
}

// typ is the type of the data source's values.
func (s *objectsDataSource) typ() tftypes.Object {
	members := map[string]tftypes.Type{
		"name": tftypes.String, "name_contains": tftypes.String, "filters": tftypes.Map{ElementType: tftypes.String},
		s.Plural: tftypes.List{ElementType: s.full.Type()},
	}
	if s.Scope != "" {
		members[s.Scope] = tftypes.String
	}
	return tftypes.Object{AttributeTypes: members}
}

func (s *objectsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	answer := s.answered
	if answer == nil {
		client := s.connection.Use(&resp.Diagnostics)
		if client == nil {
			return
		}
		answer = s.list(ctx, client, req.Config.Raw)
	}
	resp.Diagnostics.Append(answer.diags...)
	if answer.state == nil {
		return
	}
	var err error
	if resp.State.Raw, err = answer.state.Unmarshal(s.typ()); err != nil {
		resp.Diagnostics.AddError("Could not show the "+s.Plural, err.Error())
	}
}

// list asks the engine for every page. What an object has is encoded before the next one is decoded: values of Terraform take many
// times the room of what the engine says.
func (s *objectsDataSource) list(ctx context.Context, client *engine.Client, config tftypes.Value) *listAnswer {
	answer := &listAnswer{}
	collection, exact, query := s.request(config)
	filters := filtersOf(config)
	var found bytes.Buffer
	listed, shown, unshown := 0, 0, 0
	for doc, err := range client.List(ctx, collection, query) {
		if err != nil {
			s.fail(ctx, &answer.diags, "list", err)
			return answer
		}
		listed++
		name, _ := doc["name"].(string)
		if !matches(doc, exact) || !strings.Contains(name, tfvalue.Text(config, "name_contains")) || !filters.matchedBy(doc) {
			continue // the engine did not know the filter
		}
		value, odd := s.full.All(doc)
		if len(odd) > 0 {
			unshown++
		}
		if unshown <= mostReported {
			s.warnOfUnshown(&answer.diags, doc, odd)
		}
		encoded, err := tfprotov6.NewDynamicValue(s.full.Type(), value)
		if err != nil {
			s.fail(ctx, &answer.diags, "show", s.named(doc, err))
			return answer
		}
		found.Write(encoded.MsgPack)
		shown++
	}
	if unshown > mostReported {
		answer.diags.AddWarning("Could not show everything of other "+s.Plural,
			fmt.Sprintf("%d more %s have values that are null here.", unshown-mostReported, s.Plural))
	}
	s.warnOfIgnored(ctx, client, collection, query, filters.unchecked(), listed, &answer.diags)
	var err error
	if answer.state, err = s.encode(config, shown, found.Bytes()); err != nil {
		answer.diags.AddError("Could not show the "+s.Plural, err.Error())
	}
	return answer
}

// encode writes the state: what is configured, and so many objects that are encoded already.
func (s *objectsDataSource) encode(config tftypes.Value, count int, objects []byte) (*tfprotov6.DynamicValue, error) {
	members := tfvalue.Object(config)
	text := bytes.NewBuffer(make([]byte, 0, len(objects)+1<<10))
	encoder := msgpack.NewEncoder(text)
	err := encoder.EncodeMapLen(len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		err = errors.Join(err, encoder.EncodeString(name))
		if name == s.Plural {
			err = errors.Join(err, encoder.EncodeArrayLen(count))
			text.Write(objects)
			continue
		}
		member, memberErr := tfprotov6.NewDynamicValue(members[name].Type(), members[name])
		err = errors.Join(err, memberErr)
		text.Write(member.MsgPack)
	}
	return &tfprotov6.DynamicValue{MsgPack: text.Bytes()}, err
}

// ReadDataSource lists the objects of a plural data source itself: the framework walks every path of every object, which takes a
// hundred times as long.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	source, config, ok := s.toList(req)
	if !ok {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	return s.answerList(ctx, source, req, source.list(ctx, s.provider.connection.Client, config))
}

// toList says what a request wants to have listed. It is false where that takes the framework to say.
func (s *server) toList(req *tfprotov6.ReadDataSourceRequest) (source *objectsDataSource, config tftypes.Value, ok bool) {
	d := s.lists[req.TypeName]
	if d == nil || !s.isConfigured() {
		return nil, config, false
	}
	source = &objectsDataSource{definition: d}
	config, err := req.Config.Unmarshal(source.typ())
	return source, config, err == nil && config.IsFullyKnown()
}

func (s *server) answerList(ctx context.Context, source *objectsDataSource, req *tfprotov6.ReadDataSourceRequest, answer *listAnswer) (*tfprotov6.ReadDataSourceResponse, error) {
	if len(answer.diags) > 0 {
		return s.frameworkList(source, answer).ReadDataSource(ctx, req)
	}
	return &tfprotov6.ReadDataSourceResponse{State: answer.state}, nil
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
