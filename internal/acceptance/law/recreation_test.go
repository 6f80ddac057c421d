// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestRecreation creates a random object as another client would, imports it as the adopt subcommand does, and creates a second object from
// the resulting configuration. The two documents must be equal, except for fields that only the engine sets.
func TestRecreation(t *testing.T) {
	t.Parallel()
	eachKind(t, provider.NewServer("test"), func(t *testing.T, a *adopter, kind *table.Table) {
		all := catalog.Objects()
		object := all[slices.IndexFunc(all, func(o catalog.Object) bool { return o.Name == kind.Kind })]
		client, found := a.Client(t), 0
		rapid.Check(t, func(r *rapid.T) {
			body := generator{r}.createBody(kind.Fields, kind)
			collection := object.Collection("algorithm")
			before, err := client.Create(r.Context(), collection, body)
			if err != nil {
				r.Fatalf("%s: %v", document.Encode(body), err)
			}
			config, warnings := a.importExact(r, object, before)
			if len(warnings) > 0 {
				if found++; found > 20 {
					r.Fatalf("imports leave too much out: %q", warnings)
				}
				return
			}
			id := a.create(r, object, config)
			after, err := client.Read(r.Context(), collection, id)
			if err != nil {
				r.Fatal(err)
			}
			withoutDerived(object, before, after)
			if a, b := clientFields(object, kind.Fields, before), clientFields(object, kind.Fields, after); !document.Equal(a, b) {
				r.Fatalf("%s\nbecame\n%s", document.Encode(a), document.Encode(b))
			}
			for _, id := range []string{id, before["id"].(string)} { //nolint:forcetypeassert // The engine has made both.
				if err := client.Delete(r.Context(), collection, id); err != nil {
					r.Fatal(err)
				}
			}
		})
	})
}

// importExact imports a document in the same way as the adopt subcommand, which appends /exact to the id. It returns the configuration and
// the warnings.
func (a *adopter) importExact(t tester, object catalog.Object, doc engine.Document) (config tftypes.Value, warnings []string) {
	t.Helper()
	imported := a.importID(t, object.Name, fmt.Sprint(doc["id"], "/exact"))
	for _, d := range imported.Diagnostics {
		warnings = append(warnings, d.Detail)
	}
	_, typ := a.schema(object.Name)
	one := imported.ImportedResources[0]
	config = tfvalue.WithMember(decode(t, typ, one.State), "id", tftypes.NewValue(tftypes.String, nil))
	a.plansNothing(t, object.Name, one.State, one.Identity, one.Private)
	return config, warnings
}

// create creates an object from a configuration and returns its id.
func (a *adopter) create(t tester, object catalog.Object, config tftypes.Value) string {
	t.Helper()
	typeName := "engine_" + object.Name
	schema, typ := a.schema(object.Name)
	null, declared, proposed := encode(t, typ, tftypes.NewValue(typ, nil)), encode(t, typ, config), config
	for _, attribute := range schema.Block.Attributes {
		if value := tfvalue.Member(config, attribute.Name); attribute.Computed && value.IsNull() {
			proposed = tfvalue.WithMember(proposed, attribute.Name, tftypes.NewValue(value.Type(), tftypes.UnknownValue))
		}
	}
	planned := call(t, "plan", a.server.PlanResourceChange, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: null, ProposedNewState: encode(t, typ, proposed), Config: declared,
	})
	applied := call(t, "apply", a.server.ApplyResourceChange, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: null, PlannedState: planned.PlannedState, Config: declared, PlannedPrivate: planned.PlannedPrivate,
	})
	return tfvalue.String(tfvalue.Member(decode(t, typ, applied.NewState), "id"))
}

// withoutDerived prepares the documents of an object from before and after a recreation for a comparison. The provider computes strings
// such as query_plain even if the first document lacks them. In this case, withoutDerived removes them from the second document.
func withoutDerived(object catalog.Object, before, after map[string]any) {
	items, _ := before[object.Derived.List].([]any)
	anew, _ := after[object.Derived.List].([]any)
	for i, item := range items {
		for _, content := range object.Derived.Strings {
			if item.(map[string]any)[content.Name] == nil { //nolint:forcetypeassert // The engine accepts only objects as items.
				delete(anew[i].(map[string]any), content.Name) //nolint:forcetypeassert // The same.
			}
		}
	}
}

// clientFields returns the fields in a document that clients can set. It omits nulls and fields that the engine sets, such as ids.
func clientFields(object catalog.Object, fields []table.Field, doc map[string]any) map[string]any {
	kept := map[string]any{}
	for key, value := range doc {
		i := slices.IndexFunc(fields, func(f table.Field) bool { return f.Name == key })
		if value == nil || slices.Contains(object.Facts.Runtime, key) || i >= 0 && fields[i].ServerSet {
			continue
		}
		if i >= 0 && len(fields[i].Fields) > 0 {
			value = clientFieldsWithin(fields[i], value)
		}
		kept[key] = value
	}
	return kept
}

