// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package program

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
)

var update = flag.Bool("update", false, "write testdata/help.txtar and testdata/wrong.txtar again")

func newCommand() *cobra.Command { return Command("test", nil) }

type outcome struct {
	status         int
	stdout, stderr string
}

// run executes a command line as main does.
func run(t *testing.T, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := commandline.Run(t.Context(), newCommand(), args, strings.NewReader(""), &stdout, &stderr)
	return outcome{status, stdout.String(), stderr.String()}
}

// isolate makes the test run in an empty directory, with 80 columns and without ENGINE_ environment variables.
func isolate(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "80")
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "ENGINE_") {
			t.Setenv(name, "")
		}
	}
}

// golden runs each command line in a txtar archive and compares the outcome with the one in the archive. With -update, it writes the
// outcomes to the archive instead.
func golden(t *testing.T, name string, outcomeOf func(line string) string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	isolate(t)
	for i, want := range archive.Files {
		got := outcomeOf(want.Name)
		if diff := cmp.Diff(string(want.Data), got); diff != "" && !*update {
			t.Errorf("terraform-provider-engine %s (-want +got; go test -update writes %s):\n%s", want.Name, name, diff)
		}
		archive.Files[i].Data = []byte(got)
	}
	if *update {
		if err := file.Truncate(0); err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteAt(txtar.Format(archive), 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHelp checks the help for every command, and the output without arguments. Every way of requesting help must print the same text to
// standard output.
func TestHelp(t *testing.T) {
	described := map[string]bool{}
	golden(t, "testdata/help.txtar", func(line string) string {
		args := strings.Fields(line)
		described[args[len(args)-1]] = true
		got := run(t, args...)
		if got.status != 0 || got.stderr != "" {
			t.Errorf("%s: %+v", line, got)
		}
		for text := range strings.Lines(got.stdout) {
			if len(text) > 81 && !strings.HasPrefix(text, " ") {
				t.Errorf("%s: a line has %d characters: %s", line, len(text), text)
			}
		}
		return got.stdout
	})
	for _, cmd := range newCommand().Commands() {
		name := cmd.Name()
		if !described[name] {
			t.Errorf("testdata/help.txtar has no help %s", name)
		}
		for _, flag := range []string{"-h", "-help", "--help"} {
			if got, want := run(t, name, flag), run(t, "help", name); got != want {
				t.Errorf("%s %s: %+v", name, flag, got)
			}
		}
	}
	for _, args := range [][]string{{"-h"}, {"-help"}, {"--help"}} {
		if got, want := run(t, args...), run(t, "help"); got != want {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestUnwritableOutput checks that commands fail if they can't write their output, for example because the disk is full.
func TestUnwritableOutput(t *testing.T) {
	isolate(t)
	closed, err := os.Create("closed")
	if err == nil {
		err = closed.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"", "version", "help", "-help", "help habits", "adopt -h", "completion bash", "reference-server -openapi"} {
		var stderr bytes.Buffer
		status := commandline.Run(t.Context(), newCommand(), strings.Fields(line), strings.NewReader(""), closed, &stderr)
		if status != 1 || !strings.Contains(stderr.String(), "file already closed") {
			t.Errorf("%q: status %d, %s", line, status, stderr.String())
		}
	}
}

// TestWrongCommandLines checks the exit status and the error for each invalid command line in testdata/wrong.txtar.
func TestWrongCommandLines(t *testing.T) {
	golden(t, "testdata/wrong.txtar", func(line string) string {
		got := run(t, strings.Fields(line)...)
		if got.status == 0 || got.stdout != "" {
			t.Errorf("%s: %+v", line, got)
		}
		return fmt.Sprintf("status %d\n%s", got.status, got.stderr)
	})
}

// TestPaths checks the errors for files and directories that do not exist or are of the wrong kind. Each error must name the flag and
// describe what would be valid.
func TestPaths(t *testing.T) {
	isolate(t)
	t.Setenv("ENGINE_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ENGINE_ACCESS_ID", "id")
	t.Setenv("ENGINE_SECRET_KEY", "key")
	for name, text := range map[string]string{
		"alert.json": `{"values": {"root_module": {"resources": [{"address": "engine_alert.a", "mode": "managed", "type": "engine_alert"}]}}}`,
		"file":       "",
		"main.tf":    `resource "acme_alert" "a" {}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	const noFile, noDirectory = "this is a directory, but it has to be a file", "this is a file, but it has to be a directory"
	for line, want := range map[string]string{
		"rehearse -plan nope -series nope":                           "-plan nope: there is no such file",
		"rehearse -plan . -series nope":                              "-plan .: " + noFile,
		"rehearse -plan alert.json -series nope":                     "-series nope: there is no such file",
		"rehearse -plan alert.json -series folder":                   "-series folder: " + noFile,
		"rehearse -plan alert.json -series nope -metadata folder":    "-metadata folder: " + noFile,
		"draw -plan nope -out new":                                   "-plan nope: there is no such file",
		"draw -plan alert.json -before folder -out new":              "-before folder: " + noFile,
		"draw -plan alert.json -out file":                            "-out file: " + noDirectory,
		"adopt -dir main.tf":                                         "-dir main.tf: " + noDirectory,
		"adopt -dir new -map folder":                                 "-map folder: " + noFile,
		"adopt -dir new -skip-state nope":                            "-skip-state nope: there is no such file",
		"migrate -state nope .":                                      "-state nope: there is no such file",
		"migrate -state folder .":                                    "-state folder: " + noFile,
		"reference-server -listen 127.0.0.1:0 -objects nope -- true": "-objects nope: there is no such file",
	} {
		args := strings.Fields(line)
		if got := run(t, args...); got.status == 0 || got.stderr != args[0]+": "+want+"\n" {
			t.Errorf("%s: status %d, %swant %s", line, got.status, got.stderr, want)
		}
	}
}

// TestDashes checks that flags can start with one or two dashes, and that a space or an equals sign can precede their values.
func TestDashes(t *testing.T) {
	isolate(t)
	want := outcome{2, "", "draw: -width \"7\": it has to be a number from 600 to 4000\nSee terraform-provider-engine draw -help.\n"}
	for _, args := range [][]string{{"-width", "7"}, {"-width=7"}, {"--width", "7"}, {"--width=7"}, {"-out", "-plan", "-width", "7"}} {
		if got := run(t, append([]string{"draw"}, args...)...); got != want {
			t.Errorf("%v: %+v", args, got)
		}
	}
	line := fmt.Sprintf("terraform-provider-engine test (%s, %s/%s)\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	asJSON := fmt.Sprintf(`{"version":"test","go":%q,"platform":"%s/%s"}`+"\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for args, want := range map[string]string{"version": line, "-version": line, "--version": line, "version -json": asJSON} {
		if got := run(t, strings.Fields(args)...); got != (outcome{0, want, ""}) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

// TestCompletion checks the completions that a shell receives for the last word of a command line.
func TestCompletion(t *testing.T) {
	isolate(t)
	for _, test := range []struct {
		words []string
		want  string
	}{
		{[]string{"reh"}, "rehearse\truns the alerts of a plan on recorded data\n:4\n"},
		{[]string{"help", "exit"}, "exit-statuses\n:4\n"},
		{[]string{"completion", "f"}, "fish\n:4\n"},
		{[]string{"adopt", "-dr"}, "-dry-run\tprint the files instead of writing them\n:4\n"},
		{[]string{"adopt", "--dr"}, "--dry-run\tprint the files instead of writing them\n:4\n"},
		{[]string{"adopt", "-dry-run", "-jso"}, "-json\tprint the report as JSON\n:4\n"},
		{[]string{"adopt", "-only", "da"}, "dashboard=\n:6\n"},
		{[]string{"adopt", "-only=da"}, "dashboard=\n:6\n"},
		{[]string{"adopt", "-dir", ""}, ":16\n"},
		{[]string{"adopt", "-map", ""}, ":0\n"},
		{[]string{"adopt", ""}, ":4\n"},
		{[]string{"migrate", "-dry-run", ""}, ":16\n"},
		{[]string{"draw", "-theme", ""}, "light\ndark\n:4\n"},
		{[]string{"draw", "-plan", ""}, ":0\n"},
		{[]string{"draw", "-theme", "d"}, "dark\n:4\n"},
		{[]string{"rehearse", "-fail-on", "no"}, "no_data\nno_alert\nnone\n:4\n"},
		{[]string{"rehearse", "-fail-on", "no_data,no"}, "no_data,no_alert\n:4\n"},
		{[]string{"rehearse", "-fail-on=error,warning,d"}, "error,warning,disabled\n:4\n"},
		{[]string{"probe", "-only", "de"}, "delays\ndeployment\ndefaults\n:4\n"},
		{[]string{"reference-server", "-habit", "masked-secrets-n"}, "masked-secrets-null\n:4\n"},
		{[]string{"reference-server", "-habit=masked-secrets-n"}, "masked-secrets-null\n:4\n"},
		{[]string{"reference-server", "-habit", "bare", "--habit", "masked-secrets-n"}, "masked-secrets-null\n:4\n"},
		{[]string{"reference-server", "-clock", ""}, ":4\n"},
		{[]string{"reference-server", "--", "-hab"}, ":0\n"},
	} {
		got := run(t, append([]string{"__complete"}, test.words...)...)
		if got.status != 0 || got.stdout != test.want {
			t.Errorf("%v: %d %q, want %q", test.words, got.status, got.stdout, test.want)
		}
	}
	for shell, words := range map[string]string{
		"bash": "complete -o default -F __start_terraform-provider-engine terraform-provider-engine", "zsh": "#compdef terraform-provider-engine",
		"fish": "complete -c terraform-provider-engine", "powershell": `$WordToComplete -Like "-*=*"`,
	} {
		if got := run(t, "completion", shell); got.status != 0 || !strings.Contains(got.stdout, words) {
			t.Errorf("completion %s: %d %s", shell, got.status, got.stderr)
		}
	}
}

// TestGuideHasEveryCommand checks that the command-line guide lists all commands and exit statuses, with the same descriptions as the help.
func TestGuideHasEveryCommand(t *testing.T) {
	text, err := os.ReadFile("../../templates/guides/command-line.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, cmd := range newCommand().Commands() {
		if cmd.Runnable() {
			rows = append(rows, "| `"+cmd.Name()+"` | "+cmd.Short+" |")
		}
	}
	for _, status := range commandline.Statuses() {
		rows = append(rows, "| "+strings.Join(status[:], " | ")+" |")
	}
	for _, row := range rows {
		if !strings.Contains(string(text), "\n"+row) {
			t.Errorf("the guide has no row %s", row)
		}
	}
}
