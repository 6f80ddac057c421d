// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package terraformtest runs the real Terraform in tests. New gives it a built provider program. NewServed gives it the test binary, which
// then serves the provider as a separate process. NewReattached gives it a provider in the test's own process, which is fastest. Shell runs
// the shell commands of guides. Of this module, the package imports only package terraform.
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

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// New returns a terraform.Terraform that runs the Terraform found by make, or the one on the PATH. It skips the test if TF_ACC is not set,
// as in a plain `go test` without make.
func New(t testing.TB, folder, provider string, environment ...string) *terraform.Terraform {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	program, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(program, folder, launcher(t, provider), slices.Concat(cheapEnvironment(), environment)...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// cheapEnvironment returns variables that save processor time, because tests run several Terraforms in parallel. Each process uses one
// thread. TLS between Terraform and provider is off, because making its keys takes a third of the time of most runs.
func cheapEnvironment() []string { return []string{"GOMAXPROCS=1", "TF_DISABLE_PLUGIN_TLS=1"} }

// launcher writes a one-line script that executes the provider, and returns its path. Before every command, Terraform reads the provider's
// whole file to compare its checksum with the lock file. The script is short; the real file would take a fifth of the time.
func launcher(t testing.TB, provider string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), Program)
	quoted := "'" + strings.ReplaceAll(provider, "'", `'\''`) + "'"
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", quoted), 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

// served is the environment variable that makes a test binary serve the provider instead of running its tests.
const served = "ENGINE_TEST_PROVIDER"

// Main is called by TestMain. It runs the tests of the package, or serves the provider if Terraform started the test binary (NewServed).
func Main(m *testing.M, provider func() tfprotov6.ProviderServer) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(terraform.ProviderAddress, provider); err != nil {
		log.Fatal(err)
	}
}

// NewServed is like New, with the test binary as the provider's program. The package's TestMain must call Main.
func NewServed(t testing.TB, folder string, environment ...string) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return New(t, folder, self, append(environment, served+"=1")...)
}

// NewReattached is like New, with a provider in this process, which needs no init and no start for each command. The configuration must set
// all arguments of the provider block, because environment variables don't reach this provider.
func NewReattached(t *testing.T, folder string, server func() tfprotov6.ProviderServer) *terraform.Terraform {
	t.Helper()
	return New(t, folder, os.Args[0], Reattach(t, map[string]func() tfprotov6.ProviderServer{"engine-platform/engine": server}))
}

// Versions is a terraform block whose required_providers has this provider.
const Versions = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"

// Requirement is Versions and an empty provider block, for a provider that is configured by environment variables.
const Requirement = Versions + "\nprovider \"engine\" {}\n"

// Write writes a file into a folder, such as main.tf, or ends the test.
func Write(t testing.TB, folder, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Do runs Terraform commands one after the other and returns the output of the last. It ends the test if a command fails.
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

// Since skips a test that needs Terraform 1.minor or later, such as 1.14. It always skips the test with OpenTofu, which lacks the features
// that Terraform has added in 1.12 and later.
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
