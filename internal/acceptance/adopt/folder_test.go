// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestFolderOfOthers runs the adopt subcommand in a folder with an existing configuration. This configuration has another local name for
// the provider, override files, default tags, JSON files, and an import block without its resource. Terraform must import as many objects
// as adopt reports, and change nothing.
func TestFolderOfOthers(t *testing.T) {
	p := newPlant(t)
	tag := map[string]any{"id": "team", "name": "Team"}
	objects := map[string][]map[string]any{
		"dashboard": {
			{"id": "d1", "name": "override", "tags": []any{tag}},
			{"id": "d2", "name": "Plant override", "description": "One line\nand another", "tags": []any{tag, map[string]any{"id": "other"}}},
		},
		"tab": {{"id": "t1", "name": "Tab", "dashboard": "d1", "order": 2}},
		"node": {
			{"id": "n1", "name": "Site", "type": "self_hosted"}, {"id": "n2", "name": "Site", "type": ""}, {"id": "n3", "name": "Old", "type": "a"},
		},
		"alert": {{
			"id": "a1", "name": "Low", "severity": "sev2", "type": "rate", "rate_value": 5, "rate_unit": "minute", "description": "",
			"alert_items": []any{map[string]any{
				"ref_id": "A", "type": "QUERY", "label": "", "query_filter_asset": map[string]any{"id": "p", "name": "P"}, "query_plain": "",
			}},
		}},
	}
	if err := p.Seed(objects); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"main.tf.json": `{"terraform": {"required_providers": {"plant": {"source": "engine-platform/engine"}}},
			"provider": {"plant": {}}, "locals": {"team": "none"}}`,
		"more_override.tf": "provider \"plant\" {\n  default_tags = [{ id = local.team }]\n}\n\nlocals {\n  team = \"team\"\n}\n",
		"override.tf":      "resource \"engine_node\" \"site\" {\n  name = \"Site\"\n}\n",
		"import.tf":        "import {\n  provider = plant\n  to       = engine_node.mine\n  id       = \"n2\"\n}\n",
		"adopt.map.json":   `{"engine_node": {"n1": "site"}}`,
		"old.tf":           "moved {\n  from = engine_node.old\n  to   = engine_node.older\n}\n",
	} {
		terraformtest.Write(t, p.dir, name, text)
	}
	p.adopt("7 to import, 0 to change")
	p.planImports(7)
	p.run("apply", "-input=false", "-no-color", "plan.tfplan")
	checkNothingWritten(t, p.Engine)

	// A user may delete a generated file. The next run of adopt must write it again.
	if err := os.Remove(filepath.Join(p.dir, "alerts.tf")); err != nil {
		t.Fatal(err)
	}
	p.adopt("1 to import, 0 to change")
	p.run("plan", "-input=false", "-no-color", "-detailed-exitcode")
}

// TestUnknownKeysWithTerraform runs adopt -all on objects with keys for which the provider has no attribute. The apply must store these
// keys in the state and write nothing to the engine.
func TestUnknownKeysWithTerraform(t *testing.T) {
	p := newPlant(t)
	objects := map[string][]map[string]any{
		"node": {{"id": "n1", "name": "Site", "type": "self_hosted"}},
		"alert": {{
			"id": "a1", "name": "Low", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute",
			"owner":       map[string]any{"team": "water"},
			"alert_items": []any{map[string]any{"ref_id": "A", "type": "QUERY", "smooth": true}},
		}},
	}
	if err := p.Seed(objects); err != nil {
		t.Fatal(err)
	}
	p.adopt("2 to import, 1 to change", "-all")
	p.run("init", "-input=false", "-no-color")
	p.run("apply", "-input=false", "-no-color", "-auto-approve")
	checkNothingWritten(t, p.Engine)
	p.run("plan", "-input=false", "-no-color", "-detailed-exitcode")
}
