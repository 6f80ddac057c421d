// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// rival is a validator that wants to see other attributes.
type rival struct{ validator.String }

func (rival) Description(context.Context) string { return "none beside another one" }

// TestDefineRefuses has schemas that the short way would answer differently from the framework.
func TestDefineRefuses(t *testing.T) {
	t.Parallel()
	text := attribute.Text(attribute.Optional, "Text.")
	replacing := attribute.Replacing(text)
	withDefault := text
	withDefault.Computed, withDefault.Default = true, stringdefault.StaticString("a")
	computed := text
	computed.Computed = true
	deprecated := text
	deprecated.DeprecationMessage = "Use another one."
	modifiedFlag := attribute.Bool(attribute.Optional, "Flag.")
	modifiedFlag.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	defaultFlag := attribute.Bool(attribute.Optional, "Flag.")
	defaultFlag.Computed, defaultFlag.Default = true, booldefault.StaticBool(true)
	modifiedList := attribute.List(attribute.Optional, "List.", map[string]schema.Attribute{"name": text})
	modifiedList.PlanModifiers = []planmodifier.List{listplanmodifier.RequiresReplace()}
	within := func(a schema.Attribute) schema.Attribute {
		return attribute.List(attribute.Optional, "List.", map[string]schema.Attribute{"name": text, "member": a})
	}
	kept := text
	kept.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}

	for name, c := range map[string]struct {
		attribute schema.Attribute
		want      string // "" where the schema is taken
	}{
		"text":                             {text, ""},
		"text that replaces":               {replacing, ""},
		"text with a default":              {withDefault, ""},
		"list":                             {within(text), ""},
		"text that the engine computes":    {computed, "it: an attribute that the engine computes"},
		"deprecated":                       {deprecated, "it: a deprecation message"},
		"deprecated member":                {within(deprecated), "it: member: a deprecation message"},
		"boolean with a plan modifier":     {modifiedFlag, "it: a plan modifier"},
		"boolean with a default":           {defaultFlag, "it: a computed attribute or one with a default"},
		"list with a plan modifier":        {modifiedList, "it: a plan modifier"},
		"member that replaces":             {within(replacing), "it: member: a plan modifier"},
		"member with a default":            {within(withDefault), "it: member: a computed attribute or one with a default"},
		"member that keeps its state":      {within(kept), "it: member: a plan modifier"},
		"validator of more than itself":    {attribute.Text(attribute.Optional, "Text.", rival{}), "it: the validator provider.rival may need"},
		"validator of more, in a member":   {within(attribute.Text(attribute.Optional, "Text.", rival{})), "it: member: the validator"},
		"member of an object that changes": {attribute.Object("Object.", map[string]schema.Attribute{"member": replacing}), "it: member: a plan modifier"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gate := catalog.Objects()[0]
			gate.Name, gate.Attributes = "gate", map[string]schema.Attribute{"name": text, "it": c.attribute}
			_, err := define(t.Context(), gate)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), "resource of gate: "+c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
