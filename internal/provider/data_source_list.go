// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// objectsDataSource is a plural data source, such as engine_alerts. It lists all objects that match the declared filters.
type objectsDataSource struct {
	*definition
	engineDataSource
}

// listResult is the result of reading a plural data source. If diags contains an error, state is nil.
type listResult struct {
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
	for name, description := range filter.Descriptions(s.Object) {
		attributes[name] = stringArgument(description, false, false)
		if name == filter.Filters {
			attributes[name] = schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
		}
	}
	resp.Schema = schema.Schema{MarkdownDescription: fmt.Sprintf("Lists %s. %s", s.Plural, s.Summary), Attributes: attributes}
}

// ValidateConfig rejects the query parameter "page", because the provider reads all pages.
func (s *objectsDataSource) ValidateConfig(
	_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	filter.Check(req.Config.Raw, filter.Filters, &resp.Diagnostics)
}

func (s *objectsDataSource) typ() tftypes.Object {
	members := map[string]tftypes.Type{
		filter.Name: tftypes.String, filter.NameContains: tftypes.String, filter.Filters: tftypes.Map{ElementType: tftypes.String},
		s.Plural: tftypes.List{ElementType: s.full.Type()},
	}
	if s.Scope != "" {
		members[s.Scope] = tftypes.String
	}
	return tftypes.Object{AttributeTypes: members}
}

func (s *objectsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !s.isReady(req, resp) {
		return
	}
	result := resultOf(ctx, func() *listResult { return s.list(ctx, s.connection, req.Config.Raw) })
	resp.Diagnostics.Append(result.diags...)
	if result.state == nil {
		return
	}
	var err error
	if resp.State.Raw, err = result.state.Unmarshal(s.typ()); err != nil {
		resp.Diagnostics.AddError("Could not show the "+s.Plural, err.Error())
	}
}

// list reads all pages and returns a state with the matching objects. It encodes each object before it decodes the next one, because a
// decoded object needs many times as much memory as its JSON.
func (s *objectsDataSource) list(ctx context.Context, conn *connection.Connection, config tftypes.Value) *listResult {
	result := &listResult{}
	selection := filter.Select(s.Object, config)
	var found bytes.Buffer
	shown, mismatched := 0, 0
	for doc, err := range selection.Objects(ctx, conn.Reader) {
		if err != nil {
			s.fail(ctx, &result.diags, "list", err)
			return result
		}
		value, mismatches := s.full.All(s.withoutParentSecrets(ctx, conn, doc))
		if len(mismatches) > 0 {
			if mismatched++; mismatched <= connection.MostReported {
				s.warnOfMismatches(&result.diags, doc, mismatches)
			}
		}
		encoded, err := tfprotov6.NewDynamicValue(s.full.Type(), value)
		if err != nil {
			s.fail(ctx, &result.diags, "show", s.withObject(doc, err))
			return result
		}
		found.Write(encoded.MsgPack)
		shown++
	}
	if more := mismatched - connection.MostReported; more > 0 {
		result.diags.AddWarning("Could not show everything of other "+s.Plural,
			fmt.Sprintf("Some values of %s are null here.", document.Count(more, "other "+s.Name)))
	}
	selection.WarnOfIgnored(ctx, conn.Client, &result.diags)
	var err error
	if result.state, err = s.encode(config, shown, found.Bytes()); err != nil {
		result.diags.AddError("Could not show the "+s.Plural, err.Error())
	}
	return result
}

// encode returns the state as MessagePack. The objects argument contains the listed objects, already encoded, and count is their number.
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
