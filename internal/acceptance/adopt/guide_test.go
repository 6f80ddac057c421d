// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"cmp"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
)

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestGuide runs the commands of the guide, word by word and in their order, for an engine of 1,000 objects.
func TestGuide(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	e := providertest.StartEngine(t, refserver.Options{})
	if count := fill(t, e.Client(t), 40); count != 1000 {
		t.Fatalf("there are %d objects", count)
	}
	e.ClearRequests()
	guide, err := os.ReadFile("../../../templates/guides/adopt.md")
	if err != nil {
		t.Fatal(err)
	}
	script := "set -e\n"
	for _, block := range shellBlock.FindAllStringSubmatch(string(guide), -1) {
		script += block[1]
	}
	out, err := inShell(t, e).Run(t.Context(), "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n1,000 to import, 0 to change\n", "Plan: 1000 to import, 0 to add, 0 to change, 0 to destroy.", "1000 imported, 0 added, 0 changed, 0 destroyed",
		"No changes.", "\nThere is nothing to write.", "\nSkipped 1,000:\n", "\n0 to import, 0 to change\n",
	} {
		at := strings.Index(out, want)
		if at < 0 {
			t.Fatalf("%q does not follow in\n%s", want, out[max(0, len(out)-3000):])
		}
		out = out[at+1:]
	}
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("a request changed something: %s %s", r.Method, r.Path)
		}
	}
}

// inShell is a shell in the environment that Terraform has in all tests, which finds the test binary as the command.
func inShell(t *testing.T, e *providertest.Engine) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	for name, program := range map[string]string{command: self, "terraform": cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform")} {
		if program, err = exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(program, filepath.Join(programs, name)); err != nil {
			t.Fatal(err)
		}
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(shell, t.TempDir(), self, "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"), "TF_CLI_ARGS=-no-color",
		"ENGINE_BASE_URL="+e.URL, "ENGINE_ACCESS_ID="+e.AccessID(), "ENGINE_SECRET_KEY="+e.SecretKey())
	if err != nil {
		t.Fatal(err)
	}
	return run
}
