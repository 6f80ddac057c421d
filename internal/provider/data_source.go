// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// objectDataSource is a data source that reads one object by id or name, such as engine_alert.
type objectDataSource struct {
	*definition
	engineDataSource
}

// engineDataSource contains the connection to the engine. Data sources embed it.
type engineDataSource struct{ connection *connection.Connection }

func (s *engineDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	s.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

// isReady reports whether a data source can call the engine. If an argument in the provider block is unknown, isReady returns false, defers
// the read and makes all attributes unknown. If Terraform does not allow deferrals, it adds an error instead.
func (s *engineDataSource) isReady(req datasource.ReadRequest, resp *datasource.ReadResponse) bool {
	if s.connection.MayDefer(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(req.Config.Raw.Type(), tftypes.UnknownValue)
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
		return false
	}
	return s.connection.Use(&resp.Diagnostics) != nil
}

var (
	_ datasource.DataSourceWithConfigure      = (*objectDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*objectDataSource)(nil)
)

func (s *objectDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + s.Name
}

func (s *objectDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := computedAttributes(s.allAttributes())
	within := ""
	if s.Scope != "" {
		within = fmt.Sprintf(", unique within its `%s`", s.Scope)
		description := attribute.ReadOnlyDescription(s.Attributes[s.Scope])
		if !s.HasTypeInPath() {
			description += " If you declare `name`, declare this too."
		}
		attributes[s.Scope] = stringArgument(description, s.HasTypeInPath(), !s.HasTypeInPath())
	}
	attributes["id"] = stringArgument(fmt.Sprintf("Identifier of the %s to read. Declare this or `name`.", s.Name), false, true)
	attributes["name"] = stringArgument(fmt.Sprintf("Name of the %s to read%s. Declare this or `id`.", s.Name, within), false, true)
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one " + s.Name + ". " + s.Summary, Attributes: attributes}
}

// ValidateConfig checks the arguments that are already known. Read checks all of them again.
func (s *objectDataSource) ValidateConfig(
	_ context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	s.checkArguments(req.Config.Raw, &resp.Diagnostics)
}

// checkArguments adds an error unless the configuration declares exactly one of id and name. If names are unique only within a parent, as
// for tabs in a dashboard, a name also requires the parent. Unknown values cause no errors, because they may turn out to be null.
func (s *objectDataSource) checkArguments(config tftypes.Value, diags *diag.Diagnostics) {
	isNull := func(name string) bool { return !tfvalue.IsDeclared(tfvalue.Member(config, name)) }
	isDeclared := func(name string) bool { return !isNull(name) && tfvalue.Member(config, name).IsKnown() }
	isScoped := s.Scope != "" && !s.HasTypeInPath() // names are unique only within a parent
	for _, name := range []string{"id", "name", s.Scope} {
		if isUsed := name != s.Scope || isScoped; isUsed && isDeclared(name) && strings.TrimSpace(tfvalue.String(config, name)) == "" {
			diags.AddAttributeError(path.Root(name), "Nothing to find the object by",
				fmt.Sprintf("%s is empty. Leave it out, or set it to null, to find the object by something else.", name))
		}
	}
	switch {
	case isDeclared("id") && isDeclared("name"):
		diags.AddAttributeError(path.Root("name"), "Two ways to find one object", "Declare id or name, not both.")
	case isNull("id") && isNull("name"):
		diags.AddAttributeError(path.Root("id"), "Nothing to find the object by",
			fmt.Sprintf("Declare the id or the name of the %s.", s.Name))
	}
	switch {
	case !isScoped:
	case isDeclared("name") && isNull("id") && isNull(s.Scope):
		diags.AddAttributeError(path.Root(s.Scope), "Missing "+s.Scope,
			fmt.Sprintf("The name of a %s is unique only within its %s: declare %s in addition to name.", s.Name, s.Scope, s.Scope))
	case isDeclared("id") && isDeclared(s.Scope):
		diags.AddAttributeError(path.Root(s.Scope), "Two ways to find one object",
			fmt.Sprintf("The id alone identifies the %s. Remove %s, or declare name instead of id.", s.Name, s.Scope))
	}
}

func (s *objectDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !s.isReady(req, resp) {
		return
	}
	if s.checkArguments(req.Config.Raw, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	find := s.byName
	if tfvalue.IsDeclared(tfvalue.Member(req.Config.Raw, "id")) {
		find = s.byID
	}
	doc := find(ctx, req.Config.Raw, &resp.Diagnostics)
	if doc == nil {
		return
	}
	value, mismatches := s.full.All(s.withoutParentSecrets(ctx, s.connection, doc))
	if len(mismatches) > 0 {
		s.warnOfMismatches(&resp.Diagnostics, doc, mismatches)
	}
	resp.State.Raw = value
}

func (s *objectDataSource) byID(ctx context.Context, config tftypes.Value, diags *diag.Diagnostics) engine.Document {
	id := tfvalue.String(config, "id")
	doc, err := s.connection.Client.Read(ctx, s.collectionOf(config), id)
	if engine.IsNotFound(err) {
		diags.AddAttributeError(path.Root("id"), "No such "+s.Name, fmt.Sprintf("The engine has no %s with the id %q.", s.Name, id))
		return nil
	}
	if err != nil {
		s.fail(ctx, diags, "read", err)
		return nil
	}
	return doc
}

// byName returns the object with the declared name. If no object has this name, or more than one does, it adds an error and returns nil. It
// compares the names itself, because some engines ignore filters in list requests.
func (s *objectDataSource) byName(ctx context.Context, config tftypes.Value, diags *diag.Diagnostics) engine.Document {
	name := tfvalue.String(config, "name")
	query, where := url.Values{"name": {name}}, ""
	if s.Scope != "" && !s.HasTypeInPath() {
		scope := tfvalue.String(config, s.Scope)
		query.Set(s.Scope, scope)
		where = fmt.Sprintf(" in the %s %q", s.Scope, scope)
	}
	var found []engine.Document
	for doc, err := range s.connection.Reader.Documents(ctx, s.collectionOf(config), query) {
		if err != nil {
			s.fail(ctx, diags, "find", err)
			return nil
		}
		if filter.Matches(doc, query) {
			found = append(found, doc)
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		diags.AddAttributeError(path.Root("name"), "No such "+s.Name,
			fmt.Sprintf("The engine has no %s with the name %q%s.", s.Name, name, where))
	default:
		ids := make([]string, len(found))
		for i, doc := range found {
			ids[i] = documentID(doc)
		}
		diags.AddAttributeError(path.Root("name"), "Name is not unique",
			fmt.Sprintf("%d %s have the name %q%s: %s. Declare the id of the one that is meant.",
				len(found), s.Plural, name, where, connection.First(ids, ", ")))
	}
	return nil
}

func computedAttributes(attributes map[string]resourceschema.Attribute) map[string]schema.Attribute {
	shown := make(map[string]schema.Attribute, len(attributes))
	for name, a := range attributes {
		shown[name] = computedAttribute(a)
	}
	if _, ok := shown["extra"]; ok {
		shown["extra"] = schema.StringAttribute{
			Computed: true, CustomType: jsontype.Type{},
			MarkdownDescription: "Keys of the object that have no attribute of their own, as a JSON-encoded string.",
		}
	}
	return shown
}

func computedAttribute(a resourceschema.Attribute) schema.Attribute {
	description := attribute.ReadOnlyDescription(a)
	switch a := a.(type) {
	case resourceschema.StringAttribute:
		return schema.StringAttribute{Computed: true, CustomType: a.CustomType, MarkdownDescription: description}
	case resourceschema.NumberAttribute:
		return schema.NumberAttribute{Computed: true, MarkdownDescription: description}
	case resourceschema.BoolAttribute:
		return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
	case resourceschema.ListAttribute:
		return schema.ListAttribute{Computed: true, CustomType: a.CustomType, ElementType: a.ElementType, MarkdownDescription: description}
	case resourceschema.ListNestedAttribute:
		return schema.ListNestedAttribute{
			Computed: true, CustomType: a.CustomType, MarkdownDescription: description,
			NestedObject: schema.NestedAttributeObject{
				CustomType: a.NestedObject.CustomType, Attributes: computedAttributes(a.NestedObject.Attributes),
			},
		}
	case resourceschema.SingleNestedAttribute:
		return schema.SingleNestedAttribute{
			Computed: true, CustomType: a.CustomType, MarkdownDescription: description, Attributes: computedAttributes(a.Attributes),
		}
	default:
		panic(fmt.Sprintf("no data source attribute for %T", a)) // package lens has already rejected all other attribute types
	}
}

func stringArgument(description string, required, computed bool) schema.StringAttribute {
	return schema.StringAttribute{Required: required, Optional: !required, Computed: computed, MarkdownDescription: description}
}
