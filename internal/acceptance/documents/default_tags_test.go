// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type taggedKind struct {
	name, needs string
	habits      []string // switches of the reference server to try; one kind tests most, because all share the code
}

var taggedKinds = []taggedKind{
	{
		name:   "alert",
		needs:  "severity = \"SEV1\"\ntype = \"rate\"\nrate_value = 1\nrate_unit = \"hour\"\n",
		habits: []string{"", "id-references", "late-updates=50ms"},
	},
	{name: "dashboard", habits: []string{""}},
	{
		name:   "component",
		needs:  "type = \"algorithm\"\nversion = \"1\"\ndeployment_capacity = \"small\"\ninput = []\noutput = []\nroutines = []\n",
		habits: []string{""},
	},
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

// TestDefaultTags checks that each object gets the provider's default_tags in addition to its own tags. No plan may show a default tag as a
// change.
func TestDefaultTags(t *testing.T) {
	t.Parallel()
	const team = `default_tags = [{ id = "team", name = "Team" }, { id = "team" }]`
	for _, kind := range taggedKinds {
		for _, habit := range kind.habits {
			t.Run(kind.name+" "+habit, func(t *testing.T) {
				t.Parallel()
				options := refserver.Options{}
				if habit != "" {
					options.Habits = []string{habit}
				}
				w := newWorkplace(t, options)

				// The configuration declares no tags for the object, so the object gets only the default tag.
				w.apply(kind.config(team, `name = "a"`), "+1 ~0 -0 <0")
				w.wantTags(kind.name, "team")
				// Somebody else replaces the tag "team" by "theirs". The plan is empty. The next update of the object adds the default tag
				// "team" again and keeps "theirs".
				w.setTags(kind.name, "theirs")
				w.planEmpty()
				w.apply(kind.config(team, `name = "b"`), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "theirs team")

				// The configuration now declares the tag "own". Later it also declares "team", although the default tags already contain "team".
				w.apply(kind.config(team, "name = \"b\"\ntags = [{ id = \"own\" }]"), "+0 ~1 -0 <0")
				if got := w.tags(kind.name); strings.Contains(got, "theirs") || !strings.Contains(got, "own") || !strings.Contains(got, "team") {
					t.Errorf("the engine has the tags %q", got)
				}
				w.apply(kind.config(team, "name = \"b\"\ntags = [{ id = \"own\" }, { id = \"team\" }]"), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "own team")
				w.apply(kind.config(team, "name = \"b\"\ntags = [{ id = \"own\" }]"), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "own team")

				// Somebody else removes the declared tag "own". The plan must show this. The apply must restore "own" and keep the default
				// tag.
				w.setTags(kind.name, "team", "foreign")
				w.apply(kind.config(team, "name = \"b\"\ntags = [{ id = \"own\" }]"), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "own team")

				// The default tag changes from "team" to "crew". The next apply makes the same change in the object.
				w.apply(kind.config(`default_tags = [{ id = "crew" }]`, "name = \"b\"\ntags = [{ id = \"own\" }]"), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "own crew")
				w.apply(kind.config(`default_tags = [{ id = "crew" }]`, `name = "b"`), "+0 ~1 -0 <0")
				w.wantTags(kind.name, "crew")
				w.noTagsInState("crew", "team")
				w.destroy(kind.name)
			})
		}
	}
}

func (w *workplace) setTags(kind string, ids ...string) {
	w.Helper()
	tags := []any{}
	for _, id := range ids {
		tags = append(tags, map[string]any{"id": id})
	}
	if err := w.Edit(kind, fmt.Sprint(w.only(kind)["id"]), func(doc map[string]any) { doc["tags"] = tags }); err != nil {
		w.Fatal(err)
	}
}

func (w *workplace) noTagsInState(ids ...string) {
	w.Helper()
	text, err := os.ReadFile(filepath.Join(w.folder, "terraform.tfstate"))
	if err != nil || slices.ContainsFunc(ids, func(id string) bool { return strings.Contains(string(text), `"`+id+`"`) }) {
		w.Errorf("the state has one of %v (%v)\n%s", ids, err, text)
	}
}

// TestImportWithDefaultTags imports an object that has a default tag. The object's attribute tags must not show this tag.
func TestImportWithDefaultTags(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	alert := taggedKinds[0]
	const team = `default_tags = [{ id = "team" }]`
	w.apply(alert.config(team, "name = \"a\"\ntags = [{ id = \"own\" }]"), "+1 ~0 -0 <0")
	id := fmt.Sprint(w.only("alert")["id"])
	if err := os.Remove(filepath.Join(w.folder, "terraform.tfstate")); err != nil {
		t.Fatal(err)
	}
	block := fmt.Sprintf("import {\n  to = engine_alert.it\n  id = %q\n}\n", id)
	w.apply(alert.config(team, "name = \"a\"\ntags = [{ id = \"own\" }]")+block, "+0 ~0 -0 <1")
	if writes := append(w.sent(post), w.sent(patch)...); len(writes) > 0 {
		t.Errorf("the import wrote %q", writes)
	}
	w.destroy("alert")
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
