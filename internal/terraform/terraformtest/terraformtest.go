// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package terraformtest lets tests run the real Terraform. It imports the package terraform alone.
package terraformtest

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
)

// New lets the Terraform that make found, or the one on the PATH, work in a folder with a provider, as terraform.New does. A
// test that runs without make is skipped. Terraform and the provider are sparing.
func New(t testing.TB, folder, provider string, environment ...string) *terraform.Terraform {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	program, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(program, folder, launcher(t, provider), slices.Concat(sparing(), environment)...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// sparing is what keeps Terraform and its provider cheap in tests. Several of them run at a time, and the threads of one that wait for
// each other take more of the processors than what they gain. The keys that both make for TLS on their way to each other take a third
// of the time of most runs, and are not ours to test. A test's own environment comes after it.
func sparing() []string { return []string{"GOMAXPROCS=1", "TF_DISABLE_PLUGIN_TLS=1"} }

// launcher is a program of one line that becomes the provider. Before every command Terraform reads all of the program that it takes for
// the provider, and compares it to the lock file, which with the provider itself is a fifth of the time.
func launcher(t testing.TB, provider string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), Program)
	quoted := "'" + strings.ReplaceAll(provider, "'", `'\''`) + "'"
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", quoted), 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

// served tells the test binary that it is the provider.
const served = "ENGINE_TEST_PROVIDER"

// Main runs the tests of a package whose test binary is the provider too, so that they need no build: see NewServed.
func Main(m *testing.M, provider func() tfprotov6.ProviderServer) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(terraform.ProviderAddress, provider); err != nil {
		log.Fatal(err)
	}
}

// NewServed is New with the provider that the package's TestMain gave to Main.
func NewServed(t testing.TB, folder string, environment ...string) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return New(t, folder, self, append(environment, served+"=1")...)
}

// NewReattached is New with a provider in this process: cheaper than one that each Terraform starts, and without an init. What the
// provider would take from its environment has to be in the configuration.
func NewReattached(t *testing.T, folder string, server func() tfprotov6.ProviderServer) *terraform.Terraform {
	t.Helper()
	return New(t, folder, os.Args[0], Reattach(t, map[string]func() tfprotov6.ProviderServer{"engine-platform/engine": server}))
}

// Versions says where a configuration finds the provider.
const Versions = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"

// Requirement is Versions with the provider, whose arguments come from the environment.
const Requirement = Versions + "\nprovider \"engine\" {}\n"

// Write writes a file of a configuration.
func Write(t testing.TB, folder, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Do runs commands, none of which may fail, and returns what the last wrote.
func Do(t testing.TB, run *terraform.Terraform, commands ...[]string) (output string) {
	t.Helper()
	for _, arguments := range commands {
		var err error
		if output, err = run.Run(t.Context(), append(arguments, "-no-color")...); err != nil {
			t.Fatal(err)
		}
	}
	return output
}

// Since skips a test that needs a newer Terraform than there is: 1.minor at least. OpenTofu has nothing of what Terraform offers since
// 1.12.
func Since(t testing.TB, run *terraform.Terraform, minor int) {
	t.Helper()
	text, err := run.Run(t.Context(), "version")
	if err != nil {
		t.Fatal(err)
	}
	var found int
	if _, err := fmt.Sscanf(text, "Terraform v1.%d", &found); err != nil || found < minor {
		t.Skipf("it needs Terraform 1.%d: set TF_ACC_TERRAFORM_PATH to one", minor)
	}
}
