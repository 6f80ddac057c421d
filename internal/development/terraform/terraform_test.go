// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraform_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// inDirectory creates a directory. It returns the directory, and a terraform.Terraform for it that runs program, such as sh, instead of
// Terraform. The tests never start the provider, so they use the test binary as the provider's binary.
func inDirectory(t *testing.T, program string, environment ...string) (*terraform.Terraform, string) {
	t.Helper()
	program, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	directory := t.TempDir()
	run, err := terraform.New(program, directory, os.Args[0], environment...)
	if err != nil {
		t.Fatal(err)
	}
	return run, directory
}

// TestInitTakesTheProviderFromTheMirror checks that init installs the provider from the mirror, without a registry. The source in the
// configuration is tested with and without a host.
func TestInitTakesTheProviderFromTheMirror(t *testing.T) {
	for _, source := range []string{terraform.ProviderAddress, "engine-platform/engine"} {
		directory := t.TempDir()
		run := terraformtest.New(t, directory, os.Args[0])
		configuration := "terraform {\n  required_providers {\n    engine = { source = \"" + source + "\" }\n  }\n}\n"
		if err := os.WriteFile(filepath.Join(directory, "main.tf"), []byte(configuration), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run.Init(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// The tests below check only arguments, environment and errors, so they run sh in place of terraform.

func TestSettingsOfTheCallerStayOutside(t *testing.T) {
	t.Setenv("TF_VAR_name", "theirs")
	t.Setenv("ENGINE_SECRET_KEY", "theirs")
	run, directory := inDirectory(t, "sh", "ENGINE_SECRET_KEY=ours")
	output, err := run.Run(t.Context(), "-c", `echo "$TF_VAR_name,$ENGINE_SECRET_KEY,$HOME"`)
	if want := ",ours," + directory + "\n"; err != nil || output != want {
		t.Errorf("the program found %q (%v), want %q", output, err, want)
	}
}

func TestErrorsTellWhatTheProgramSaid(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"echo output; echo message >&2; exit 2": "sh -c echo output; echo message >&2; exit 2: exit status 2\nmessage\n",
		"echo output; exit 2":                   "sh -c echo output; exit 2: exit status 2\noutput\n",
	} {
		run, directory := inDirectory(t, "sh")
		_, err := run.Run(t.Context(), "-c", script)
		if err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
		log, err := os.ReadFile(filepath.Join(directory, "terraform.log"))
		if err != nil || !strings.Contains(string(log), "\noutput\n") {
			t.Errorf("the log is %q (%v)", log, err)
		}
	}
}

// TestInterruptedCommand interrupts a command that prints one line before the interrupt and one after it. Run must return both lines, and
// the cause of the interrupt as the error.
func TestInterruptedCommand(t *testing.T) {
	t.Parallel()
	run, directory := inDirectory(t, "sh")
	ctx, interrupt := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(directory, "started")); err == nil || t.Context().Err() != nil {
				interrupt(cause)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	output, err := run.Run(ctx, "-c", "trap 'echo interrupted; exit 1' INT; echo running; touch started; while :; do sleep 0.01; done")
	if !errors.Is(err, cause) || output != "running\ninterrupted\n" {
		t.Errorf("the output is %q, and the error is %v", output, err)
	}
}
