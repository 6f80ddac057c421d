// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// checkDirectPath returns an error if the schema uses a feature that only the framework implements, such as ModifyPlan or a default of a
// nested attribute. The server could then answer differently from the framework.
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
