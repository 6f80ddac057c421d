// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/emersion/go-smtp"
	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/command"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

// asCommand is an environment variable. If it is set, the test binary runs as the reference-server subcommand.
const asCommand = "REFSERVER_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(commandline.Run(context.Background(), command.Command(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

func subcommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	run := exec.CommandContext(t.Context(), os.Args[0], args...)
	run.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "ENGINE_") })
	run.Env = append(run.Env, asCommand+"=1")
	return run
}

type running struct {
	*servertest.Client
	process        *exec.Cmd
	stderr         *bytes.Buffer
	id, key        string
	control, token string
}

var exportLine = regexp.MustCompile(`^export ENGINE_BASE_URL=(http://\S+) ENGINE_ACCESS_ID=(\S+) ENGINE_SECRET_KEY=(\S+)(?: ` +
	`ENGINE_CONTROL_URL=(http://\S+) ENGINE_CONTROL_TOKEN=(\S+))?\n$`)

// launch starts the subcommand and waits until it has printed the environment variables for clients.
func launch(t *testing.T, args ...string) *running {
	t.Helper()
	return launchWith(t, nil, args...)
}

func launchWith(t *testing.T, environment []string, args ...string) *running {
	t.Helper()
	process := subcommand(t, append([]string{"-listen", "127.0.0.1:0"}, args...)...)
	process.Env = append(process.Env, environment...)
	r := &running{process: process, stderr: &bytes.Buffer{}}
	process.Stderr = r.stderr
	stdout, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	found := exportLine.FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("the line is %q", line)
	}
	r.id, r.key, r.control, r.token = found[2], found[3], found[4], found[5]
	// A servertest.Client takes its credentials from a refserver.Server in the same process. The server under test runs in a different
	// process. The test therefore starts a second server with the same credentials, only to pass it to the client.
	lender := servertest.Start(t, refserver.Options{AccessID: r.id, SecretKey: r.key})
	r.Client = &servertest.Client{T: t, URL: found[1], Server: lender}
	return r
}

func (r *running) end(signal os.Signal) int {
	r.T.Helper()
	if err := r.process.Process.Signal(signal); err != nil {
		r.T.Fatal(err)
	}
	return exitStatus(r.T, r.process.Wait())
}

func exitStatus(t testing.TB, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}

func TestCommandServesUntilInterrupted(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		r := launch(t)
		node := r.CreateMinimal("node", nil)
		r.Get(r.Path("node", node))
		if status := r.end(signal); status != 0 {
			t.Errorf("after %v the status is %d: %s", signal, status, r.stderr)
		}
		for _, want := range []string{"method=POST", "path=" + servertest.Paths["node"], "status=201", "request_id="} {
			if !strings.Contains(r.stderr.String(), want) {
				t.Errorf("%s is not in the log: %s", want, r.stderr)
			}
		}
		if strings.Contains(r.stderr.String(), r.key) {
			t.Error("the secret key is in the log")
		}
	}
}

func TestCommandOptions(t *testing.T) {
	r := launch(t, "-quiet", "-access-id", "me", "-secret-key", "a;b", "-seed", "3", "-latency", "1ms", "-deploy-delay", "1h",
		"-collection", "asset/assets")
	if r.id != "me" || r.key != `'a;b'` {
		t.Errorf("the credentials are %s and %s", r.id, r.key)
	}
	r.Server = servertest.Start(t, refserver.Options{AccessID: "me", SecretKey: "a;b"})
	r.Must(http.StatusCreated, "POST", "/v3/engine/asset/assets/", Object{"anything": true})
	component := r.CreateMinimal("component", nil)
	started := r.Must(http.StatusOK, "POST", r.Path("component", component)+"start/", Object{})
	if started["deployment_active"] != true || started["deployment_status"] != "StartRequested" {
		t.Errorf("the component is %v", started)
	}
	if status := r.end(syscall.SIGTERM); status != 0 || r.stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, r.stderr)
	}
}

func TestCommandPrintsTheDescription(t *testing.T) {
	printed, err := subcommand(t, "-openapi").Output()
	if err != nil {
		t.Fatal(err)
	}
	if want, err := refserver.Description(); err != nil || !bytes.Equal(printed, want) {
		t.Errorf("printed are %d bytes, want the description (%v)", len(printed), err)
	}
}

