// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

type form int

const (
	plain   form = iota // a string or a boolean
	number              // a number
	texts               // a list of strings
	json                // a JSON-encoded string
	object              // one object
	objects             // a list of objects
	free                // anything, because it is inside JSON
)

// members contains the attributes of a resource or nested object by name. migrate also converts from the engine's public provider. If that
// provider uses a different name for an attribute, members contains the attribute under both names.
type members map[string]*member

type member struct {
	name      string
	form      form
	members   members // attributes of nested objects
	required  bool
	byDefault any  // the engine's default, as decoded JSON
	runtime   bool // whether the engine changes the value on its own
	isArray   bool // whether this is an array, which the engine returns even if empty
	computed  bool

	// derive returns the string that the provider derives from other attributes, such as expression_plain from expression. It returns false
	// if the string can't be derived. If the attribute is never derived, derive is nil.
	derive func(item map[string]any) (text string, follows bool)
}

type schemas struct {
	resources map[string]members // by object name
	data      map[string]members // by data source name
	provider  members
	plurals   map[string]string // object names by plural
}

func loadSchemas() (*schemas, error) {
	s := &schemas{resources: map[string]members{}, data: map[string]members{}, plurals: map[string]string{}}
	for _, o := range catalog.Objects() {
		attributes := attribute.WithExtra(o.Attributes)
		maps.Copy(attributes, o.ProviderOnly)
		resource := membersOf(attributes, o, "")
		resource["id"] = &member{name: "id", computed: true}
		for theirs, ours := range foreign.Attributes(o.Name) {
			if ours.Name != "" {
				resource[theirs] = resource[ours.Name]
			}
		}
		s.resources[o.Name], s.plurals[o.Plural] = resource, o.Name
	}
	resp, err := provider.NewServer("migrate")().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	for name, data := range resp.DataSourceSchemas {
		s.data[name] = argumentsOf(data.Block)
	}
	s.provider = argumentsOf(resp.Provider.Block)
	return s, nil
}

// argumentsOf returns the top-level attributes of a provider block or data source.
func argumentsOf(block *tfprotov6.SchemaBlock) members {
	arguments := members{}
	for _, a := range block.Attributes {
		arguments[a.Name] = &member{name: a.Name, required: a.Required, computed: a.Computed && !a.Optional}
	}
	return arguments
}

func membersOf(attributes map[string]schema.Attribute, o catalog.Object, path string) members {
	all := members{}
	for name, a := range attributes {
		at := strings.TrimPrefix(path+"."+name, ".")
		m := &member{
			name: name, required: a.IsRequired(), byDefault: o.Facts.Defaults[at],
			isArray: path == "" && slices.Contains(o.Facts.Arrays, name),
			runtime: path == "" && slices.Contains(o.Facts.Runtime, name),
		}
		for _, text := range o.Derived.Strings {
			if at == o.Derived.List+"."+text.Name {
				m.derive = text.Derive
			}
		}
		switch a := a.(type) {
		case schema.ListNestedAttribute:
			m.form, m.members = objects, membersOf(a.NestedObject.Attributes, o, at)
		case schema.SingleNestedAttribute:
			m.form, m.members = object, membersOf(a.Attributes, o, at)
		case schema.NumberAttribute:
			m.form = number
		case schema.ListAttribute:
			m.form = texts
		case schema.StringAttribute:
			if _, ok := a.CustomType.(jsontype.Type); ok {
				m.form = json
			}
		}
		all[name] = m
	}
	return all
}

func (m members) inOrder() []*member {
	return slices.Compact(slices.SortedFunc(maps.Values(m), func(a, b *member) int { return cmp.Compare(a.name, b.name) }))
}

// anyMembers returns members for an object inside JSON, which may have attributes with any name.
func anyMembers() members { return members{"": {form: free}} }

// find returns the attribute with this name, or one whose name differs only in its ending, such as "alert_items" for "alert_item". It
// returns nil if no attribute matches.
func (m members) find(name string) *member {
	if m[""] != nil {
		return &member{name: name, form: free}
	}
	candidates := []string{name, name + "s", strings.TrimSuffix(name, "_id"), strings.TrimSuffix(name, "_ids") + "s", name + "_id"}
	for i, candidate := range candidates {
		found := m[candidate]
		if found == nil || i > 0 && (found.computed || found.name != candidate) || candidate == name+"s" && found.form != objects {
			continue
		}
		return found
	}
	return nil
}
