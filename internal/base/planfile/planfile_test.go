// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func read(t *testing.T, text string) *Plan {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestOtherFiles checks the errors for files that are easily taken for the output of "terraform show -json".
func TestOtherFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"plan.bin":          {"PK\x03\x04\x14\x00", `this is the binary plan; run "terraform show -json FILE > plan.json"`},
		"plan.log":          {`{"@level":"info"}` + "\n" + `{"@level":"info"}`, "this is the log of a command with -json; run "},
		"terraform.tfstate": {`{"version": 4, "serial": 0}`, `this is a state file; run "terraform show -json FILE > state.json"`},
		"main.tf":           {"resource {}", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"empty.json":        {"\n", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"list.json":         {"[]", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"types.json":        {`{"values": 1}`, `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(test.want, "FILE", file)
		if _, err := Read(file); err == nil || !strings.HasPrefix(err.Error(), file+" is not what terraform show -json prints: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	plan := read(t, `{
		"planned_values": {"root_module": {"resources": [{
			"address": "engine_widget.x", "mode": "managed", "type": "engine_widget", "name": "x",
			"values": {"name": "n", "text": "secret", "items": [{"a": 1}, {"a": 2}]},
			"sensitive_values": {"text": true, "items": [{}, {}]}
		}]}},
		"resource_changes": [{
			"address": "engine_widget.x",
			"change": {"after_unknown": {"id": true, "items": [{}, {"b": true}]}}
		}]
	}`)
	got := plan.Resources[0].Public("?", "*")
	want := map[string]any{"name": "n", "id": "?", "text": "*", "items": []any{map[string]any{"a": 1.0}, map[string]any{"a": 2.0, "b": "?"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}
