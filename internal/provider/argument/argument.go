// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package argument defines the arguments of the provider block, such as base_url. Most of them can also be set with environment variables.
// Subcommands such as adopt have no provider block, so they use only the variables. The package imports engine, catalog/attribute and
// provider/connection. Start reading at Configuration.
package argument

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// argument is an argument of the provider block that can also be set with an environment variable, such as ENGINE_BASE_URL for base_url.
type argument struct {
	name        string
	required    bool
	attribute   schema.Attribute // without the description
	description string
	set         func(c *Configuration, text string) error // the error completes a sentence that begins with the name, for example "is empty"
}

func (a argument) variable() string { return engine.Variable(a.name) }

// Configuration contains the values of all provider arguments.
type Configuration struct {
	engine.Config
	BulkReads   bool
	DefaultTags connection.DefaultTags
	TagsUnknown bool // default_tags is unknown
}

var arguments = []argument{
	{
		name: "base_url", required: true, attribute: schema.StringAttribute{},
		description: "Address of the engine, without `/v3/engine/`, for example `https://engine.example.com`.",
		set:         func(c *Configuration, text string) error { c.BaseURL = text; return engine.CheckBaseURL(text) },
	},
	{
		name: "access_id", required: true, attribute: schema.StringAttribute{},
		description: "Access id of the service account.",
		set: func(c *Configuration, text string) error {
			c.AccessID = text
			return engine.CheckWord("access_id", text)
		},
	},
	{
		name: "secret_key", required: true, attribute: schema.StringAttribute{Sensitive: true},
		description: "Secret key of the service account.",
		set: func(c *Configuration, text string) error {
			c.SecretKey = text
			return engine.CheckWord("secret_key", text)
		},
	},
	{
		name: "auth_scheme", attribute: schema.StringAttribute{},
		description: "First word of the authorization header. Default: `Service`.",
		set: func(c *Configuration, text string) error {
			c.AuthScheme = text
			return engine.CheckWord("auth_scheme", text)
		},
	},
	{
		name: "request_timeout", attribute: schema.StringAttribute{},
		description: "Maximum time of one attempt of a request, for example `45s`. Default: `30s`.",
		set:         func(c *Configuration, text string) error { return setDuration(&c.RequestTimeout, text) },
	},
	{
		name: "max_retries", attribute: schema.NumberAttribute{},
		description: "Maximum number of retries of a request that fails temporarily (statuses 429, 502, 503, 504, lost connections). If the " +
			"engine has not responded to any request of the run and refuses connections, the provider tries only 3 times. Default: 8.",
		set: setMaxRetries,
	},
	{
		name: "retry_max_wait", attribute: schema.StringAttribute{},
		description: "Maximum time that one request waits between all of its attempts together, for example `2m`. If the engine asks for a " +
			"longer pause, the request fails at once. Default: `60s`.",
		set: func(c *Configuration, text string) error { return setDuration(&c.RetryMaxWait, text) },
	},
	{
		name: "max_requests_per_second", attribute: schema.NumberAttribute{},
		description: "Maximum number of requests per second. 0 means no limit. Default: 0.",
		set:         setMaxRequestsPerSecond,
	},
	{
		name: "ca_cert_file", attribute: schema.StringAttribute{},
		description: "File with PEM certificates of certificate authorities to trust, in addition to those of the system.",
		set:         func(c *Configuration, text string) error { c.CACertFile = text; return nil },
	},
	{
		name: "bulk_reads", attribute: schema.BoolAttribute{},
		description: "Whether a refresh of many objects of a kind reads lists of 100 objects, instead of each object with its own request. If " +
			"a list request fails, or a list disagrees with objects that were read before, the provider reads objects one by one. Default: true.",
		set: setBulkReads,
	},
}

func (a argument) described() schema.Attribute {
	text := fmt.Sprintf("%s Environment variable: `%s`.", a.description, a.variable())
	switch attribute := a.attribute.(type) {
	case schema.StringAttribute:
		attribute.Optional, attribute.MarkdownDescription = true, text
		return attribute
	case schema.NumberAttribute:
		attribute.Optional, attribute.MarkdownDescription = true, text
		return attribute
	default:
		return schema.BoolAttribute{Optional: true, MarkdownDescription: text}
	}
}

