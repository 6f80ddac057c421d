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

// suitsTheShortWay refuses an object that the short way would answer differently from the framework: it plans what is
// proposed, knows plan modifiers and defaults of top-level texts alone, and shows validators one value.
func (d *definition) suitsTheShortWay() error {
	if _, ok := any(&objectResource{}).(resource.ResourceWithModifyPlan); ok {
		return errors.New("a resource with ModifyPlan is not for the short way, which plans what is proposed")
	}
	if d.schema.DeprecationMessage != "" {
		return errors.New("a deprecation message is not for the short way, which has no warnings")
	}
	for name, a := range d.schema.Attributes {
		if d.ProviderOnly[name] != nil && !isShared(a) {
			continue // of a library; validShape leaves its values to the framework
		}
		if err := suitsAtTop(name, a); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// isShared tells whether an attribute is one that package attribute makes.
func isShared(a schema.Attribute) bool {
	object, ok := a.(schema.SingleNestedAttribute)
	return !ok || object.CustomType != nil && object.CustomType.Equal(attribute.ObjectType(object.Attributes))
}

// suitsAtTop allows top-level texts plan modifiers and constant defaults.
func suitsAtTop(name string, a schema.Attribute) error {
	if text, ok := a.(schema.StringAttribute); ok {
		if computed := text.Computed && text.Default == nil; computed && name != "id" {
			return errors.New("an attribute that the engine computes is not for the short way, which knows the id alone")
		}
		text.PlanModifiers, text.Default, text.Computed = nil, nil, false
		a = text
	}
	return suitsAnywhere(a)
}

// suitsAnywhere refuses what the short way does not know at any depth.
func suitsAnywhere(a schema.Attribute) error {
	switch {
	case a.GetDeprecationMessage() != "":
		return errors.New("a deprecation message is not for the short way, which has no warnings")
	case a.IsComputed():
		return errors.New("a computed attribute or one with a default is not for the short way, unless it is a top-level text")
	case hasPlanModifiers(a):
		return errors.New("a plan modifier is not for the short way, unless it is that of a top-level text")
	}
	for _, v := range validatorsOf(a) {
		if _, ok := v.(attribute.OneValue); !ok {
			return fmt.Errorf("the validator %T may need the whole configuration, which the short way does not show it", v)
		}
	}
	for name, member := range membersOf(a) {
		if err := suitsAnywhere(member); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func hasPlanModifiers(a schema.Attribute) bool {
	switch a := a.(type) {
	case schema.StringAttribute:
		return len(a.PlanModifiers) > 0
	case schema.NumberAttribute:
		return len(a.PlanModifiers) > 0
	case schema.BoolAttribute:
		return len(a.PlanModifiers) > 0
	case schema.ListAttribute:
		return len(a.PlanModifiers) > 0
	case schema.ListNestedAttribute:
		return len(a.PlanModifiers) > 0 || len(a.NestedObject.PlanModifiers) > 0
	case schema.SingleNestedAttribute:
		return len(a.PlanModifiers) > 0
	default:
		return false // the lens refuses attributes of other types
	}
}

// validatorsOf are those of an attribute and of the elements of a list of objects.
func validatorsOf(a schema.Attribute) []validator.Describer {
	switch a := a.(type) {
	case schema.StringAttribute:
		return describers(a.Validators)
	case schema.NumberAttribute:
		return describers(a.Validators)
	case schema.BoolAttribute:
		return describers(a.Validators)
	case schema.ListAttribute:
		return describers(a.Validators)
	case schema.ListNestedAttribute:
		return append(describers(a.Validators), describers(a.NestedObject.Validators)...)
	case schema.SingleNestedAttribute:
		return describers(a.Validators)
	default:
		return nil
	}
}

func describers[V validator.Describer](validators []V) []validator.Describer {
	all := make([]validator.Describer, len(validators))
	for i, v := range validators {
		all[i] = v
	}
	return all
}

func membersOf(a schema.Attribute) map[string]schema.Attribute {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		return a.NestedObject.Attributes
	case schema.SingleNestedAttribute:
		return a.Attributes
	default:
		return nil
	}
}
