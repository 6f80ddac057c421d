// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestMain turns the test binary into a launcher if a test starts it with a provider.
func TestMain(m *testing.M) {
	if os.Getenv(providerVariable) != "" {
		exit(launch())
	}
	os.Exit(m.Run())
}

// The provider is cat, which runs until its input is closed, and the test keeps that open. The output ends only when both cat and
// the launcher have ended.
func TestProviderEndsWithAKilledLauncher(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("this system kills the provider with the process group of Terraform")
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Fatal(err)
	}
	launcher := exec.CommandContext(t.Context(), os.Args[0])
	launcher.Env = append(os.Environ(), providerVariable+"="+cat)
	input, err := launcher.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	written, err := launcher.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := launcher.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(time.Minute, func() { _ = written.Close() }).Stop() // ends a read that would wait forever
	if _, err := io.WriteString(input, "alive\n"); err != nil {
		t.Fatal(err)
	}
	output := bufio.NewReader(written)
	if line, err := output.ReadString('\n'); line != "alive\n" {
		t.Fatalf("the provider wrote %q (%v)", line, err)
	}
	if err := launcher.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(output); err != nil {
		t.Errorf("the provider lives on: %v", err)
	}
	_ = launcher.Wait() // The launcher was killed. Wait closes the provider's input, so it must come last.
}

func TestUsageIsSummedUp(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "usage")
	if _, err := takeUsage(file); err == nil {
		t.Error("a usage was found although no provider has run")
	}
	var want usage
	for range 2 {
		ended := exec.CommandContext(t.Context(), "go", "version")
		if err := ended.Run(); err != nil {
			t.Fatal(err)
		}
		if err := note(file, ended.ProcessState); err != nil {
			t.Fatal(err)
		}
		want.CPU += ended.ProcessState.UserTime() + ended.ProcessState.SystemTime()
	}
	got, err := takeUsage(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.CPU != want.CPU || got.CPU == 0 {
		t.Errorf("the processor time is %v, want %v", got.CPU, want.CPU)
	}
	if got.Peak < 1<<20 || got.Peak > 1<<30 {
		t.Errorf("the peak memory of a small program is %.0f bytes", got.Peak)
	}
	if _, err := takeUsage(file); err == nil {
		t.Error("the usage was found twice")
	}
}
