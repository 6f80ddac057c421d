// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package process_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

// In these tests, a shell and its children write to the same pipe. Reading to the end of the pipe succeeds only when all of them have
// exited. If one keeps running, the read fails after a minute.

func start(t *testing.T, ctx context.Context, script string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	if err := reader.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	command := process.Command(ctx, "sh", "-c", script)
	command.Stdout = writer
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	output := bufio.NewReader(reader)
	if line, err := output.ReadString('\n'); line != "started\n" {
		t.Fatalf("the program wrote %q (%v)", line, err)
	}
	return command, output
}

// allEnded waits for all processes in the test to exit, and returns what they wrote after "started".
func allEnded(t *testing.T, output io.Reader) string {
	t.Helper()
	written, err := io.ReadAll(output)
	if err != nil {
		t.Fatalf("something was left running: %v", err)
	}
	return string(written)
}

func TestWhatAProgramLeavesIsKilled(t *testing.T) {
	t.Parallel()
	command, output := start(t, t.Context(), "sleep 600 & echo started")
	if err := process.Wait(command); err != nil {
		t.Error(err)
	}
	allEnded(t, output)
}

func TestInterruptReachesWhatAProgramStarted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	command, output := start(t, ctx, `trap "echo the outer one ends; exit 3" INT
		sh -c 'trap "echo the inner one ends; exit" INT; echo started; while :; do sleep 0.01; done'
		echo the outer one goes on`)
	cancel()
	_ = process.Wait(command)
	if got, want := allEnded(t, output), "the inner one ends\nthe outer one ends\n"; got != want || command.ProcessState.ExitCode() != 3 {
		t.Errorf("the programs wrote %q and ended with %s", got, command.ProcessState)
	}
}

func TestWhoeverIgnoresTheInterruptIsKilledWithAll(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	command, output := start(t, ctx, `trap "" INT; sleep 600 & echo started; wait`)
	command.WaitDelay = time.Millisecond // shorter than usual; WaitDelay starts when the context ends
	cancel()
	if err := process.Wait(command); err == nil {
		t.Error("a program that was killed has ended well")
	}
	allEnded(t, output)
}
