// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"math/bits"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

type anyCase struct{ validator.String }

func (anyCase) SetStringRules(rules *StringRules) {
	rules.Equal, rules.Canonical = strings.EqualFold, strings.ToUpper
}

type jsonText struct{ validator.String }

func (jsonText) SetStringRules(rules *StringRules) {
	rules.Equal, rules.IsJSON = document.SameJSON, true
}

type identifier struct{ validator.String }

func (identifier) SetStringRules(rules *StringRules) { rules.IsID = true }

func identifiers() []validator.String { return []validator.String{identifier{}} }

// generator draws random schemas, Terraform values and engine documents.
type generator struct {
	*rapid.T
	mixed bool // documents may contain values of a type that differs from the schema
	echo  bool // documents contain all keys that views declare in "extra"
}

// odds returns true in about n of 16 cases. When rapid simplifies a failing case, it prefers false.
func (g generator) odds(n int) bool {
	return g.below(16) >= 16-n
}

// below draws a random number from 0 to n-1, all about equally likely. It draws single bits, because rapid's own integers are mostly small.
func (g generator) below(n int) int {
	number := 0
	for range bits.Len(uint(n - 1)) {
		number *= 2
		if rapid.Bool().Draw(g.T, "bit") {
			number++
		}
	}
	return number % n
}

func pick[V any](g generator, options ...V) V { return options[g.below(len(options))] }

func (g generator) schema(depth int) map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	if key := pick(g, "", "ref_id", "id", "name", "port"); key == "port" {
		attributes[key] = schema.NumberAttribute{Required: g.odds(8)}
	} else if key != "" {
		attributes[key] = g.textAttribute()
	}
	for _, name := range []string{"count", "items", "label", "on", "value"} {
		if g.odds(9) {
			attributes[name] = g.attribute(depth)
		}
	}
	if g.odds(5) {
		attributes[ExtraName] = schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}}
	}
	return attributes
}

func (g generator) textAttribute() schema.Attribute {
	a := schema.StringAttribute{Required: g.odds(6)}
	switch pick(g, 0, 1, 2, 3) {
	case 2:
		a.Validators = []validator.String{anyCase{}}
	case 3:
		a.Validators = []validator.String{jsonText{}}
	}
	return a
}

func (g generator) attribute(depth int) schema.Attribute {
	flat := []string{"text", "number", "number", "flag", "json", "texts"}
	kinds := flat
	if depth > 0 {
		kinds = append(kinds, "objects", "objects", "objects", "object")
	}
	required := g.odds(4)
	switch pick(g, kinds...) {
	case "number":
		return schema.NumberAttribute{Required: required}
	case "flag":
		return schema.BoolAttribute{Required: required}
	case "json":
		return schema.StringAttribute{Required: required, CustomType: jsontype.Type{}}
	case "texts":
		return schema.ListAttribute{Required: required, ElementType: types.StringType}
	case "objects":
		return schema.ListNestedAttribute{Required: required, NestedObject: schema.NestedAttributeObject{Attributes: g.schema(depth - 1)}}
	case "object":
		return schema.SingleNestedAttribute{Required: required, Attributes: g.schema(depth - 1)}
	default:
		return g.textAttribute()
	}
}

func (g generator) shape() *Shape {
	attributes := g.schema(3)
	return build(g, attributes, Facts{Defaults: g.defaults(attributes, "")})
}

// defaults draws random default values for some boolean and number attributes, by attribute path, such as "items.limit".
func (g generator) defaults(attributes map[string]schema.Attribute, path string) map[string]any {
	defaults := map[string]any{}
	for _, name := range sortedKeys(attributes) {
		at := strings.TrimPrefix(path+"."+name, ".")
		nested := map[string]any{}
		switch a := attributes[name].(type) {
		case schema.ListNestedAttribute:
			nested = g.defaults(a.NestedObject.Attributes, at)
		case schema.SingleNestedAttribute:
			nested = g.defaults(a.Attributes, at)
		case schema.BoolAttribute:
			if g.odds(6) {
				defaults[at] = g.odds(8)
			}
		case schema.NumberAttribute:
			if g.odds(6) {
				defaults[at] = json.Number(pick(g, "5", "-1", "10000"))
			}
		}
		for path, value := range nested {
			defaults[path] = value
		}
	}
	return defaults
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func build(t failer, attributes map[string]schema.Attribute, facts Facts) *Shape {
	t.Helper()
	shape, err := FromSchema(schema.Schema{Attributes: attributes}, facts)
	if err != nil {
		t.Fatalf("build the shape: %v", err)
	}
	return shape
}

var _ failer = (*testing.T)(nil)
