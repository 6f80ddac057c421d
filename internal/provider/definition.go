// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
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

// definition is an object with all that is derived from it, built once per provider and shared by every operation.
type definition struct {
	catalog.Object
	schema schema.Schema
	shape  *lens.Shape // of the resource
	full   *lens.Shape // of the data sources: with the read-only fields

	identitySchema identityschema.Schema
	identityType   tftypes.Object
	noIdentity     *tfprotov6.ResourceIdentityData

	typeParent *catalog.Object // the kind of the objects above, if they declare types

	hasDefaults  bool     // some attribute has a default value of the provider
	hasWriteOnly bool     // some attribute is write-only
	modified     []string // attributes but "id" whose plan the framework may modify
}

func define(ctx context.Context, o catalog.Object) (*definition, error) {
	attributes := attribute.WithExtra(o.Attributes)
	maps.Copy(attributes, o.ProviderOnly)
	d := &definition{Object: o, typeParent: parentWithTypes(o), schema: schema.Schema{Version: stateVersion, MarkdownDescription: o.Summary, Attributes: attributes}}
	attributes["id"] = schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: fmt.Sprintf("Identifier of the %s, set by the engine.", o.Name),
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown(), readBefore{d}},
	}
	d.identitySchema, d.identityType = defineIdentity(o)
	d.hasWriteOnly = attribute.AnyWriteOnly(attributes)
	for name, a := range attributes {
		text, isText := a.(schema.StringAttribute)
		if isText && a.IsOptional() && a.IsComputed() {
			text.PlanModifiers = append(text.PlanModifiers, asImported{})
			attributes[name], d.hasDefaults = text, true
		}
		if isText && name != "id" && len(text.PlanModifiers) > 0 {
			d.modified = append(d.modified, name)
		}
	}
	if err := d.suitsTheShortWay(); err != nil {
		return nil, fmt.Errorf("resource of %s: %w", o.Name, err)
	}
	if running, ok := attributes["running"].(schema.BoolAttribute); ok && o.Deployable {
		running.PlanModifiers = []planmodifier.Bool{owedStart{}} // which the plan of an object that runs is left to the framework for
		attributes["running"] = running
	}
	if o.Typed() {
		o.Facts.Unsent = append(o.Facts.Unsent, catalog.TypeWord)
	}
	ofResource := o.Facts
	ofResource.Unsent = slices.AppendSeq(slices.Clone(o.Facts.Unsent), maps.Keys(o.ProviderOnly))
	var err error
	if d.shape, err = lens.FromSchema(ctx, d.schema, ofResource); err != nil {
		return nil, fmt.Errorf("resource of %s: %w", o.Name, err)
	}
	if d.noIdentity, err = d.identityData(d.shape.Null()); err != nil {
		return nil, fmt.Errorf("identity of %s: %w", o.Name, err)
	}
	if d.full, err = lens.FromSchema(ctx, schema.Schema{Attributes: d.allAttributes()}, o.Facts); err != nil {
		return nil, fmt.Errorf("data sources of %s: %w", o.Name, err)
	}
	return d, nil
}

func defineAll(ctx context.Context) ([]*definition, error) {
	var all []*definition
	for _, o := range catalog.Objects() {
		d, err := define(ctx, o)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// allAttributes are those of the resource that the engine has, and those that only the engine sets.
func (d *definition) allAttributes() map[string]schema.Attribute {
	all := attribute.WithoutWriteOnly(d.schema.Attributes)
	maps.DeleteFunc(all, func(name string, _ schema.Attribute) bool { return d.ProviderOnly[name] != nil })
	maps.Copy(all, d.ReadOnly)
	return all
}

// sameToViews tells whether two documents say the same of everything that a view can declare. "extra" does not count: what
// has no attribute may move by itself.
func (p *engineProvider) sameToViews(col engine.Collection, a, b engine.Document) bool {
	d := p.definitionOf(col)
	if d == nil {
		return document.Equal(a, b) // any key may be declared of a plain collection's objects
	}
	return d.says(a, b) && d.says(b, a)
}

// differing names the top-level fields in which a document of the engine says something else than one that was sent. What
// stands in the place of a secret says nothing.
func (p *engineProvider) differing(col engine.Collection, sent, found engine.Document) []string {
	d := p.definitionOf(col)
	if d == nil {
		return engine.DifferingJSON(col, sent, found)
	}
	view, odd := d.shape.All(sent)
	var names []string
	for _, mismatch := range odd {
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

// says tells whether a document says what another does, as far as that says anything.
func (d *definition) says(doc, other engine.Document) bool {
	view, odd := d.shape.All(other)
	if len(odd) > 0 {
		return false // Such objects are read singly, which reports what is wrong.
	}
	view = mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		if extra, ok := object[lens.ExtraName]; ok {
			object[lens.ExtraName] = tftypes.NewValue(extra.Type(), nil)
		}
	})
	return d.shape.Equals(doc, view)
}
