// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"fmt"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDefaultTags applies the configuration of the guide to default tags, in which a second provider block looks up the tags by name.
func TestDefaultTags(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Collections: []string{"tag/tags"}})
	if err := e.Seed(map[string][]map[string]any{"tag/tags": {{"id": "tag-7", "name": "terraform"}}}); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	terraformtest.Write(t, folder, "main.tf", terraformtest.Versions+terraformtest.Blocks(t, "default-tags", "terraform")[0]+
		"resource \"engine_dashboard\" \"it\" {\n  name = \"a\"\n}\n")
	run := terraformtest.NewServed(t, folder, e.Environment()...)
	terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
	tags, _ := e.Objects("dashboard")[0]["tags"].([]any)
	if got := fmt.Sprint(tags); len(tags) != 1 || got != "[map[id:tag-7 name:terraform]]" {
		t.Errorf("the engine has the tags %s", got)
	}
}
