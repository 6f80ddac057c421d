// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

// If the environment variable asInterrupted is set, the test binary acts as the command that the server starts, and waits for an interrupt.
const asInterrupted = "REFSERVER_TEST_INTERRUPTED"

// TestInterruptReachesCommand sends Ctrl-Break to a server that is running a command. The command must receive it too.
func TestInterruptReachesCommand(t *testing.T) {
	run := subcommand(t, "-quiet", "--", "cmd", "/c", "set "+asCommand+"=&& "+os.Args[0]+" -test.run=^TestAsInterruptedCommand$")
	run.Env = append(run.Env, asInterrupted+"=1")
	run.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	stdout, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	if line, err := lines.ReadString('\n'); err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("the first line is %q: %v", line, err)
	}
	if err := windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(run.Process.Pid)); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil || !strings.Contains(string(rest), "interrupted") {
		t.Errorf("the command wrote %q: %v", rest, err)
	}
	_ = run.Wait() // The status is that of cmd, which also receives the interrupt.
}

func TestAsInterruptedCommand(t *testing.T) {
	if os.Getenv(asInterrupted) == "" {
		t.Skip("runs inside TestInterruptReachesCommand")
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	fmt.Println("ready")
	<-interrupts
	fmt.Println("interrupted")
}