func clientFieldsWithin(f table.Field, value any) any {
	switch value := value.(type) {
	case map[string]any:
		return clientFields(catalog.Object{}, f.Fields, value)
	case []any:
		elements := make([]any, len(value))
		for i, element := range value {
			elements[i] = clientFieldsWithin(f, element)
		}
		return elements
	default:
		return value
	}
}

// createBody returns a random body for a create request from another client.
func (r generator) createBody(fields []table.Field, kind *table.Table) map[string]any {
	body := map[string]any{}
	for _, f := range fields {
		switch {
		case f.ServerSet, f.Name == "deleted" || f.Name == "sensitive" || f.Name == "depends_on":
		case kind != nil && kind.Parents[f.Name] != "" || f.References != "":
			body[f.Name] = objectID
		case f.Required || f.Name == "value" && f.Type == table.Number || !r.odds(45):
			body[f.Name] = r.createValue(f, 0, slices.ContainsFunc(fields, func(f table.Field) bool { return f.Name == "value_type" }))
		}
	}
	// Omit the cron fields if the field "type" is "rate", because the engine then ignores the cron fields.
	if body["type"] == "rate" {
		maps.DeleteFunc(body, func(key string, _ any) bool { return strings.HasPrefix(key, "cron_") })
	}
	// If the field "multiple" is true, the engine expects an array of values, so put a single value into an array.
	if value, ok := body["value"].(map[string]any); ok && body["multiple"] == true {
		body["value"] = []any{value}
	}
	return body
}

// createValue returns a random value for the given field of an array element. index is the element's position in the array. isAddress is
// true if the element is a data address (an input or output of a routine or component).
func (r generator) createValue(f table.Field, index int, isAddress bool) any {
	name := string(rune('A' + index))
	switch {
	case f.Name == "ref_id" || f.Name == "name" || strings.HasSuffix(f.Name, "_variable"):
		return name
	case f.Name == "id":
		return "id-" + name
	case f.Name == "type" && len(f.OneOf) == 0 && !f.Required:
		return pick(r, "str", "url")
	case f.Name == "value" && f.Type == table.JSON && isAddress:
		return pick[any](r, nil, []any{}, map[string]any{"asset": "pump-1", "attribute": "flow"})
	case f.Name == "port":
		return json.Number(fmt.Sprint(8000 + index))
	case strings.HasPrefix(f.Name, "cron_"):
		return pick(r, "*", "", "5")
	case f.Name == "expression":
		return pick(r, "$A + 1", "")
	case strings.HasSuffix(f.Name, "_plain"):
		return pick(r, "", `{ "$abs": "$A" }`, "[]")
	case strings.HasPrefix(f.Name, "timestamp_"):
		return pick(r, "now", "", "now - 7d")
	case f.Name == "timezone" || f.Name == "color" || f.Name == "refresh_interval" || f.Name == "image_url" || f.Name == "regular_expression":
		return ""
	case strings.HasPrefix(f.Name, "range_"):
		return json.Number(fmt.Sprint(index))
	}
	switch f.Type {
	case table.Integer, table.Number:
		if f.Max != nil && *f.Max < 2 {
			return json.Number(pick(r, "1", "0", "-1"))
		}
		return json.Number(pick(r, "5", "1", "2"))
	case table.Boolean:
		return r.odds(50)
	case table.Object:
		return r.createBody(f.Fields, nil)
	case table.JSON:
		return pick[any](r, "", "text", json.Number("2.5"), true, []any{}, map[string]any{}, map[string]any{"a": []any{nil, ""}})
	case table.Array:
		elements := []any{}
		for i := range pick(r, 1, 0, 2, 3) {
			switch {
			case f.Elements == table.JSON:
				elements = append(elements, fmt.Sprint("choice ", i))
			case f.Elements == table.Label:
				elements = append(elements, pick[any](r, fmt.Sprint("text ", i), map[string]any{"id": fmt.Sprint(i), "name": fmt.Sprint("tag ", i)}))
			case len(f.Fields) > 0:
				element := r.createBody(f.Fields, nil)
				for _, key := range []string{"ref_id", "name", "id", "port"} {
					if i := slices.IndexFunc(f.Fields, func(f table.Field) bool { return f.Name == key && !f.ServerSet }); i >= 0 {
						element[key] = r.createValue(f.Fields[i], len(elements), false)
					}
				}
				elements = append(elements, element)
			default:
				elements = append(elements, fmt.Sprint("text ", i))
			}
		}
		return elements
	case table.Text:
		return pick[any](r, json.Number("5"), json.Number("60"))
	}
	if len(f.OneOf) > 0 {
		word := pick(r, f.OneOf...)
		if f.AnyCase {
			word = pick(r, word, strings.ToLower(word))
		}
		return word
	}
	if f.Required {
		return pick(r, "a", "b")
	}
	return pick(r, "", "text", " ", "two\nlines", "${x}", `{"a": 1}`, "now")
}
