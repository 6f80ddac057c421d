// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkopenapi

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// program returns the path of a binary. GNUmakefile stores this path in the given environment variable.
func program(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		t.Fatalf("%s is not set: make check-openapi runs this test", variable)
	}
	return path
}

// output runs the provider's binary and returns its standard output.
func output(t *testing.T, args ...string) []byte {
	t.Helper()
	printed, err := exec.CommandContext(t.Context(), program(t, "PROVIDER"), args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return printed
}

// server is a reference server that runs as a separate process.
type server struct {
	url, accessID, secretKey string
}

var variables = regexp.MustCompile(`^export ENGINE_BASE_URL=(\S+) ENGINE_ACCESS_ID=(\S+) ENGINE_SECRET_KEY=(\S+)\n$`)

func startServer(t *testing.T) *server {
	t.Helper()
	process := exec.CommandContext(t.Context(), program(t, "PROVIDER"), "reference-server", "-quiet", "-listen", "127.0.0.1:0")
	process.Stderr = os.Stderr
	stdout, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	// Send SIGTERM when the test's context ends, so that the server shuts down cleanly.
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Wait(); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	found := variables.FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("the line is %q", line)
	}
	return &server{url: found[1], accessID: found[2], secretKey: found[3]}
}

// terraform runs Terraform or OpenTofu in an example's directory. No init is required because a development override points to the
// provider's binary. To save CPU time, each process uses one thread and no TLS.
type terraform struct {
	program, directory string
	environment        []string
}

func startTerraform(t *testing.T, example, url string, engine *server) *terraform {
	t.Helper()
	directory := t.TempDir()
	copyExample(t, example, directory)
	settings := filepath.Join(directory, "settings.tfrc")
	const overrides = "provider_installation {\n  dev_overrides {\n    \"engine-platform/engine\" = %q\n  }\n}\n"
	if err := os.WriteFile(settings, fmt.Appendf(nil, overrides, filepath.Dir(program(t, "PROVIDER"))), 0o600); err != nil {
		t.Fatal(err)
	}
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "ENGINE_")
	})
	return &terraform{program: program(t, "TERRAFORM"), directory: directory, environment: append(inherited,
		"TF_CLI_CONFIG_FILE="+settings, "HOME="+directory,
		"ENGINE_BASE_URL="+url, "ENGINE_ACCESS_ID="+engine.accessID, "ENGINE_SECRET_KEY="+engine.secretKey,
		"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "GOMAXPROCS=1", "TF_DISABLE_PLUGIN_TLS=1")}
}

// copyExample copies an example to a directory. An example can be a directory or a single file. For a single file, copyExample also copies
// the files next to it, except other configurations, and adds the required_providers block that such examples lack.
func copyExample(t *testing.T, example, directory string) {
	t.Helper()
	isFile := filepath.Ext(example) == ".tf"
	from := example
	if isFile {
		from = filepath.Dir(example)
	}
	if err := os.CopyFS(directory, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if !isFile {
		return
	}
	configurations, err := filepath.Glob(filepath.Join(directory, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range configurations {
		if filepath.Base(path) != filepath.Base(example) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	const requirement = "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"
	if err := os.WriteFile(filepath.Join(directory, "versions.tf"), []byte(requirement), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs a Terraform command and fails the test immediately if the command fails.
func (tf *terraform) run(t *testing.T, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), tf.program, append(args, "-input=false", "-no-color")...)
	command.Dir, command.Env = tf.directory, tf.environment
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("terraform %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}
