// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// TestDirectPathFitsTheSchemas checks that no schema uses a feature that only the framework implements, such as ModifyPlan or a default of
// a nested attribute. The server could then answer differently from the framework.
func TestDirectPathFitsTheSchemas(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		if err := d.checkDirectPath(); err != nil {
			t.Error(err)
		}
	})
}

func (d *definition) checkDirectPath() error {
	if _, ok := any(&objectResource{}).(resource.ResourceWithModifyPlan); ok {
		return errors.New("the direct path plans what Terraform proposes, so a resource must not have ModifyPlan")
	}
	if d.schema.DeprecationMessage != "" {
		return errors.New("a deprecation message, but the direct path has no warnings")
	}
	for name, a := range d.schema.Attributes {
		if object, ok := a.(schema.SingleNestedAttribute); ok && d.ProviderOnly[name] != nil &&
			(object.CustomType == nil || !object.CustomType.Equal(attribute.ObjectType(object.Attributes))) {
			continue // made by a library: only the framework validates its values
		}
		if name == "running" && d.Deployable {
			continue // only the framework plans objects that can run
		}
		if text, ok := a.(schema.StringAttribute); ok {
			if text.Computed && text.Default == nil && name != "id" {
				return fmt.Errorf("%s: an attribute that the engine computes, but the direct path knows only the id", name)
			}
			text.PlanModifiers, text.Default, text.Computed = nil, nil, false
			a = text
		}
		if err := checkAttribute(a); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func checkAttribute(a schema.Attribute) error {
	modifiers, validators, members := partsOf(a)
	switch {
	case a.GetDeprecationMessage() != "":
		return errors.New("a deprecation message, but the direct path has no warnings")
	case a.IsComputed():
		return errors.New("a computed attribute or one with a default, but the direct path knows defaults of top-level texts only")
	case modifiers > 0:
		return errors.New("a plan modifier, but the direct path knows those of top-level texts only")
	}
	for _, v := range validators {
		if _, ok := v.(attribute.OneValue); !ok {
			return fmt.Errorf("the validator %T may need the whole configuration, but the direct path shows it one value", v)
		}
	}
	for name, member := range members {
		if err := checkAttribute(member); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// partsOf returns three parts of an attribute: the number of its plan modifiers, its validators, and its nested attributes. For a list of
// objects, it also counts the plan modifiers and validators of the elements. For types of attributes that the provider does not use, it
// returns zero values.
func partsOf(a schema.Attribute) (modifiers int, validators []validator.Describer, members map[string]schema.Attribute) {
	switch a := a.(type) {
	case schema.StringAttribute:
		return len(a.PlanModifiers), describers(a.Validators), nil
	case schema.NumberAttribute:
		return len(a.PlanModifiers), describers(a.Validators), nil
	case schema.BoolAttribute:
		return len(a.PlanModifiers), describers(a.Validators), nil
	case schema.ListAttribute:
		return len(a.PlanModifiers), describers(a.Validators), nil
	case schema.SingleNestedAttribute:
		return len(a.PlanModifiers), describers(a.Validators), a.Attributes
	case schema.ListNestedAttribute:
		element := a.NestedObject
		return len(a.PlanModifiers) + len(element.PlanModifiers),
			append(describers(a.Validators), describers(element.Validators)...), element.Attributes
	default:
		return 0, nil, nil
	}
}

func describers[V validator.Describer](validators []V) []validator.Describer {
	all := make([]validator.Describer, len(validators))
	for i, v := range validators {
		all[i] = v
	}
	return all
}

// TestSchemasThatDoNotFitTheDirectPath checks that checkDirectPath looks at every level and at every kind of feature.
func TestSchemasThatDoNotFitTheDirectPath(t *testing.T) {
	t.Parallel()
	text, deprecated := attribute.Text("Text."), attribute.Text("Text.")
	deprecated.DeprecationMessage = "Use another one."
	defaultFlag := attribute.Bool("Flag.")
	defaultFlag.Computed, defaultFlag.Default = true, booldefault.StaticBool(true)
	for want, a := range map[string]schema.Attribute{
		"": attribute.Replacing(text), "it: member: a deprecation message": attribute.List("List.", map[string]schema.Attribute{"member": deprecated}),
		"it: member: a plan modifier": attribute.Object("Object.", map[string]schema.Attribute{"member": attribute.Replacing(text)}),
		"it: a computed attribute":    defaultFlag,
		"it: the validator":           attribute.Text("Text.", struct{ validator.String }{}),
	} {
		gate := definition{schema: schema.Schema{Attributes: map[string]schema.Attribute{"it": a}}}
		if err := gate.checkDirectPath(); (err != nil) != (want != "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
