// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package terraformtest runs the real Terraform in tests. There are four ways to run the provider. New uses a built binary. NewServed uses
// the test binary, which serves the provider as a separate process. NewReattached uses an in-process server, which is fastest. Shell runs
// the shell commands of a guide, and puts Terraform and the built provider in their PATH. The only package of this module that it imports
// is package terraform.
package terraformtest

import (
	"cmp"
	"fmt"
	"log"
	"math"
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

// New returns a terraform.Terraform for tests. It runs the binary whose path is in TF_ACC_TERRAFORM_PATH, which GNUmakefile sets, or
// terraform from PATH. If TF_ACC is not set, as in a plain "go test", New skips the test.
func New(t testing.TB, dir, provider string, environment ...string) *terraform.Terraform {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	program, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(program, dir, launcher(t, provider), slices.Concat(cheapEnvironment(), environment)...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// cheapEnvironment returns environment variables that speed up tests. Terraform and the provider use one thread each, because tests run in
// parallel. The two communicate without TLS, because the handshake takes a third of most runs. A test's own variables override these.
func cheapEnvironment() []string { return []string{"GOMAXPROCS=1", "TF_DISABLE_PLUGIN_TLS=1"} }

// launcher writes a one-line script that executes the provider, and returns the script's path. Terraform hashes the provider's file before
// every command, and hashing the script instead of the large binary saves a fifth of a test's time.
func launcher(t testing.TB, provider string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), Program)
	quoted := "'" + strings.ReplaceAll(provider, "'", `'\''`) + "'"
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", quoted), 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

// served is the environment variable that makes the test binary serve the provider. NewServed sets it.
const served = "ENGINE_TEST_PROVIDER"

// Main runs a package's tests. If Terraform started the test binary as a provider (see NewServed), Main serves the provider instead.
func Main(m *testing.M, provider func() tfprotov6.ProviderServer) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(terraform.ProviderAddress, provider); err != nil {
		log.Fatal(err)
	}
}

// NewServed is like New, but the provider is the test binary. The package's TestMain must call Main.
func NewServed(t testing.TB, dir string, environment ...string) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return New(t, dir, self, append(environment, served+"=1")...)
}

// NewReattached is like New, but the provider runs in-process. This is faster, because Terraform does not have to start the provider, and
// init is not required. The configuration must set all provider arguments because this process has no ENGINE_ variables.
func NewReattached(t *testing.T, dir string, server func() tfprotov6.ProviderServer) *terraform.Terraform {
	t.Helper()
	return New(t, dir, os.Args[0], Reattach(t, map[string]func() tfprotov6.ProviderServer{
		"engine-platform/engine": server, "hashicorp/engine": server, // The second is for configurations without required_providers.
	}))
}

// Versions is a terraform block that requires this provider.
const Versions = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"

// Requirement adds an empty provider block to Versions. The provider then reads its arguments from the environment.
const Requirement = Versions + "\nprovider \"engine\" {}\n"

// Write writes a file to a configuration's directory.
func Write(t testing.TB, dir, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Do runs Terraform commands in order and returns the output of the last one. It fails the test immediately if a command fails.
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

// Never is an argument for Since. It means that the test can't run with any version of Terraform, or with any version of OpenTofu.
const Never = math.MaxInt

// Since skips the test if Terraform or OpenTofu is too old. The arguments terraform and openTofu are minimum minor versions: 11 means 1.11.
func Since(t testing.TB, run *terraform.Terraform, terraform, openTofu int) {
	t.Helper()
	if program, minor := Version(t, run); minor < map[string]int{"Terraform": terraform, "OpenTofu": openTofu}[program] {
		t.Skipf("%s 1.%d lacks what it needs: set TF_ACC_TERRAFORM_PATH to a newer one", program, minor)
	}
}

// Version returns "Terraform" or "OpenTofu" and the minor version, such as 11 for 1.11.
func Version(t testing.TB, run *terraform.Terraform) (program string, minor int) {
	t.Helper()
	text, err := run.Run(t.Context(), "version")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(text, "%s v1.%d", &program, &minor); err != nil {
		t.Fatalf("%q is not a version: %v", text, err)
	}
	return program, minor
}
