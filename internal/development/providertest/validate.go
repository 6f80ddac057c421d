// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Unknown marks a value that is unknown until apply.
type Unknown struct{}

// validate returns the provider's diagnostics for the configuration of a resource type such as "engine_alert". Missing attributes are null.
// Values are maps, []any, string, int, float64, bool, nil and Unknown{}.
func validate(t *testing.T, provider tfprotov6.ProviderServer, typeName string, config map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	schemas, err := provider.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	schema, ok := schemas.ResourceSchemas[typeName]
	if !ok {
		t.Fatalf("there is no resource type %s", typeName)
	}
	value, err := tfprotov6.NewDynamicValue(schema.ValueType(), Value(t, schema.ValueType(), config))
	if err != nil {
		t.Fatal(err)
	}
	response, err := provider.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: &value,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return response.Diagnostics
}

// Problems returns the provider's diagnostics for the configuration of a resource type such as "engine_alert". Each diagnostic is a line
// that consists of the severity, the path and the detail, such as "error alert_items[0]: the detail".
func Problems(t *testing.T, provider tfprotov6.ProviderServer, typeName string, config map[string]any) []string {
	t.Helper()
	var lines []string
	for _, d := range validate(t, provider, typeName, config) {
		lines = append(lines, fmt.Sprintf("%s %s: %s", strings.ToLower(d.Severity.String()), tfvalue.PathString(d.Attribute), d.Detail))
	}
	return lines
}

// pointedAt matches the attribute and index at the beginning of a path, such as "alert_items[0]". The provider shortens the paths of
// diagnostics to this part, because older versions of Terraform can't find a longer path in the configuration.
var pointedAt = regexp.MustCompile(`^\w+(\[\d+\])?`)

// WantProblems validates a configuration and compares the diagnostics with want, in any order. An entry in want consists of a severity, a
// path and a part of the message. Because the provider shortens paths, "error alert_items[0].label: invalid" matches an error with the path
// alert_items[0] whose message contains both "alert_items[0].label" and "invalid".
func WantProblems(t *testing.T, provider tfprotov6.ProviderServer, typeName string, config map[string]any, want ...string) {
	t.Helper()
	got := Problems(t, provider, typeName, config)
	if len(got) != len(want) {
		t.Fatalf("got %d problems, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for _, problem := range want {
		place, words, _ := strings.Cut(problem, ": ")
		severity, path, _ := strings.Cut(place, " ")
		pointed := pointedAt.FindString(path)
		found := slices.IndexFunc(got, func(line string) bool {
			return strings.HasPrefix(line, severity+" "+pointed+": ") && strings.Contains(line, words) &&
				(path == pointed || strings.Contains(line, path))
		})
		if found < 0 {
			t.Errorf("want\n%s\namong\n%s", problem, strings.Join(got, "\n"))
			continue
		}
		got = slices.Delete(got, found, found+1)
	}
}

// Value converts plain Go values, such as map[string]any and []any, to a value of a Terraform type.
func Value(t testing.TB, typ tftypes.Type, value any) tftypes.Value {
	t.Helper()
	switch value := value.(type) {
	case Unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case map[string]any:
		if of, isMap := typ.(tftypes.Map); isMap {
			return terraformMap(t, of, value)
		}
		object, ok := typ.(tftypes.Object)
		if !ok {
			t.Fatalf("%v stands where %s is wanted", value, typ)
		}
		return terraformObject(t, object, value)
	case []any:
		list, ok := typ.(tftypes.List)
		if !ok {
			t.Fatalf("%v stands where %s is wanted", value, typ)
		}
		elements := make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = Value(t, list.ElementType, element)
		}
		return tftypes.NewValue(list, elements)
	}
	switch number := value.(type) {
	case int, float64:
		if typ.Is(tftypes.String) {
			value = fmt.Sprint(number) // Terraform converts numbers to strings.
		}
	}
	if err := tftypes.ValidateValue(typ, value); err != nil {
		t.Fatal(err)
	}
	return tftypes.NewValue(typ, value)
}

func terraformMap(t testing.TB, typ tftypes.Map, members map[string]any) tftypes.Value {
	t.Helper()
	elements := make(map[string]tftypes.Value, len(members))
	for key, member := range members {
		elements[key] = Value(t, typ.ElementType, member)
	}
	return tftypes.NewValue(typ, elements)
}

func terraformObject(t testing.TB, typ tftypes.Object, members map[string]any) tftypes.Value {
	t.Helper()
	for name := range members {
		if _, ok := typ.AttributeTypes[name]; !ok {
			t.Fatalf("there is no attribute %s", name)
		}
	}
	attributes := make(map[string]tftypes.Value, len(typ.AttributeTypes))
	for name, member := range typ.AttributeTypes {
		attributes[name] = Value(t, member, members[name])
	}
	return tftypes.NewValue(typ, attributes)
}