func TestCommandWithFaults(t *testing.T) {
	r := launch(t, "-quiet", "-fault-rate", "1", "-seed", "1")
	seen := map[string]int{}
	for range 20 {
		seen[r.Attempt("GET", servertest.Paths["node"], nil)]++
	}
	if len(seen) < 5 || seen["200"] > 10 { // Delayed responses have status 200.
		t.Errorf("the attempts end with %v", seen)
	}
	r.end(syscall.SIGTERM)
}

// TestConfirmedWritesSurviveKill kills the server process while ten clients are writing. The data file must contain every write to which
// the server has responded.
func TestConfirmedWritesSurviveKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	r := launch(t, "-quiet", "-data", file)
	shared := r.CreateMinimal("dashboard", nil)
	gone := r.CreateMinimal("dashboard", nil)
	r.Must(http.StatusNoContent, "DELETE", r.Path("dashboard", gone), nil)

	const writers, enough = 10, 200
	confirmed := make(chan string, writers)
	for writer := range writers {
		go r.writeUntilKilled(writer, confirmed)
	}
	var made []string
	for name := range confirmed {
		made = append(made, name)
		if len(made) == enough {
			break
		}
	}
	updated := r.Patch("dashboard", shared, Object{"description": "the last one"})
	if err := r.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if exitStatus(t, r.process.Wait()) == 0 {
		t.Error("the process was not killed")
	}
	for left := writers; left > 0; { // Collect the remaining names. Each writer sends "" at the end.
		if name := <-confirmed; name == "" {
			left--
		} else {
			made = append(made, name)
		}
	}

	after := servertest.Serve(t, refserver.Options{Data: file})
	there := map[any]bool{}
	for _, node := range after.Server.Objects("node") {
		there[node["name"]] = true
	}
	for _, name := range made {
		if !there[name] {
			t.Errorf("the node %s got a response and is lost", name)
		}
	}
	servertest.Equal(t, after.Server.Objects("dashboard"), servertest.JSON(t, []Object{updated}))
}

// writeUntilKilled creates nodes until the server is killed. After each response, it sends the node's name to the channel. At the end, it
// sends "".
func (r *running) writeUntilKilled(writer int, confirmed chan<- string) {
	defer func() { confirmed <- "" }()
	for i := 0; ; i++ {
		name := fmt.Sprintf("n-%d-%d", writer, i)
		got, err := r.Send(r.Request("POST", servertest.Paths["node"], Object{"name": name, "type": "t"}))
		if err != nil {
			return
		}
		if got.Status != http.StatusCreated {
			r.T.Errorf("status %d: %s", got.Status, got.Body)
			return
		}
		confirmed <- name
	}
}

