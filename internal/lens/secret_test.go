// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

func secretShape(t *testing.T) *Shape {
	t.Helper()
	parameter := map[string]schema.Attribute{
		"name":             schema.StringAttribute{Required: true},
		"note":             schema.StringAttribute{Optional: true},
		"sensitive":        schema.BoolAttribute{Optional: true},
		"value":            schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}},
		"value_wo":         schema.StringAttribute{Optional: true, WriteOnly: true, CustomType: jsontype.Type{}},
		"value_wo_version": schema.NumberAttribute{Optional: true},
		"extra":            schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}},
	}
	return build(t, map[string]schema.Attribute{
		"id":    schema.StringAttribute{Computed: true},
		"words": schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"input": objects(parameter),
		"kinds": objects(map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}, "config": objects(parameter)}),
	}, Facts{})
}

// hidden contains members of parameters whose secret the engine hides, for example by returning stars as the value.
var hidden = []string{
	`"sensitive": true, "value": "********"`, `"sensitive": true, "value": "•••"`, `"sensitive": true, "value": null`,
	`"sensitive": true`, `"sensitive": "yes"`, `"value": ["***", "****"]`, `"sensitive": true, "value": "hu***"`,
	`"sensitive": true, "value": "(hidden)"`, `"sensitive": true, "value": "[Sensitive value]"`, `"sensitive": true, "value": "XXXXXX"`,
	`"value": {"user": "a", "key": "***"}`,
}

// A hidden secret, such as stars, must equal any declared value. A string that only looks similar, such as "a***", must differ.
func TestHiddenSecretsAreNoDifference(t *testing.T) {
	s := secretShape(t)
	for _, secret := range hidden {
		doc := docOf(t, `{"input": [{"name": "a", `+secret+`}], "kinds": [{"name": "k", "config": [{"name": "a", `+secret+`}]}]}`)
		for _, declared := range []string{`"value": "\"hush\""`, `"value": "{\"user\": 1}"`, `"value_wo_version": 1`, `"note": null`} {
			v := view(t, s, `{"input": [{"name": "a", `+declared+`}], "kinds": [{"name": "k", "config": [{"name": "a", `+declared+`}]}]}`)
			got, err := s.Project(doc, v)
			if err != nil || !got.Equal(v) || !s.Equals(doc, v) || len(s.Differences(doc, v)) > 0 {
				t.Errorf("%s is not %s: %s (%v)", secret, declared, got, err)
			}
			if found := s.Secrets(doc); len(found) > 0 {
				t.Errorf("%s: the secrets are %v", secret, found)
			}
		}
	}
	for _, shown := range []string{
		`"sensitive": true, "value": "**"`, `"value": "a***"`, `"value": "(hidden)"`,
		`"sensitive": true, "value": "hidden treasure"`, `"sensitive": true, "value": "x"`, `"value": null`, `"sensitive": false`,
		`"sensitive": "false", "value": null`, `"sensitive": 0`, `"sensitive": true, "value": "other"`,
	} {
		doc := docOf(t, `{"input": [{"name": "a", `+shown+`}]}`)
		v := view(t, s, `{"input": [{"name": "a", "value": "\"hush\""}]}`)
		if s.Equals(doc, v) || len(s.Differences(doc, v)) != 1 {
			t.Errorf("%s counts as hidden", shown)
		}
	}
}

// The configuration declares two parameters in a different order from the engine's, one of them with value_wo_version. Each must be paired
// with the engine's parameter that has the same value, even though the engine never returns a version.
func TestVersionsAreNotLookedUp(t *testing.T) {
	t.Parallel()
	s := secretShape(t)
	doc := docOf(t, `{"input": [{"name": "a", "value": 1}, {"name": "a", "value": 2}]}`)
	if v := view(t, s, `{"input": [{"name": "a", "value": "2", "value_wo_version": 1}, {"name": "a", "value": "1"}]}`); !s.Equals(doc, v) {
		t.Error("the same parameters in a different order differ")
	}
}

