// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package modules tests examples/modules and the guides about modules. It runs the documented commands in a new folder, with the built
// provider.
package modules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

const root = "../../.."

// author is a shell in a new folder, for the commands of somebody who writes a Terraform module.
type author struct {
	*testing.T
	folder string
	shell  *terraform.Terraform
}

func newAuthor(t *testing.T, program string) *author {
	t.Helper()
	folder := t.TempDir()
	return &author{t, folder, terraformtest.Shell(t, folder, program)}
}

// run runs a shell script, which must fail if the parameter "fails" is true, and succeed otherwise. It returns the standard output and the
// errors, with one space between words.
func (a *author) run(script string, fails bool) string {
	a.Helper()
	terraformtest.Write(a.T, a.folder, "script.sh", script)
	output, err := a.shell.Run(a.Context(), "-c", "sh -e script.sh 2>&1; echo exit status $?")
	if err != nil {
		a.Fatal(err)
	}
	if ended := strings.HasSuffix(output, "exit status 0\n"); ended == fails {
		a.Fatalf("%s\nsays\n%s", script, output)
	}
	return strings.Join(strings.Fields(output), " ")
}

// TestModules runs the tests of each module in examples/modules with the command from the README.md there. It then applies the module's
// examples. The next plan must be empty.
func TestModules(t *testing.T) {
	t.Parallel()
	found, err := filepath.Glob(root + "/examples/modules/*/main.tf")
	if err != nil || len(found) != 3 {
		t.Fatalf("the modules are %v (%v)", found, err)
	}
	program := terraformtest.Build(t)
	for _, file := range found {
		module := filepath.Dir(file)
		t.Run(filepath.Base(module), func(t *testing.T) {
			t.Parallel()
			a := newAuthor(t, program)
			if err := os.CopyFS(filepath.Join(a.folder, "module"), os.DirFS(module)); err != nil {
				t.Fatal(err)
			}
			readme, err := os.ReadFile(filepath.Join(module, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			_, commands, _ := strings.Cut(string(readme), "```sh\n")
			commands, _, ok := strings.Cut(commands, "```")
			if output := a.run("cd module\n"+commands, false); !ok || !strings.Contains(output, "Success! ") {
				t.Errorf("%s\nsays\n%s", commands, output)
			}
			examples, err := filepath.Glob(module + "/examples/*")
			if err != nil || len(examples) == 0 {
				t.Fatalf("the module has no examples (%v)", err)
			}
			for _, example := range examples {
				a.run(fmt.Sprintf("cd module/examples/%s\nterraform init\n", filepath.Base(example))+terraformtest.Program+
					" reference-server -quiet -- sh -ec 'terraform apply -auto-approve; "+
					"terraform plan -detailed-exitcode; terraform destroy -auto-approve'", false)
			}
		})
	}
}
