// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestImportExamples checks the import examples that every Terraform version supports: the terraform import command, and the import block
// with an id.
func TestImportExamples(t *testing.T) {
	t.Parallel()
	testImports(t, "import.sh", "import-by-string-id.tf")
}

// TestImportByIdentityExamples checks the examples of import blocks with an identity.
func TestImportByIdentityExamples(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparedServer), 12, 12)
	testImports(t, "import-by-identity.tf")
}

// testImports creates the objects in the smallest examples of all resources. files are the names of example files for imports, such as
// import.sh. For each name, testImports removes the objects from the state and imports them as shown in the files with this name. The next
// plan must be empty.
func testImports(t *testing.T, files ...string) {
	t.Helper()
	var group []example
	for _, kind := range resourceKinds() {
		name := "resources/" + kind + "/resource.tf"
		group = append(group, example{name: name, directory: filepath.Join(examplesDir, "resources", kind), file: "resource.tf"})
	}
	directory := t.TempDir()
	e := startEngine(t, group[0].engine())
	writeModules(t, directory, e, group)
	run := terraformtest.NewReattached(t, directory, comparedServer)
	terraformtest.Do(t, run, []string{"get"}, []string{"apply", "-auto-approve"})
	e.ClearRequests()
	for _, file := range files {
		var commands [][]string
		var blocks string
		ids, remove := idsInState(t, run), []string{"state", "rm"}
		for _, x := range group {
			address, content := x.importExample(t, file, ids)
			remove = append(remove, address)
			if _, command, ok := strings.Cut(content, "\nterraform "); ok {
				commands = append(commands, strings.Fields(command))
			} else {
				blocks += content
			}
		}
		terraformtest.Do(t, run, append([][]string{remove}, commands...)...)
		if blocks != "" {
			terraformtest.Write(t, directory, "import.tf", blocks)
			want := fmt.Sprintf("%d imported, 0 added, 0 changed, 0 destroyed.", len(group))
			if printed := terraformtest.Do(t, run, []string{"apply", "-auto-approve"}); !strings.Contains(printed, want) {
				t.Errorf("want %q in\n%s", want, printed)
			}
			terraformtest.Write(t, directory, "import.tf", "")
		}
		terraformtest.Do(t, run, noChanges)
	}
	if writes := e.Writes(); len(writes) > 0 {
		t.Errorf("the imports sent %s %s", writes[0].Method, writes[0].Path)
	}
}

// idsInState returns the ids of all objects in the state's child modules, keyed by resource address.
func idsInState(t *testing.T, run *terraform.Terraform) map[string]string {
	t.Helper()
	var state tfjson.State
	if err := json.Unmarshal([]byte(terraformtest.Do(t, run, []string{"show", "-json"})), &state); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, module := range state.Values.RootModule.ChildModules {
		for _, r := range module.Resources {
			ids[r.Address], _ = r.AttributeValues["id"].(string)
		}
	}
	return ids
}

var anID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// importExample reads a file that contains an import command or import block. It returns the address of the object that the example's
// module created, and the file's content, in which the address and the id are those of this object.
func (x example) importExample(t *testing.T, file string, ids map[string]string) (address, content string) {
	t.Helper()
	content = readFile(t, filepath.Join(x.directory, file))
	shown := regexp.MustCompile(`\bengine_\w+\.\w+`).FindString(content)
	address = "module." + x.module() + "." + shown
	if ids[address] == "" || !anID.MatchString(content) {
		t.Fatalf("the import names no object of resource.tf, or no id:\n%s", content)
	}
	return address, anID.ReplaceAllLiteralString(strings.Replace(content, shown, address, 1), ids[address])
}

func resourceKinds() []string {
	kinds := []string{"engine_document"}
	for _, o := range catalog.Objects() {
		kinds = append(kinds, "engine_"+o.Name)
	}
	return kinds
}
