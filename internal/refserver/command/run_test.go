// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package command_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestCommandRunsCommand checks that the command after "--" gets its arguments, standard input, and environment variables such as
// ENGINE_BASE_URL. The subcommand must exit with the status of the command.
func TestCommandRunsCommand(t *testing.T) {
	for script, want := range map[string]int{
		`test "$0" = a && test "$1" = "b c"`: 0,
		`exit 7`:                             7,
		`kill -9 $$`:                         137,
		`case "$ENGINE_BASE_URL" in http://127.0.0.1:[1-9]*) exit 3;; esac`:        3,
		`test "$ENGINE_ACCESS_ID" = me && test ${#ENGINE_SECRET_KEY} -gt 20`:       0,
		`read line; test "$line" = input && echo output && echo error >&2; exit 4`: 4,
	} {
		run := subcommand(t, "-quiet", "-access-id", "me", "--", "sh", "-c", script, "a", "b c")
		run.Stdin = strings.NewReader("input\n")
		var stdout, stderr bytes.Buffer
		run.Stdout, run.Stderr = &stdout, &stderr
		if status := exitStatus(t, run.Run()); status != want {
			t.Errorf("%s: status %d, want %d: %s", script, status, want, &stderr)
		}
		if echoed := stdout.String() + stderr.String(); want == 4 && echoed != "output\nerror\n" || want != 4 && echoed != "" {
			t.Errorf("%s: output %q", script, echoed)
		}
	}
}

// TestCommandIsServed checks that the command after "--" can send requests to the server. Here, the command is the test binary, which
// creates a node.
func TestCommandIsServed(t *testing.T) {
	script := fmt.Sprintf(`%s= exec %s -test.run='^TestAsServedCommand$'`, asCommand, os.Args[0])
	run := subcommand(t, "-quiet", "--", "sh", "-c", script)
	run.Env = append(run.Env, "REFSERVER_TEST_SERVED=1")
	if output, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func TestAsServedCommand(t *testing.T) {
	if os.Getenv("REFSERVER_TEST_SERVED") == "" {
		t.Skip("runs inside TestCommandIsServed")
	}
	lender := servertest.Start(t, refserver.Options{AccessID: os.Getenv("ENGINE_ACCESS_ID"), SecretKey: os.Getenv("ENGINE_SECRET_KEY")})
	c := &servertest.Client{T: t, URL: os.Getenv("ENGINE_BASE_URL"), Server: lender}
	defer http.DefaultClient.CloseIdleConnections() // The server outlives this process.
	c.Must(http.StatusOK, "GET", c.Path("node", c.Made("node", nil)), nil)
}

func TestCommandPassesSignalsOn(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGTERM: 21, syscall.SIGINT: 22} {
		if terminal, err := os.Open("/dev/tty"); err == nil {
			_ = terminal.Close()
			if signal == syscall.SIGINT {
				continue // The terminal also interrupts the command.
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
