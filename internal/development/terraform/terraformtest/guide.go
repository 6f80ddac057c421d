// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraformtest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

const root = "../../.."

// Program is the file name of the provider's binary, as used by the shell commands in guides.
const Program = "terraform-provider-engine"

// Block is a code block in a guide. Language is the word after the opening ```, as in ```terraform.
type Block struct{ Language, Text string }

// AllBlocks returns all code blocks in a guide, in order. The guide is a file name in templates/guides without its extension, such as
// "adopt".
func AllBlocks(t testing.TB, guide string) []Block {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "templates", "guides", guide+".md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []Block
	for i, part := range strings.Split(string(text), "```") {
		if language, block, ok := strings.Cut(part, "\n"); ok && i%2 == 1 {
			blocks = append(blocks, Block{Language: language, Text: block})
		}
	}
	return blocks
}

// Blocks returns a guide's code blocks in one language, such as "sh", in order.
func Blocks(t testing.TB, guide, language string) []string {
	t.Helper()
	var blocks []string
	for _, block := range AllBlocks(t, guide) {
		if block.Language == language {
			blocks = append(blocks, block.Text)
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("the guide %s has no blocks of %s", guide, language)
	}
	return blocks
}

// Build returns the path of the provider's binary. It compiles the binary unless the environment variable PROVIDER contains a path.
func Build(t testing.TB) (program string) {
	t.Helper()
	if program = os.Getenv("PROVIDER"); program != "" {
		return program
	}
	program = filepath.Join(t.TempDir(), Program)
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, root).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return program
}

// Shell returns a Terraform that runs shell scripts in a directory. The scripts can run the provider's binary (program) as
// terraform-provider-engine, and their terraform command uses it as its provider.
func Shell(t testing.TB, dir, program string, environment ...string) *terraform.Terraform {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	programs := t.TempDir()
	for name, program := range map[string]string{Program: program, "terraform": cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform")} {
		found, err := exec.LookPath(program)
		if err == nil {
			err = os.Symlink(found, filepath.Join(programs, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(shell, dir, launcher(t, program), slices.Concat(cheapEnvironment(), environment, []string{
		"PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH"), "TF_CLI_ARGS=-no-color",
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}
