// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package firing

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/command"
	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/terraform/terraformtest"
)

// serverVariable makes the test binary the reference server, unless Terraform starts it as the provider.
const serverVariable = "TEST_REFERENCE_SERVER"

func TestMain(m *testing.M) {
	switch {
	case os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "":
		if err := tf6server.Serve(terraform.ProviderAddress, provider.NewServer("test")); err != nil {
			log.Fatal(err)
		}
	case os.Getenv(serverVariable) != "":
		os.Exit(command.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	default:
		os.Exit(m.Run())
	}
}

// runTest runs one file of tests: reference-server with the flags, and terraform test below it.
func runTest(t *testing.T, file string, flags ...string) (output string, err error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "module"))); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := terraformtest.Program(t)
	server := terraformtest.NewBelow(t, self, folder, self, serverVariable+"=1")
	terraformtest.Do(t, server, []string{"-quiet", "--", program, "init"})
	flags = append([]string{"-quiet"}, flags...)
	return server.Run(t.Context(), append(flags, "--", program, "test", "-no-color", "-filter=tests/"+file)...)
}

// The events are there as soon as the alert is; worked out by hand: the average of ten minutes is 9 at 8:15, 10 at 8:20, 8.5 at 8:25 and
// 7 from 8:30 on.
func TestEventsWithoutAnotherStep(t *testing.T) {
	t.Parallel()
	output, err := runTest(t, "firing.tftest.hcl", "-series", "tests/day.json")
	if err != nil || !strings.Contains(output, "5 passed, 0 failed") {
		t.Errorf("%v\n%s", err, output)
	}
}

// With a clock, time passes when a test says so.
func TestEventsWithAClock(t *testing.T) {
	t.Parallel()
	output, err := runTest(t, "clock.tftest.hcl", "-series", "tests/day.json", "-clock", "2026-01-01T08:00:00Z", "-control", "127.0.0.1:0")
	if err != nil || !strings.Contains(output, "3 passed, 0 failed") {
		t.Errorf("%v\n%s", err, output)
	}
}

// A threshold that is wrong fails the test, and the exit status is that of terraform test.
func TestAlertThatDoesNotFire(t *testing.T) {
	t.Parallel()
	output, err := runTest(t, "wrong.tftest.hcl", "-series", "tests/day.json")
	if err == nil || !strings.Contains(err.Error(), "exit status 1") || !strings.Contains(err.Error(), "The alert did not fire.") {
		t.Errorf("%v\n%s", err, output)
	}
}