// TestCommandLine checks exit statuses and error messages. Errors about a file must contain the position of the problem, and no Go types.
func TestCommandLine(t *testing.T) {
	busy := launch(t, "-quiet")
	taken := strings.TrimPrefix(busy.URL, "http://")
	const noProfile, noObjects = "FILE: this is not the profile of an engine: ", `FILE: it has to be an object such as {"node": [{"id": "1"}]}`
	for _, test := range []struct {
		args   string // FILE stands for the name of a file whose content is in the text field.
		text   string
		status int
		stderr string // A part of the expected stderr, or "" if it must be empty.
	}{
		{args: "-deploy-delay -1s", status: 2, stderr: "negative"},
		{args: "-control :0", status: 2, stderr: "loopback"},
		{args: "-control none", status: 2, stderr: "control API"},
		{args: "-control localhost:0 -- true"},
		{args: "-control " + taken, status: 1, stderr: "-control " + taken + ": address already in use; -control 127.0.0.1:0 takes a free port"},
		{args: "-objects /none/none", status: 1, stderr: "/none/none"},
		{args: "-data /none/none", status: 1, stderr: "/none/none"},
		{args: "-listen " + taken, status: 1, stderr: "-listen " + taken + ": address already in use; -listen 127.0.0.1:0 takes a free port"},
		{args: "-- /none/none", status: 127, stderr: "/none/none"},
		{args: "-listen 0.0.0.0:0 -access-id mine -secret-key hidden -- true", stderr: "warning"},
		{args: "-listen :0 -access-id mine -- true", status: 2, stderr: "ENGINE_SECRET_KEY"},
		{args: "-listen localhost:0 -- true"},
		{args: "-- true"},
		{args: "-series /none/none -- true", status: 1, stderr: "/none/none"},
		{args: "-metadata /none/none -- true", status: 1, stderr: "/none/none"},
		{args: "-clock 2026-01-01T00:00:00Z -- true"},
		{args: "-like /none/none", status: 1, stderr: "/none/none"},
		// These files never end.
		{args: "-metadata /dev/zero", status: 1, stderr: "/dev/zero"},
		{args: "-objects /dev/zero", status: 1, stderr: "/dev/zero"},
		{args: "-like /dev/zero", status: 1, stderr: "/dev/zero"},
		{args: "-data /dev/zero", status: 1, stderr: "/dev/zero"},

		{args: "-series FILE", text: "time,a/b\n2026-01-01T08:00:00Z,7\nnoon,8\n", status: 1, stderr: `FILE:3:1: "noon" is not an ISO 8601 time`},
		{args: "-like FILE", text: `{"format": 1, "habits": [1]}`, status: 1, stderr: "FILE"},
		{
			args: "-like FILE", text: "{\"format\": 1,\n \"habits\": oops}", status: 1,
			stderr: noProfile + "line 2, column 12 is not JSON: invalid character 'o'",
		},
		{args: "-like FILE", text: "", status: 1, stderr: noProfile + "there is nothing in it"},
		{args: "-objects FILE", text: "{\"node\":\n  [tue]}", status: 1, stderr: "FILE: line 2, column 5 is not JSON: invalid character 'u'"},
		{
			args: "-objects FILE", text: "{\"node\": []}\n{\"tab\": oops}", status: 1,
			stderr: "FILE: line 2, column 9 is not JSON: invalid character 'o'",
		},
		{args: "-objects FILE", text: `{"node": [`, status: 1, stderr: "FILE: the JSON text ends in the middle"},
		{args: "-objects FILE", text: "", status: 1, stderr: "FILE: there is nothing in it"},
		{args: "-objects FILE", text: `[1]`, status: 1, stderr: noObjects},
		{args: "-objects FILE", text: `null`, status: 1, stderr: noObjects},
		{args: "-objects FILE", text: `{"node": 5}`, status: 1, stderr: "FILE: node has to be a list of objects"},
		{args: "-objects FILE", text: `{"node": [{"id": "1"}, 5]}`, status: 1, stderr: "FILE: node[1] has to be an object"},
		{args: "-objects FILE", text: `{"removed": 5}`, status: 1, stderr: "FILE: removed has to be lists of ids by kind"},
	} {
		file := write(t, "file", test.text)
		run := subcommand(t, strings.Fields(strings.ReplaceAll(test.args, "FILE", file))...)
		var stdout, stderr bytes.Buffer
		run.Stdout, run.Stderr = &stdout, &stderr
		status, want := exitStatus(t, run.Run()), strings.ReplaceAll(test.stderr, "FILE", file)
		if status != test.status || !strings.Contains(stderr.String(), want) || want == "" && stderr.Len() > 0 || stdout.Len() > 0 {
			t.Errorf("%s with %q: status %d, stdout %q, stderr %q", test.args, test.text, status, &stdout, &stderr)
		}
	}
	busy.end(syscall.SIGTERM)
}

// TestCommandDeliversEmails checks that an interrupted server delivers its queued e-mails before it exits. It must log failed e-mails even
// with -quiet.
func TestCommandDeliversEmails(t *testing.T) {
	release := make(chan struct{})
	mailServer := servertest.StartMailServer(t, func(_ int, to string) error {
		<-release
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, Message: "no such user"}
		}
		return nil
	})
	r := launch(t, "-quiet", "-smtp", mailServer.Address, "-smtp-from", "reference@example.com")
	r.TriggerAlert("a", "gone@example.com", "ops@example.com")
	r.Get("/v3/engine/notification/notifications/")
	if err := r.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	close(release)
	if status := exitStatus(t, r.process.Wait()); status != 0 {
		t.Errorf("status %d: %s", status, r.stderr)
	}
	if got := mailServer.ReceivedEmails(); len(got) != 1 || got[0].From != "reference@example.com" || got[0].To != "ops@example.com" {
		t.Errorf("the e-mails are %v", got)
	}
	if log := r.stderr.String(); !strings.Contains(log, "gone@example.com") || strings.Contains(log, "method=") {
		t.Errorf("the log is %s", log)
	}
}

func TestCommandWithHabits(t *testing.T) {
	r := launch(t, "-quiet", "-habit", "bare", "-habit", "create-answers-200")
	if got := r.Do("POST", servertest.Paths["dashboard"], Object{"name": "d"}); got.Status != http.StatusOK ||
		strings.Contains(got.Body, "description") {
		t.Errorf("a create returns %d %s", got.Status, got.Body)
	}
	r.end(syscall.SIGTERM)
}