func setDuration(target *time.Duration, text string) (err error) {
	if *target, err = time.ParseDuration(text); err != nil || *target <= 0 {
		return fmt.Errorf(`is %q, but it has to be a duration above 0 such as "30s" or "2m"`, text)
	}
	return nil
}

func setMaxRetries(c *Configuration, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return fmt.Errorf("is %q, but it has to be an integer, 0 or more", text)
	}
	c.MaxRetries = n
	if n == 0 {
		c.MaxRetries = -1 // in engine.Config, -1 means no retries and 0 means the default
	}
	return nil
}

func setMaxRequestsPerSecond(c *Configuration, text string) error {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > 1e9 {
		return fmt.Errorf("is %q, but it has to be a number, 0 or more", text)
	}
	c.MaxRequestsPerSecond = f
	return nil
}

func setBulkReads(c *Configuration, text string) error {
	wanted, err := strconv.ParseBool(text)
	if err != nil {
		return fmt.Errorf("is %q, but it has to be true or false", text)
	}
	c.BulkReads = wanted
	return nil
}

// Schema returns the schema of the provider block. Its description lists the given plural names of all kinds of objects, such as "alerts".
func Schema(plurals []string) schema.Schema {
	last := len(plurals) - 1
	s := schema.Schema{
		MarkdownDescription: "An engine is a service that ingests, transforms and shows time-based data. This provider manages its " +
			strings.Join(plurals[:last], ", ") + " and " + plurals[last] + ".",
		Attributes: map[string]schema.Attribute{},
	}
	for _, a := range arguments {
		s.Attributes[a.name] = a.described()
	}
	s.Attributes[defaultTagsName] = schema.ListNestedAttribute{
		Optional: true,
		MarkdownDescription: "Tags of all alerts, dashboards and components, in addition to the tags that their resources declare. " +
			"The provider sends them with each create and update, and does not show them in states and plans.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Required: true, MarkdownDescription: "Identifier of the tag.", Validators: []validator.String{attribute.Identifier()},
			},
			"name": schema.StringAttribute{
				Optional: true, MarkdownDescription: "Name of the tag. The name is only a label, because the engine finds the tag by its id.",
			},
		}},
	}
	return s
}

// defaultTagsName is the name of the only argument that can't be set with an environment variable, because its value is a list of objects.
const defaultTagsName = "default_tags"