// TestHiddenSecretsAreNotSent changes a parameter whose secret the engine hides. The update must never send the stars back, and
// Unrepeatable must return every secret that the update deletes.
func TestHiddenSecretsAreNotSent(t *testing.T) {
	s := secretShape(t)
	for _, secret := range hidden {
		doc := docOf(t, `{"input": [{"name": "a", "unit": 1, `+secret+`}, {"name": "b", "value": 1}]}`)
		for _, c := range []struct {
			declared, planned string
			value             any
			has               bool
		}{
			{``, ``, nil, false},
			{`, "value": "\"hush\""`, `, "value": "\"hush\""`, "hush", true},
			{`, "value": "\"hush\""`, `, "value": "\"other\""`, "other", true},
			{`, "value": "\"hush\""`, ``, nil, true}, // the value is cleared
			{``, `, "value": "\"hush\""`, "hush", true},
		} {
			prior := view(t, s, `{"input": [{"name": "a"`+c.declared+`}, {"name": "b"}]}`)
			planned := view(t, s, `{"input": [{"name": "a", "note": "changed"`+c.planned+`}, {"name": "b"}]}`)
			patch := s.Patch(doc, prior, planned)
			elements, _ := patch["input"].([]any)
			if len(elements) != 2 {
				t.Fatalf("%s: the patch is %v", secret, patch)
			}
			sent, _ := elements[0].(map[string]any)
			if value, has := sent["value"]; has != c.has || value != c.value || sent["unit"] == nil {
				t.Errorf("%s, %s to %s: sent %v", secret, c.declared, c.planned, sent)
			}
			var lost []string
			if !c.has {
				lost = []string{`input["a"].value`}
			}
			if got := s.Unrepeatable(doc, patch); !reflect.DeepEqual(got, lost) {
				t.Errorf("%s, %s to %s: lost %v", secret, c.declared, c.planned, got)
			}
			if !reflect.DeepEqual(doc, docOf(t, `{"input": [{"name": "a", "unit": 1, `+secret+`}, {"name": "b", "value": 1}]}`)) {
				t.Errorf("the document was changed to %v", doc)
			}
		}
	}
}

// The plan changes "words". In "input", which contains a hidden secret, it only replaces null with "", which has the same meaning. The
// update must not send "input".
func TestNothingIsSentForHiddenSecrets(t *testing.T) {
	s := secretShape(t)
	for _, secret := range hidden {
		doc := docOf(t, `{"words": ["a"], "input": [{"name": "a", `+secret+`}, {"name": "b", "note": ""}]}`)
		prior := view(t, s, `{"words": ["a"], "input": [{"name": "a"}, {"name": "b"}]}`)
		planned := view(t, s, `{"words": ["b"], "input": [{"name": "a"}, {"name": "b", "note": ""}]}`)
		if patch := s.Patch(doc, prior, planned); len(patch) != 1 || patch["input"] != nil {
			t.Errorf("%s: the patch is %v", secret, patch)
		}
	}
}

// If the engine returns other secrets, null in a sensitive parameter means that the parameter has no value. Unrepeatable must not return
// this parameter.
func TestNullIsNoSecretWhereOthersAreShown(t *testing.T) {
	s := secretShape(t)
	doc := docOf(t, `{"input": [{"name": "a", "sensitive": true, "value": null}, {"name": "b", "sensitive": true, "value": "shown"}, `+
		`{"name": "c", "value": "***"}]}`)
	prior := view(t, s, `{"input": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}`)
	planned := view(t, s, `{"input": [{"name": "new", "sensitive": true}, {"name": "c"}, {"name": "b"}, {"name": "a", "note": "changed"}]}`)
	if got, want := s.Unrepeatable(doc, s.Patch(doc, prior, planned)), []string{`input["c"].value`}; !reflect.DeepEqual(got, want) {
		t.Errorf("lost %v, want %v", got, want)
	}
	if got, want := s.Secrets(doc), []any{"shown"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the secrets are %v", got)
	}
}

// Secrets must not appear in imports, in data sources, or in list elements that the configuration does not declare.
func TestSecretsAreNotShown(t *testing.T) {
	s := secretShape(t)
	const parameters = `[{"name": "a", "sensitive": true, "value": "hush", "was": "hush"}, {"name": "b", "value": "shown", "was": "shown"},
		{"name": "c", "sensitive": true, "value": "${{secret.C}}"},
		{"name": "d", "sensitive": true, "value": "x ${{secret.C}} hush"}, {"name": "e", "value": "****"}]`
	doc := docOf(t, `{"id": "1", "input": `+parameters+`, "kinds": [{"name": "k", "config": `+parameters+`}]}`)
	const want = `[{"name": "a", "sensitive": true}, {"name": "b", "value": "\"shown\""EXTRA},
		{"name": "c", "sensitive": true, "value": "\"${{secret.C}}\""}, {"name": "d", "sensitive": true}, {"name": "e"}]`
	bare := strings.ReplaceAll(want, "EXTRA", "")
	imported, odd := s.Imported(doc)
	if wanted := view(t, s, `{"id": "1", "input": `+bare+`, "kinds": [{"name": "k", "config": `+
		bare+`}]}`); odd != nil || !imported.Equal(wanted) {
		t.Errorf("imported %s (%v)", imported, odd)
	}
	all, odd := s.All(doc)
	whole := strings.ReplaceAll(want, "EXTRA", `, "extra": "{\"was\":\"shown\"}"`)
	if wanted := view(t, s, `{"id": "1", "input": `+whole+`, "kinds": [{"name": "k", "config": `+
		whole+`}]}`); odd != nil || !all.Equal(wanted) {
		t.Errorf("all of it is %s (%v)", all, odd)
	}
	for _, declared := range []string{
		`{"input": [{"name": "b"}]}`,
		`{"input": []}`,
		`{"input": [{"name": "z", "value_wo_version": 1}]}`, // each value may be the write-only value of the renamed parameter z
	} {
		got, err := s.Project(docOf(t, `{"input": `+parameters+`}`), view(t, s, declared))
		if err != nil {
			t.Fatal(err)
		}
		text := got.String()
		hasWriteOnly := strings.Contains(declared, "version")
		if strings.Contains(text, "hush") || hasWriteOnly && (strings.Contains(text, "shown") || strings.Contains(text, "secret.C")) {
			t.Errorf("%s shows %s", declared, text)
		}
		if declared == `{"input": []}` && !got.Equal(view(t, s, `{"input": `+bare+`}`)) {
			t.Errorf("%s shows %s, want %s", declared, text, bare)
		}
	}
	got, err := s.Project(docOf(t, `{"kinds": [{"name": "renamed", "config": [{"name": "a", "value": "hush"}]}]}`),
		view(t, s, `{"kinds": [{"name": "k", "config": [{"name": "a", "value_wo_version": 1}]}]}`))
	if err != nil || strings.Contains(got.String(), "hush") {
		t.Errorf("an element around a secret shows %s (%v)", got, err)
	}
}

