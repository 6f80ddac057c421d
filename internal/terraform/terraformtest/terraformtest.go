// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package terraformtest lets tests run the real Terraform. It imports the package terraform alone.
package terraformtest

import (
	"cmp"
	"os"
	"os/exec"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
)

// New lets the Terraform that make found, or the one on the PATH, work in a folder with a provider, as terraform.New does. A
// test that runs without make is skipped.
func New(t testing.TB, folder, provider string, environment ...string) *terraform.Terraform {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	program, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := terraform.New(program, folder, provider, environment...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}
