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

// generator draws random schemas, Terraform values and engine documents.
type generator struct {
	*rapid.T
	mixed bool // documents may contain values of a type that differs from the schema
	echo  bool // documents contain all keys that views declare in "extra"
}

// odds returns true in about n of 16 cases. When the rapid library simplifies a failing case, it prefers false.
func (g generator) odds(n int) bool {
	return g.below(16) >= 16-n
}

// below draws a number from 0 to n-1, roughly uniformly. It draws single bits, because rapid prefers small integers.
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
	return build(g, attributes, Facts{Defaults: g.defaults(build(g, attributes, Facts{}), "", map[string]any{})})
}

// defaults chooses random defaults for some booleans and numbers, and adds them to the found map under paths such as "items.limit".
func (g generator) defaults(s *Shape, path string, found map[string]any) map[string]any {
	for _, a := range s.attrs {
		at := strings.TrimPrefix(path+"."+a.name, ".")
		switch {
		case a.kind == kindObject:
			g.defaults(a.Shape, at, found)
		case a.kind == kindList:
			g.defaults(a.elem, at, found)
		case a.kind == kindBool && g.odds(6):
			found[at] = g.odds(8)
		case a.kind == kindNumber && g.odds(6):
			found[at] = json.Number(pick(g, "5", "-1", "10000"))
		}
	}
	return found
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
