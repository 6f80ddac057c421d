// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"net"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	engineaction "github.com/engine-platform/terraform-provider-engine/internal/provider/action"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/argument"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/function"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/rawdocument"
)

type engineProvider struct {
	version         string
	definitions     []*definition
	definitionError error // an error in the schemas of package catalog; always nil in releases, because a test checks it
	connection      *connection.Connection
}

var (
	_ provider.ProviderWithFunctions     = (*engineProvider)(nil)
	_ provider.ProviderWithListResources = (*engineProvider)(nil)
	_ provider.ProviderWithActions       = (*engineProvider)(nil)

	_ provider.ProviderWithValidateConfig = (*engineProvider)(nil)
)

func newProvider(version string) *engineProvider {
	definitions, err := defineAll()
	return &engineProvider{version: version, definitions: definitions, definitionError: err}
}

func (p *engineProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "engine"
	resp.Version = p.version
}

func (p *engineProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	if p.definitionError != nil {
		resp.Diagnostics.AddError("Bug in the provider", p.definitionError.Error())
		return
	}
	var plurals []string
	for _, d := range p.definitions {
		plurals = append(plurals, d.Plural)
	}
	resp.Schema = argument.Schema(plurals)
}

// ValidateConfig validates the arguments in the provider block.
func (p *engineProvider) ValidateConfig(_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	argument.Validate(req.Config.Raw, &resp.Diagnostics)
}

// Configure creates the client, unless a provider argument is still unknown. Without a client, only calls that need no request to the
// engine succeed, such as planning a new object.
func (p *engineProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	config, unknown := argument.Read(req.Config.Raw, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	c := &connection.Connection{Unknown: unknown, DefaultTags: config.DefaultTags, TagsUnknown: config.TagsUnknown}
	p.connection, resp.ResourceData, resp.DataSourceData, resp.ListResourceData, resp.ActionData = c, c, c, c, c
	if len(unknown) > 0 {
		return
	}
	config.UserAgent = fmt.Sprintf("terraform-provider-engine/%s terraform/%s", p.version, req.TerraformVersion)
	config.Log = func(ctx context.Context, msg string, fields map[string]any) { tflog.Debug(ctx, msg, fields) }
	config.Differing = p.differingFields
	client, err := engine.New(config.Config)
	if err != nil {
		argument.Report(&resp.Diagnostics, err)
		return
	}
	warnOfPlainHTTP(&resp.Diagnostics, config.BaseURL)
	c.Client = client
	c.Reader = bulk.NewReader(client, config.BulkReads, p.equalAttributes, config.Log)
	c.Deployer = deployment.NewDeployer(client, config.Log)
}

// warnOfPlainHTTP warns if requests would send the secret key over the network without encryption. HTTP to the same machine is safe.
func warnOfPlainHTTP(diags *diag.Diagnostics, base string) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" || u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback() {
		return
	}
	diags.AddAttributeWarning(path.Root("base_url"), "Connection is not encrypted",
		"base_url starts with http, so the secret key and all data are not encrypted on the network. Use https.")
}

func (p *engineProvider) Resources(context.Context) []func() resource.Resource {
	all := []func() resource.Resource{rawdocument.NewResource}
	for _, d := range p.definitions {
		all = append(all, func() resource.Resource { return &objectResource{definition: d} })
	}
	return all
}

func (p *engineProvider) DataSources(context.Context) []func() datasource.DataSource {
	all := []func() datasource.DataSource{func() datasource.DataSource { return &alertEventsDataSource{} }, rawdocument.NewDataSource}
	for _, d := range p.definitions {
		all = append(all,
			func() datasource.DataSource { return &objectDataSource{definition: d} },
			func() datasource.DataSource { return &objectsDataSource{definition: d} })
	}
	return all
}

func (p *engineProvider) Functions(context.Context) []func() tffunction.Function {
	var all []func() tffunction.Function
	for _, f := range function.All() {
		all = append(all, func() tffunction.Function { return f })
	}
	return all
}

func (p *engineProvider) ListResources(context.Context) []func() list.ListResource {
	var all []func() list.ListResource
	for _, d := range p.definitions {
		all = append(all, func() list.ListResource { return &objectList{definition: d} })
	}
	return all
}

func (p *engineProvider) Actions(context.Context) []func() action.Action {
	objects := make([]catalog.Object, len(p.definitions))
	for i, d := range p.definitions {
		objects[i] = d.Object
	}
	return engineaction.All(objects)
}
