// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// definition describes one kind of object, such as alert. It combines the entry in package catalog with the schemas and types built from
// it. Definitions are immutable.
type definition struct {
	catalog.Object
	parent *catalog.Object // the kind that contains this one, or nil; for example, dashboard for tab

	schema schema.Schema
	shape  *lens.Shape // converts between documents and resource values
	full   *lens.Shape // like shape, but for data sources, which also have read-only fields

	identitySchema identityschema.Schema
	identityType   tftypes.Object
	noIdentity     *tfprotov6.ResourceIdentityData

	hasDefaults  bool     // at least one attribute has a default in the schema
	hasWriteOnly bool     // at least one attribute is write-only
	modified     []string // the attributes with plan modifiers, without "id"
}

func define(o catalog.Object) (*definition, error) {
	attributes := attribute.WithExtra(o.Attributes)
	maps.Copy(attributes, o.ProviderOnly)
	d := &definition{Object: o, schema: schema.Schema{Version: stateVersion, MarkdownDescription: o.Summary, Attributes: attributes}}
	objects := catalog.Objects()
	if i := slices.IndexFunc(objects, func(other catalog.Object) bool { return other.Name == o.Parent }); i >= 0 {
		d.parent = &objects[i]
	}
	attributes["id"] = schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: fmt.Sprintf("Identifier of the %s, set by the engine.", o.Name),
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown(), requireRead{definition: d}},
	}
	d.identitySchema, d.identityType = defineIdentity(o)
	d.hasWriteOnly = attribute.AnyWriteOnly(attributes)
	for name, a := range attributes {
		text, isText := a.(schema.StringAttribute)
		if isText && a.IsOptional() && a.IsComputed() {
			text.PlanModifiers = append(text.PlanModifiers, keepImported{})
			attributes[name], d.hasDefaults = text, true
		}
		if isText && name != "id" && len(text.PlanModifiers) > 0 {
			d.modified = append(d.modified, name)
		}
	}
	if running, ok := attributes["running"].(schema.BoolAttribute); ok && o.Deployable {
		running.PlanModifiers = []planmodifier.Bool{warnOfOwedStart{}} // the framework runs it, because directPlan leaves components alone
		attributes["running"] = running
	}
	if o.HasTypeInPath() {
		o.Facts.Unsent = append(o.Facts.Unsent, catalog.TypeWord)
	}
	ofResource := o.Facts
	ofResource.Unsent = slices.AppendSeq(slices.Clone(o.Facts.Unsent), maps.Keys(o.ProviderOnly))
	var err error
	if d.shape, err = lens.FromSchema(d.schema, ofResource); err != nil {
		return nil, fmt.Errorf("resource of %s: %w", o.Name, err)
	}
	if d.noIdentity, err = d.identityData(d.shape.Null()); err != nil {
		return nil, fmt.Errorf("identity of %s: %w", o.Name, err)
	}
	if d.full, err = lens.FromSchema(schema.Schema{Attributes: d.allAttributes()}, o.Facts); err != nil {
		return nil, fmt.Errorf("data sources of %s: %w", o.Name, err)
	}
	return d, nil
}

func defineAll() ([]*definition, error) {
	var all []*definition
	for _, o := range catalog.Objects() {
		d, err := define(o)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// allAttributes returns the attributes of the data sources: the resource's attributes plus the fields that only the engine sets. It omits
// write-only attributes and attributes that are not sent to the engine, such as timeouts.
func (d *definition) allAttributes() map[string]schema.Attribute {
	all := attribute.WithoutWriteOnly(d.schema.Attributes)
	maps.DeleteFunc(all, func(name string, _ schema.Attribute) bool { return d.ProviderOnly[name] != nil })
	maps.Copy(all, d.ReadOnly)
	return all
}

// equalAttributes reports whether two documents have equal values for all attributes that a configuration can declare. It ignores all other
// fields, because the engine may change them on its own.
func (p *engineProvider) equalAttributes(col engine.Collection, a, b engine.Document) bool {
	d := p.definitionOf(col)
	if d == nil {
		return document.Equal(a, b) // an engine_document resource can declare every key
	}
	return d.includes(a, b) && d.includes(b, a)
}

// differingFields compares a request body (sent) with the engine's document (found), and returns the top-level fields that differ. A masked
// secret, such as "***", counts as equal.
func (p *engineProvider) differingFields(col engine.Collection, sent, found engine.Document) []string {
	d := p.definitionOf(col)
	if d == nil {
		return engine.DifferingJSON(col, sent, found)
	}
	view, mismatches := d.shape.All(sent)
	var names []string
	for _, mismatch := range mismatches {
		names = append(names, fmt.Sprint(mismatch.Path[:min(len(mismatch.Path), 1)]...))
	}
	for _, difference := range d.shape.Differences(found, view) {
		if difference.Key != "" {
			names = append(names, difference.Key)
		} else {
			names = append(names, fmt.Sprint(difference.Path[:min(len(difference.Path), 1)]...))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (p *engineProvider) definitionOf(col engine.Collection) *definition {
	i := slices.IndexFunc(p.definitions, func(d *definition) bool { return d.Name == col.String() })
	if i < 0 {
		return nil
	}
	return p.definitions[i]
}

// includes reports whether doc contains every value in other. It compares only fields that have an attribute.
func (d *definition) includes(doc, other engine.Document) bool {
	view, mismatches := d.shape.All(other)
	if len(mismatches) > 0 {
		return false // so the caller reads the object individually, and that read reports the mismatch
	}
	view = mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		if extra, ok := object[lens.ExtraName]; ok {
			object[lens.ExtraName] = tftypes.NewValue(extra.Type(), nil)
		}
	})
	return d.shape.Equals(doc, view)
}