func readDefaultTags(block tftypes.Value) (tags connection.DefaultTags) {
	for _, declared := range tfvalue.List(block, defaultTagsName) {
		tag := engine.Document{"id": tfvalue.String(declared, "id")}
		if name := tfvalue.String(declared, "name"); name != "" {
			tag["name"] = name
		}
		if !slices.ContainsFunc(tags, func(other engine.Document) bool { return other["id"] == tag["id"] }) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// Read returns the values of all provider arguments, and the names of the arguments whose values are unknown. If the provider block does
// not declare an argument, Read uses the environment variable.
func Read(block tftypes.Value, diags *diag.Diagnostics) (config Configuration, unknown []string) {
	config.BulkReads = true
	declared := tfvalue.Object(block)
	if tags, ok := declared[defaultTagsName]; ok && !tags.IsFullyKnown() {
		config.TagsUnknown = true
	} else {
		config.DefaultTags = readDefaultTags(block)
	}
	for _, a := range arguments {
		value := declared[a.name]
		if value.Type() != nil && !value.IsKnown() {
			unknown = append(unknown, a.name)
			continue
		}
		text, ok := textOf(value)
		if !ok {
			text = os.Getenv(a.variable())
		}
		if text == "" && a.required {
			diags.AddAttributeError(path.Root(a.name), missingArgument,
				fmt.Sprintf("Set %s in the provider block, or the environment variable %s.", a.name, a.variable()))
			continue
		}
		if text != "" {
			a.take(&config, text, diags)
		}
	}
	return config, unknown
}

func (a argument) take(c *Configuration, text string, diags *diag.Diagnostics) {
	if err := a.set(c, text); err != nil {
		a.reject(err.Error(), diags)
	}
}

// reject adds an error about the argument. The error consists of the argument's name and the problem, such as "is empty".
func (a argument) reject(problem string, diags *diag.Diagnostics) {
	problem = strings.TrimPrefix(problem, a.name+" ") // errors from the client already begin with the name
	diags.AddAttributeError(path.Root(a.name), "Invalid provider argument", fmt.Sprintf("%s (or %s) %s.", a.name, a.variable(), problem))
}

// Report adds err, an error from engine.New, to diags. If err concerns a provider argument, the diagnostic points to that argument.
func Report(diags *diag.Diagnostics, err error) {
	var wrong *engine.ConfigError
	if errors.As(err, &wrong) {
		if i := slices.IndexFunc(arguments, func(a argument) bool { return a.name == wrong.Field }); i >= 0 {
			arguments[i].reject(wrong.Problem, diags)
			return
		}
	}
	diags.AddError("Invalid provider configuration", err.Error())
}

// Validate reports invalid arguments in the provider block. It ignores environment variables and missing arguments, because "terraform
// validate" must work without credentials. Read checks everything.
func Validate(block tftypes.Value, diags *diag.Diagnostics) {
	declared := tfvalue.Object(block)
	for _, a := range arguments {
		if value := declared[a.name]; value.Type() != nil && value.IsKnown() {
			if text, ok := textOf(value); ok && text != "" {
				a.take(&Configuration{}, text, diags)
			}
		}
	}
}

func textOf(value tftypes.Value) (string, bool) {
	if value.Type() == nil || value.IsNull() {
		return "", false
	}
	var text string
	var truth bool
	var digits big.Float
	switch {
	case value.As(&text) == nil:
		return text, true
	case value.As(&truth) == nil:
		return strconv.FormatBool(truth), true
	case value.As(&digits) == nil:
		return digits.Text('f', -1), true
	}
	return "", false
}

// ClientFromEnvironment returns a client for a subcommand, configured by environment variables such as ENGINE_BASE_URL.
func ClientFromEnvironment(userAgent string) (*engine.Client, error) {
	var diags diag.Diagnostics
	config, _ := Read(tftypes.Value{}, &diags)
	if diags.HasError() {
		return nil, environmentError(diags)
	}
	config.UserAgent = userAgent
	return engine.New(config.Config)
}

// environmentError converts diagnostics about provider arguments to an error for a subcommand. The error names the environment variables.
func environmentError(diags diag.Diagnostics) error {
	var missing, problems []string
	for _, a := range arguments {
		if a.required && os.Getenv(a.variable()) == "" {
			missing = append(missing, a.variable())
		}
	}
	switch last := len(missing) - 1; {
	case last == 0:
		problems = append(problems, "Set the environment variable "+missing[0]+`. "terraform-provider-engine help environment" describes it.`)
	case last > 0:
		problems = append(problems, "Set the environment variables "+strings.Join(missing[:last], ", ")+" and "+missing[last]+
			`. "terraform-provider-engine help environment" describes them.`)
	}
	for _, d := range diags.Errors() {
		if d.Summary() != missingArgument {
			problems = append(problems, InEnvironment(d.Detail()))
		}
	}
	return errors.New(strings.Join(problems, " "))
}

const missingArgument = "Missing provider argument"

// Variable describes an environment variable that the provider reads.
type Variable struct{ Name, Description string }

// Variables returns the environment variables that ClientFromEnvironment reads. The descriptions are plain text without Markdown.
func Variables() (variables []Variable) {
	for _, a := range arguments {
		variables = append(variables, Variable{a.variable(), strings.ReplaceAll(a.description, "`", "")})
	}
	return variables
}

// InEnvironment replaces each provider argument in a message with its environment variable. For example, base_url becomes ENGINE_BASE_URL.
func InEnvironment(message string) string {
	var pairs []string
	for _, a := range arguments {
		pairs = append(pairs,
			fmt.Sprintf("%s (or %s)", a.name, a.variable()), a.variable(),
			a.name, a.variable())
	}
	return strings.NewReplacer(pairs...).Replace(message)
}
