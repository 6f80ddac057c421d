// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command_test

import (
	"bufio"
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestCommandRunsCommand checks that the command after "--" gets its arguments, the standard input, and the variables for the server. It
// must not get the user's own ENGINE_ variables, which are for a different engine. The subcommand must exit with the command's status.
func TestCommandRunsCommand(t *testing.T) {
	for _, test := range []struct {
		args, script string
		status       int
	}{
		{"", `test "$0" = a && test "$1" = "b c"`, 0},
		{"", `exit 7`, 7},
		{"", `kill -9 $$`, 137},
		{"", `case "$ENGINE_BASE_URL" in http://127.0.0.1:[1-9]*) exit 3;; esac`, 3},
		{"", `test "$ENGINE_ACCESS_ID" = me && test ${#ENGINE_SECRET_KEY} -gt 20`, 0},
		{"", `read line; test "$line" = input && echo output && echo error >&2; exit 4`, 4},
		{"", `test "$(env | grep -c ^ENGINE_)" = 3 && test "$MINE" = kept`, 0},
		{
			"-control 127.0.0.1:0 -control-token x",
			`test "$(env | grep -c ^ENGINE_)" = 5 && test "$ENGINE_CONTROL_URL" != http://other && test "$ENGINE_CONTROL_TOKEN" = x`, 0,
		},
	} {
		args := append(strings.Fields(test.args), "-quiet", "-access-id", "me", "--", "sh", "-c", test.script, "a", "b c")
		run := subcommand(t, args...)
		run.Env = append(run.Env, "ENGINE_BASE_URL=http://other", "ENGINE_CONTROL_URL=http://other", "ENGINE_AUTH_SCHEME=Other",
			"ENGINE_CA_CERT_FILE=/none", "ENGINE_X=y", "MINE=kept")
		run.Stdin = strings.NewReader("input\n")
		var stdout, stderr bytes.Buffer
		run.Stdout, run.Stderr = &stdout, &stderr
		if status := exitStatus(t, run.Run()); status != test.status {
			t.Errorf("%s: status %d, want %d: %s", test.script, status, test.status, &stderr)
		}
		if echoed := stdout.String() + stderr.String(); test.status == 4 && echoed != "output\nerror\n" || test.status != 4 && echoed != "" {
			t.Errorf("%s: output %q", test.script, echoed)
		}
	}
}

func TestCommandPassesSignalsOn(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGTERM: 21, syscall.SIGINT: 22} {
		if terminal, err := os.Open("/dev/tty"); err == nil {
			_ = terminal.Close()
			if signal == syscall.SIGINT {
				continue // A terminal would also interrupt the command.
			}
		}
		script := `trap 'exit 21' TERM; trap 'exit 22' INT; echo ready; while :; do sleep 0.05; done`
		run := subcommand(t, "-quiet", "--", "sh", "-c", script)
		stdout, err := run.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := run.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if status := exitStatus(t, run.Wait()); status != want {
			t.Errorf("after %v the status is %d, want %d", signal, status, want)
		}
	}
}
