// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUsageIsSummedUp checks that takeUsage returns the total CPU time of the provider processes that have run since its previous call.
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
		if err := recordUsage(file, ended.ProcessState); err != nil {
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
