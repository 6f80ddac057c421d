// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type taggedKind struct{ name, needs string }

var taggedKinds = []taggedKind{
	{"alert", "severity = \"SEV1\"\ntype = \"rate\"\nrate_value = 1\nrate_unit = \"hour\"\n"},
	{"dashboard", ""},
	{"component", "type = \"algorithm\"\nversion = \"1\"\ndeployment_capacity = \"small\"\ninput = []\noutput = []\nroutines = []\n"},
}

// config returns a configuration with one object of the kind. defaults declares the provider's default_tags, and arguments are the lines of
// the object's resource block.
func (k taggedKind) config(defaults, arguments string) string {
	return fmt.Sprintf("provider \"engine\" {\n%s\n}\n\nresource \"engine_%s\" \"it\" {\n%s%s\n}\n", defaults, k.name, k.needs, arguments)
}

// tags returns the ids of the tags that the only object of a kind has in the engine, separated by spaces, for example "own team".
func (w *workplace) tags(kind string) string {
	w.Helper()
	var ids []string
	tags, _ := w.only(kind)["tags"].([]any)
	for _, tag := range tags {
		reference, _ := tag.(map[string]any)
		ids = append(ids, fmt.Sprint(reference["id"]))
	}
	return strings.Join(ids, " ")
}

func (w *workplace) wantTags(kind, want string) {
	w.Helper()
	if got := w.tags(kind); got != want {
		w.Errorf("the engine has the tags %q, want %q", got, want)
	}
}

// TestDefaultTagsByName uses the configuration in the guide "default-tags", in which a second provider block looks up the default tags by
// name. The provider runs as a separate process, because inside the test's process both provider blocks would share one configuration.
func TestDefaultTagsByName(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	w.folder = t.TempDir()
	w.run = terraformtest.NewServed(t, w.folder)
	terraformtest.Write(t, w.folder, "versions.tf", terraformtest.Versions)
	terraformtest.Do(t, w.run, []string{"init"})
	if err := w.Seed(map[string][]map[string]any{"tag/tags": {{"id": "tag-7", "name": "terraform"}}}); err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../../templates/guides/default-tags.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(guide), "```terraform\n")
	block, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the guide has no configuration")
	}
	w.apply(block+"resource \"engine_dashboard\" \"it\" {\n  name = \"a\"\n}\n", "+1 ~0 -0 <0")
	w.wantTags("dashboard", "tag-7")
	w.destroy("dashboard")
}

// TestUnknownDefaultTags uses default tags whose ids are known only after apply. The plan must still show what others have changed, but it
// must not show a change of tags. During the apply the ids are known, so the apply must add the tags.
func TestUnknownDefaultTags(t *testing.T) {
	t.Parallel()
	for _, kind := range taggedKinds {
		w := newWorkplace(t, refserver.Options{})
		team := func(run int) string {
			return fmt.Sprintf("resource \"terraform_data\" \"team\" {\n  input = \"team\"\n  triggers_replace = %d\n}\n", run)
		}
		const defaults = "default_tags = [{ id = terraform_data.team.output }]"
		config := func(run int, name string) string {
			return kind.config(defaults, fmt.Sprintf("name = %q\ntags = [{ id = \"own\" }]", name)) + team(run)
		}
		w.apply(config(1, "a"), "+2 ~0 -0 <0")
		w.apply(config(2, "a"), "+1 ~0 -1 <0")
		w.apply(config(3, "b"), "+1 ~1 -1 <0")
		if err := w.Edit(kind.name, fmt.Sprint(w.only(kind.name)["id"]), func(doc map[string]any) { doc["name"] = "theirs" }); err != nil {
			t.Fatal(err)
		}
		w.apply(config(4, "b"), "+1 ~1 -1 <0")
		w.wantTags(kind.name, "own team")
		w.apply("provider \"engine\" {\n"+defaults+"\n}\n"+team(5), "+1 ~0 -2 <0")
	}
}
