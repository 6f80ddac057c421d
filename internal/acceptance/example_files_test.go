// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
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

// TestExamplesBeginWithSentence checks the first line of each example: a comment that describes what the example shows. The registry's
// pages show it above the example.
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

// unusedAttributes has the attributes that no example uses, with the reason. "*" stands for any resource, or any list of objects in one.
func unusedAttributes() map[string]string {
	const (
		byEngine = "the engine changes it, so configurations do not declare it"
		derived  = "the provider derives it"
		aKind    = "a kind of routine has no data; the routines of this kind have the addresses"
		unknown  = "no document lists the values that an engine knows"
	)
	return map[string]string{
		"*.extra":            "it has the same form everywhere, and resource_full.tf of engine_alert shows it",
		"*.expression_plain": derived,
		"*.query_plain":      derived,
		"engine_component.routines.input.sensitive": aKind,
		"engine_component.routines.input.value":     aKind,
		"engine_alert.status":                       byEngine,
		"engine_alert.status_text":                  byEngine,
		"engine_function.status":                    byEngine,
		"engine_widget.collection":                  unknown,
		"engine_widget.image_file":                  "people upload the file in the engine's application, which assigns its name",
		"engine_widget.alert_list_type":             unknown,
		"engine_widget.asset_list_type":             unknown,
		"engine_widget.action_list_type":            unknown,
		"engine_widget.command_list_type":           unknown,
	}
}

// TestExamplesUseEveryAttribute checks that the examples of each resource use all of its attributes. An attribute of a nested object counts
// as used if one of the equal objects has it: input and custom_types.fields of a component are lists of equal objects, the parameters.
func TestExamplesUseEveryAttribute(t *testing.T) {
	t.Parallel()
	schemas, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	unused := map[string]bool{}
	for kind, schema := range schemas.ResourceSchemas {
		u := usage{kind: kind, paths: map[string]string{}, used: map[string]bool{}}
		u.declare(kind, kind, schema.Block.Attributes)
		files, err := filepath.Glob(filepath.Join(examplesDir, "resources", kind, "resource*.tf"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no examples (%v)", kind, err)
		}
		for _, file := range files {
			u.read(t, file, schema.Block.Attributes)
		}
		for key, path := range u.paths {
			anywhere := "*" + path[strings.LastIndex(path, "."):]
			if _, ok := unusedAttributes()[anywhere]; ok {
				path = anywhere
			}
			if _, ok := unusedAttributes()[path]; !ok && !u.used[key] {
				t.Errorf("no example uses %s", path)
			}
			unused[path] = unused[path] || !u.used[key]
		}
	}
	for path := range unusedAttributes() {
		if !unused[path] {
			t.Errorf("unusedAttributes has %s, which all examples use or which does not exist", path)
		}
	}
}

// usage records which attributes of one kind of resource the examples use. A key of its maps has the name of an attribute and the form of
// the object to which the attribute belongs: the kind of the resource, or the names of all attributes of a nested object.
type usage struct {
	kind  string
	paths map[string]string // such as engine_alert.alert_items.ref_id
	used  map[string]bool
}

func formOf(nested *tfprotov6.SchemaObject) string {
	var names []string
	for _, a := range nested.Attributes {
		names = append(names, a.Name)
	}
	return strings.Join(names, " ")
}

// declare records the attributes that a configuration may have.
func (u usage) declare(path, form string, attributes []*tfprotov6.SchemaAttribute) {
	for _, a := range attributes {
		key := form + ": " + a.Name
		if _, known := u.paths[key]; known || !a.Required && !a.Optional {
			continue
		}
		u.paths[key] = path + "." + a.Name
		if a.NestedType != nil {
			u.declare(u.paths[key], formOf(a.NestedType), a.NestedType.Attributes)
		}
	}
}

// read records the attributes in the resources of an example.
func (u usage) read(t *testing.T, file string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	parsed, problems := hclsyntax.ParseConfig([]byte(readFile(t, file)), file, hcl.InitialPos)
	body, ok := parsed.Body.(*hclsyntax.Body)
	if problems.HasErrors() || !ok {
		t.Fatal(problems)
	}
	locals := map[string]hclsyntax.Expression{}
	for _, block := range body.Blocks {
		for name, a := range block.Body.Attributes {
			if block.Type == "locals" {
				locals[name] = a.Expr
			}
		}
	}
	for _, block := range body.Blocks {
		if block.Type != "resource" || block.Labels[0] != u.kind {
			continue
		}
		values := map[string]hclsyntax.Expression{}
		for name, a := range block.Body.Attributes {
			values[name] = a.Expr
		}
		u.use(u.kind, attributes, values, locals)
	}
}

func (u usage) use(form string, attributes []*tfprotov6.SchemaAttribute, values, locals map[string]hclsyntax.Expression) {
	for _, a := range attributes {
		value, ok := values[a.Name]
		if !ok {
			continue
		}
		u.used[form+": "+a.Name] = true
		if a.NestedType == nil {
			continue
		}
		for _, object := range objectsIn(value, locals) {
			members := map[string]hclsyntax.Expression{}
			for _, item := range object.Items {
				members[hcl.ExprAsKeyword(item.KeyExpr)] = item.ValueExpr
			}
			u.use(formOf(a.NestedType), a.NestedType.Attributes, members, locals)
		}
	}
}

// objectsIn returns the objects that an expression has as literals, including those in a list or a local.
func objectsIn(value hclsyntax.Expression, locals map[string]hclsyntax.Expression) []*hclsyntax.ObjectConsExpr {
	switch value := value.(type) {
	case *hclsyntax.ObjectConsExpr:
		return []*hclsyntax.ObjectConsExpr{value}
	case *hclsyntax.TupleConsExpr:
		var objects []*hclsyntax.ObjectConsExpr
		for _, element := range value.Exprs {
			objects = append(objects, objectsIn(element, locals)...)
		}
		return objects
	case *hclsyntax.ScopeTraversalExpr:
		if step, ok := value.Traversal[len(value.Traversal)-1].(hcl.TraverseAttr); ok && value.Traversal.RootName() == "local" {
			return objectsIn(locals[step.Name], locals)
		}
	}
	return nil
}
