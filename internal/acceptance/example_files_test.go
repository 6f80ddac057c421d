// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func TestEveryObjectHasExamples(t *testing.T) {
	t.Parallel()
	files := []string{}
	for _, kind := range resourceKinds() {
		for _, file := range []string{"resource.tf", "import.sh", "import-by-string-id.tf", "import-by-identity.tf"} {
			files = append(files, "resources/"+kind+"/"+file)
		}
	}
	for _, o := range catalog.Objects() {
		files = append(files, "data-sources/engine_"+o.Name+"/data-source.tf", "data-sources/engine_"+o.Name+"/data-source_by_id.tf",
			"data-sources/engine_"+o.Plural+"/data-source.tf", "list-resources/engine_"+o.Name+"/list-resource.tfquery.hcl")
		if o.Name != "widget" {
			continue
		}
		types := regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(o.Attributes["type"].GetMarkdownDescription(), -1)
		if len(types) == 0 {
			t.Error("the description of a widget's type names no types")
		}
		for _, word := range types {
			files = append(files, "resources/engine_widget/resource_"+word[1]+".tf")
		}
	}
	for _, file := range files {
		if !isFile(filepath.Join(examplesDir, file)) {
			t.Errorf("examples/%s is missing", file)
		}
	}
}

// TestExamplesRunTheirActions checks that each example of an action either triggers the action or shows the command that invokes it.
func TestExamplesRunTheirActions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(examplesDir, "actions", "*", "*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples of actions (%v)", err)
	}
	for _, file := range files {
		if content := readFile(t, file); !strings.Contains(content, "action_trigger {") && onDemand.FindString(content) == "" {
			t.Errorf("nothing runs the action of %s: add an action_trigger, or -invoke to the first line", file)
		}
	}
}

// TestExamplesBeginWithSentence checks that each example begins with a one-line comment that is a sentence. The registry shows this line
// above the example.
func TestExamplesBeginWithSentence(t *testing.T) {
	t.Parallel()
	sentence := regexp.MustCompile(`^# [A-Z].{8,}\.$`)
	for _, pattern := range []string{"provider/*.tf", "*/*/*.tf", "*/*/*.tfquery.hcl", "*/*/import.sh"} {
		files, err := filepath.Glob(filepath.Join(examplesDir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("there is no %s (%v)", pattern, err)
		}
		for _, file := range files {
			if filepath.Base(filepath.Dir(filepath.Dir(file))) == "modules" {
				continue
			}
			if first, _, _ := strings.Cut(readFile(t, file), "\n"); !sentence.MatchString(first) || len(first) > 140 {
				t.Errorf("%s begins with %q, but must begin with a comment of one line that is a sentence", file, first)
			}
		}
	}
}

// unusedAttributes returns the attributes that no example sets, and the reason for each. In the map's keys, "*" stands for any resource, or
// for any list of objects in a resource.
func unusedAttributes() map[string]string {
	const (
		byEngine = "the engine changes it, so configurations do not declare it"
		derived  = "the provider derives it"
		unknown  = "no document lists the values that an engine knows"
	)
	return map[string]string{
		"*.extra":                         "it has the same form everywhere, and resource_full.tf of engine_alert shows it",
		"*.expression_plain":              derived,
		"*.query_plain":                   derived,
		"engine_function.status":          byEngine,
		"engine_widget.collection":        unknown,
		"engine_widget.image_file":        "people upload the file in the engine's application, which assigns its name",
		"engine_widget.alert_list_type":   unknown,
		"engine_widget.asset_list_type":   unknown,
		"engine_widget.action_list_type":  unknown,
		"engine_widget.command_list_type": unknown,
	}
}

// TestExamplesUseEveryAttribute checks that the examples for each resource set all of its attributes except those in unusedAttributes.
func TestExamplesUseEveryAttribute(t *testing.T) {
	t.Parallel()
	schemas, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	unused := map[string]bool{}
	for kind, schema := range schemas.ResourceSchemas {
		files, err := filepath.Glob(filepath.Join(examplesDir, "resources", kind, "resource*.tf"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no examples (%v)", kind, err)
		}
		var examples strings.Builder
		for _, file := range files {
			examples.WriteString(readFile(t, file))
		}
		for path, name := range settable(kind, schema.Block.Attributes) {
			isUsed := regexp.MustCompile(`\b` + name + `\s+=`).MatchString(examples.String())
			if _, ok := unusedAttributes()["*."+name]; ok {
				path = "*." + name
			}
			if _, ok := unusedAttributes()[path]; !ok && !isUsed {
				t.Errorf("no example sets %s", path)
			}
			unused[path] = unused[path] || !isUsed
		}
	}
	for path := range unusedAttributes() {
		if !unused[path] {
			t.Errorf("unusedAttributes has %s, which all examples set or which does not exist", path)
		}
	}
}

// settable returns the attributes that a configuration can set. It maps a path such as engine_alert.alert_items.ref_id to the name of the
// attribute.
func settable(path string, attributes []*tfprotov6.SchemaAttribute) map[string]string {
	names := map[string]string{}
	for _, a := range attributes {
		if !a.Required && !a.Optional {
			continue
		}
		names[path+"."+a.Name] = a.Name
		if a.NestedType != nil {
			maps.Copy(names, settable(path+"."+a.Name, a.NestedType.Attributes))
		}
	}
	return names
}
