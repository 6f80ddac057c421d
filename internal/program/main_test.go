// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package program

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// panicVariable is an environment variable that contains a file name. While that file exists, the provider in these tests panics on apply.
const panicVariable = "TEST_PANIC"

// wordVariable is an environment variable that makes the test binary call Main, as if a user had started the provider's binary.
const wordVariable = "TEST_WORD"

// TestProgram checks the binary's output and exit status when a user starts it, and when a plugin host passes an invalid magic cookie.
func TestProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		word, environment string
		status            int
		stdout, stderr    string // part of the output, or "" for no output
	}{
		{"", "", 0, "\n  reference-server ", ""},
		{"help", "", 0, "\n  reference-server ", ""},
		{"-version", "", 0, "terraform-provider-engine test", ""},
		{"adpot", "", 2, "", "did you mean adopt?\n"},
		{"", "TF_PLUGIN_MAGIC_COOKIE=wrong", 1, "", "This binary is a plugin."},
	} {
		self := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(test.word)...)
		self.Env = append(os.Environ(), wordVariable+"=1", test.environment)
		var stdout, stderr strings.Builder
		self.Stdout, self.Stderr = &stdout, &stderr
		_ = self.Run() // the exit status is checked instead of the error
		isWrong := func(got, want string) bool { return !strings.Contains(got, want) || want == "" && got != "" }
		if self.ProcessState.ExitCode() != test.status || isWrong(stdout.String(), test.stdout) || isWrong(stderr.String(), test.stderr) {
			t.Errorf("%+v: %d\n%s\n%s", test, self.ProcessState.ExitCode(), &stdout, &stderr)
		}
	}
}

// TestMain runs the tests. If Terraform or a test has started the test binary as the provider, TestMain serves the provider instead.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("TF_PLUGIN_MAGIC_COOKIE") == "" && os.Getenv(wordVariable) == "":
		os.Exit(m.Run())
	case os.Getenv(panicVariable) != "":
		log.Fatal(serve(func() tfprotov6.ProviderServer { return panickingServer{provider.NewServer("test")()} }))
	default:
		os.Exit(Main("test"))
	}
}

type panickingServer struct{ tfprotov6.ProviderServer }

func (s panickingServer) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if _, err := os.Stat(os.Getenv(panicVariable)); err == nil {
		panic("the valve is stuck")
	}
	return s.ProviderServer.ApplyResourceChange(ctx, req)
}

const configuration = `terraform {
  required_providers {
    engine = { source = "` + address + `" }
  }
}

resource "engine_node" "all" {
  count = 20
  name  = "Node ${count.index}"
  type  = "self_hosted"
}`

// inDirectory creates a directory with a configuration of 20 nodes, and starts a reference server for them. It returns the directory and a
// runner for Terraform commands in it. This test binary also serves as the provider: Terraform starts it by running commandLine in a shell.
func inDirectory(t *testing.T, commandLine string, environment ...string) (run *terraform.Terraform, directory string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := refserver.New(refserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(engine)
	t.Cleanup(func() {
		listener.Close()
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	directory = t.TempDir()
	if err := os.WriteFile(filepath.Join(directory, "main.tf"), []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	started := filepath.Join(directory, "provider")
	if err := os.WriteFile(started, []byte("#!/bin/sh\n"+commandLine+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	const withTLS = "TF_DISABLE_PLUGIN_TLS=" // keep TLS enabled, because it is enabled for users and adds log lines
	run = terraformtest.New(t, directory, started, append(environment, withTLS, "SELF="+self, "STDERR="+filepath.Join(directory, "stderr"),
		"ENGINE_BASE_URL="+listener.URL, "ENGINE_ACCESS_ID="+engine.AccessID(), "ENGINE_SECRET_KEY="+engine.SecretKey())...)
	if err := run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run, directory
}

// logLine contains the fields of a log line that the tests compare.
type logLine struct {
	Level  string `json:"@level"`
	Module string `json:"@module"`
}

// linesOfApply returns the log lines that the provider writes to standard error during an apply.
func linesOfApply(t *testing.T, environment ...string) []logLine {
	t.Helper()
	run, directory := inDirectory(t, `exec "$SELF" 2>>"$STDERR"`, environment...)
	if _, err := run.Run(t.Context(), "apply", "-auto-approve", "-input=false", "-no-color"); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(directory, "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var lines []logLine
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		var line logLine
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Errorf("the provider wrote %q: %v", scanner.Text(), err)
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestLogs checks which loggers write at each log level. If no level is set, the provider must not write anything.
func TestLogs(t *testing.T) {
	t.Parallel()
	everything := []logLine{{"info", ""}, {"debug", ""}, {"trace", "sdk.proto"}, {"trace", "sdk.framework"}, {"debug", "engine"}}
	for name, test := range map[string]struct {
		environment []string
		want        []logLine // at least one line of each kind, and no other kinds
	}{
		"no variable":                  {},
		"trace":                        {[]string{"TF_LOG=trace"}, everything},
		"JSON":                         {[]string{"TF_LOG=JSON"}, everything},
		"trace of providers":           {[]string{"TF_LOG_PROVIDER=TRACE"}, everything},
		"info":                         {[]string{"TF_LOG=INFO"}, []logLine{{"info", ""}}},
		"debug":                        {[]string{"TF_LOG=debug"}, []logLine{{"info", ""}, {"debug", ""}, {"debug", "engine"}}},
		"off for providers":            {[]string{"TF_LOG=trace", "TF_LOG_PROVIDER=off"}, nil},
		"one library alone":            {[]string{"TF_LOG_SDK_PROTO=trace"}, []logLine{{"trace", "sdk.proto"}}},
		"all but the libraries":        {[]string{"TF_LOG=trace", "TF_LOG_SDK=off"}, []logLine{{"info", ""}, {"debug", ""}, {"debug", "engine"}}},
		"the provider's own log alone": {[]string{"TF_LOG_PROVIDER_ENGINE=debug"}, []logLine{{"debug", "engine"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := map[logLine]int{}
			for _, line := range linesOfApply(t, test.environment...) {
				found[line]++
			}
			for _, want := range test.want {
				if found[want] == 0 {
					t.Errorf("the provider wrote none of %+v", want)
				}
				delete(found, want)
			}
			if len(found) > 0 {
				t.Errorf("the provider also wrote %+v", found)
			}
		})
	}
}

// TestPanicsShow checks that Terraform prints the message of a provider panic. If Terraform ended right after the panic, it might not have
// read the whole message yet. The test therefore adds a resource that keeps Terraform running for two seconds.
func TestPanicsShow(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "panic")
	run, directory := inDirectory(t, `exec "$SELF"`, panicVariable+"="+file)
	// Panics in the provider can't be checked here with OpenTofu 1.12. Its logger discards lines that go-plugin logs as errors, so it never
	// shows a panic.
	terraformtest.Since(t, run, 0, terraformtest.Never)
	const other = "resource \"terraform_data\" \"other\" {\n  provisioner \"local-exec\" {\n    command = \"sleep 2\"\n  }\n}\n"
	for name, text := range map[string]string{file: "", filepath.Join(directory, "other.tf"): other} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Run(t.Context(), "apply", "-auto-approve", "-input=false", "-no-color"); err == nil {
		t.Fatal("the apply did not fail")
	}
	said, err := os.ReadFile(filepath.Join(directory, "terraform.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Stack trace from the terraform-provider-engine", "panic: the valve is stuck"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("Terraform does not say %q but\n%s", want, said)
		}
	}
}
