// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package terraformtest runs the real Terraform in tests. There are four ways to give it the provider. New takes a built program.
// NewServed takes the test binary, which serves the provider as a separate process. NewReattached takes a server in the test's process,
// which is fastest. Shell runs shell commands of guides, which find Terraform and the built provider. Of this module it imports only
// package terraform.
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

// New returns a terraform.Terraform for tests, with the Terraform that make found, or with the one on the PATH. It skips the test
// if TF_ACC is not set, as in a run without make.
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

// cheapEnvironment returns variables that make Terraform and its provider cheaper. Tests run several of them in parallel, and then more
// threads cost more than they gain. The TLS keys that the two exchange take a third of the time of most runs, and need no test
// here. A test's own environment overrides these variables.
func cheapEnvironment() []string { return []string{"GOMAXPROCS=1", "TF_DISABLE_PLUGIN_TLS=1"} }

// launcher writes a one-line script that executes the provider, and returns its path. Terraform reads the whole provider binary
// before every command, to compare it to the lock file. For the real binary that is a fifth of the time.
func launcher(t testing.TB, provider string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), Program)
	quoted := "'" + strings.ReplaceAll(provider, "'", `'\''`) + "'"
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", quoted), 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

// served is the variable that makes a test binary serve the provider.
const served = "ENGINE_TEST_PROVIDER"

// Main runs the tests of a package, or serves the provider if NewServed started the test binary. Such tests need no separate build.
func Main(m *testing.M, provider func() tfprotov6.ProviderServer) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(terraform.ProviderAddress, provider); err != nil {
		log.Fatal(err)
	}
}

// NewServed is New with the test binary as the provider; the package's TestMain must call Main.
func NewServed(t testing.TB, folder string, environment ...string) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return New(t, folder, self, append(environment, served+"=1")...)
}

// NewReattached is New with a provider in this process. It is faster than a provider that every command starts, and needs no init.
// The configuration must set all arguments of the provider, because the process has no variables for it.
func NewReattached(t *testing.T, folder string, server func() tfprotov6.ProviderServer) *terraform.Terraform {
	t.Helper()
	return New(t, folder, os.Args[0], Reattach(t, map[string]func() tfprotov6.ProviderServer{"engine-platform/engine": server}))
}

// Versions is a terraform block that requires the provider.
const Versions = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"

// Requirement is Versions with a provider block, for a provider that is configured by the environment.
const Requirement = Versions + "\nprovider \"engine\" {}\n"

// Write writes a file of a configuration.
func Write(t testing.TB, folder, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Do runs commands, fails the test if one fails, and returns the output of the last.
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

// Since skips a test that needs Terraform 1.minor or newer. It always skips the test with OpenTofu, which does not have Terraform's
// features since 1.12.
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