// Differences and errors must not quote parameter values, whether the values differ or have the wrong type.
func TestSecretsAreNotQuoted(t *testing.T) {
	s := secretShape(t)
	for _, c := range []struct{ doc, declared string }{
		{doc: `[{"name": "a", "sensitive": true, "value": "hush"}]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `[{"name": "a", "value": "hush"}]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `[{"name": "a", "group": "hush"}]`, declared: `[{"name": "a", "extra": "{\"group\":\"quiet\"}"}]`},
		{doc: `[{"name": "a", "value": "hush"}, {"name": "b", "value": "hush", "x": "hush"}]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `[{"name": "b", "value": "hush"}]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `{"hush": "hush"}`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `"hush"`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `["hush"]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
		{doc: `[["hush"]]`, declared: `[{"name": "a", "value": "\"quiet\""}]`},
	} {
		doc, v := docOf(t, `{"input": `+c.doc+`}`), view(t, s, `{"input": `+c.declared+`}`)
		differences := s.Differences(doc, v)
		if len(differences) == 0 {
			t.Errorf("%s and %s do not differ", c.doc, c.declared)
		}
		for _, d := range differences {
			if text := d.Engine + d.Declared + d.Key; strings.Contains(text, "hush") || strings.Contains(text, "quiet") {
				t.Errorf("%s and %s: %v", c.doc, c.declared, d)
			}
		}
		var mismatch *MismatchError
		if _, err := s.Project(doc, v); errors.As(err, &mismatch) && strings.Contains(err.Error(), "hush") {
			t.Error(err)
		}
	}
	got := s.Differences(docOf(t, `{"input": [{"name": "a", "note": "n", "value": "hush"}, {"name": "b"}]}`),
		view(t, s, `{"input": [{"name": "a", "value": "\"hush\""}]}`))
	want := []Difference{{Path: []any{"input"}, Engine: `[{"name":"a","note":"n"},{"name":"b"}]`, Declared: `[{"name":"a"}]`}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	_, err := s.Project(docOf(t, `{"input": "hush"}`), view(t, s, `{"input": [{"name": "a"}]}`))
	if err == nil || err.Error() != "input: the engine returned a string where an array is expected" {
		t.Error(err)
	}
}

// A parameter is secret if its type is a custom type with a sensitive field, or with a field of such a type. Imports and data sources must
// omit its value.
func TestTypesThatHoldSecrets(t *testing.T) {
	parameter := map[string]schema.Attribute{
		"name":      schema.StringAttribute{Required: true},
		"type":      schema.StringAttribute{Optional: true},
		"sensitive": schema.BoolAttribute{Optional: true},
		"value":     schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}},
	}
	s := build(t, map[string]schema.Attribute{
		"input":        objects(parameter),
		"custom_types": objects(map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}, "fields": objects(parameter)}),
	}, Facts{})
	doc := docOf(t, `{
		"input": [
			{"name": "a", "type": "Site", "value": {"login": {"user": "u", "pin": "hush-1"}}}, {"name": "b", "type": "Login", "value": "hush-2"},
			{"name": "c", "type": "Login", "value": "${{secret.C}}"},
			{"name": "d", "type": "Window", "value": {"from": "shown-1"}}, {"name": "e", "type": "str", "value": "shown-2"}
		],
		"custom_types": [
			{"name": "Site", "fields": [{"name": "login", "type": "Login", "value": "hush-3"}]},
			{"name": "Login", "fields": [{"name": "user", "type": "str", "value": "shown-3"},
				{"name": "pin", "type": "str", "sensitive": true, "value": "hush-4"}]},
			{"name": "Window", "fields": [{"name": "from", "type": "datetime"}]}
		]}`)
	if found := s.Secrets(doc); len(found) != 4 {
		t.Errorf("the secrets are %v", found)
	}
	all, _ := s.All(doc)
	imported, _ := s.Imported(doc)
	for name, text := range map[string]string{"all": all.String(), "imported": imported.String()} {
		if strings.Contains(text, "hush") || strings.Count(text, "shown") != 3 || !strings.Contains(text, "secret.C") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
