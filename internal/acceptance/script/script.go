// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package script runs the acceptance tests' scripts. A script is a file for package testscript that uses the commands in commands.go. Each
// script has its own engine (package providertest) and Terraform. Start reading at Run.
package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// Script is the environment of a running script: its engine, Terraform and directory.
type Script struct {
	*testing.T
	*providertest.Engine
	Dir       string // working directory of the commands
	Terraform *terraform.Terraform
	Output    string // output of the last command

	rivals []*rival // rivals for the next apply
}

// Runner is implemented by *Script and by types that embed it.
type Runner interface{ script() *Script }

func (s *Script) script() *Script { return s }

// Run runs each script in a directory. Before each script, it calls the start function, which starts an engine and prepares Terraform for
// the script. If an argument of a command other than terraform is the name of a file in the script's archive, the command receives the
// content of the file instead.
func Run[R Runner](
	t *testing.T, directory string, extra map[string]func(R, []string) error, start func(*Script, *testscript.Env) (R, error),
) {
	t.Helper()
	run := terraformtest.New(t, t.TempDir(), os.Args[0]) // skips the test without TF_ACC
	all := map[string]func(*testscript.TestScript, bool, []string){"id": id}
	add := func(name string, do func(ts *testscript.TestScript, args []string) (*Script, error)) {
		all[name] = func(ts *testscript.TestScript, fails bool, args []string) {
			for i, arg := range args {
				if info, err := os.Stat(ts.MkAbs(arg)); name != "terraform" && err == nil && info.Mode().IsRegular() {
					args[i] = ts.ReadFile(arg)
				}
			}
			s, err := do(ts, args)
			output := s.Output
			if err != nil {
				output += OneSpaced(err.Error())
			}
			if _, writeErr := fmt.Fprint(ts.Stdout(), output); writeErr != nil || (err != nil) != fails {
				ts.Fatalf("%v\n%s", err, s.Output)
			}
		}
	}
	for name, do := range commands() {
		add(name, func(ts *testscript.TestScript, args []string) (*Script, error) {
			s := of(ts)
			s.Output = ""
			return s, do(s, args)
		})
	}
	for name, do := range extra {
		add(name, func(ts *testscript.TestScript, args []string) (*Script, error) {
			r, _ := ts.Value("runner").(R)
			return r.script(), do(r, args)
		})
	}
	testscript.Run(t, testscript.Params{
		Dir: directory, Cmds: all,
		Setup: func(env *testscript.Env) error {
			r, err := start(&Script{T: t, Dir: env.Cd}, env)
			env.Values["runner"] = r
			return err
		},
		Condition: func(condition string) (bool, error) { // such as 11, for Terraform 1.11 or later
			needed, err := strconv.Atoi(condition)
			_, minor := terraformtest.Version(t, run)
			return minor >= needed, err
		},
	})
}

func of(ts *testscript.TestScript) *Script {
	r, _ := ts.Value("runner").(Runner)
	return r.script()
}

// OneSpaced returns Terraform's output without the frames around messages and with a single space between words.
func OneSpaced(content string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(content, "│", "")), " ")
}

// run runs a Terraform command and summarizes its output. An argument such as v=2 sets a variable. The summary contains one line for each
// planned change ("plan update engine_alert.it"), each object changed outside Terraform ("drift engine_alert.it"), and each warning.
func (s *Script) run(command string, args ...string) (output string, err error) {
	args = slices.Clone(args)
	for i, arg := range args {
		if !strings.HasPrefix(arg, "-") && strings.Contains(arg, "=") {
			args[i] = "-var=" + arg
		}
	}
	printed, err := s.Terraform.Run(s.Context(), append([]string{command, "-json"}, args...)...)
	output = "\n"
	var problems []string
	for content := range strings.Lines(printed) {
		var line struct {
			Type   string
			Change struct {
				Resource struct{ Addr string }
				Action   string
			}
			Diagnostic struct{ Severity, Summary, Detail, Address string }
		}
		if json.Unmarshal([]byte(content), &line) != nil {
			continue
		}
		switch d := line.Diagnostic; {
		case line.Type == "planned_change":
			output += "plan " + line.Change.Action + " " + line.Change.Resource.Addr + "\n"
		case line.Type == "resource_drift":
			output += "drift " + line.Change.Resource.Addr + "\n"
		case d.Severity == "error":
			problems = append(problems, d.Address+": "+d.Summary+": "+d.Detail)
		case d.Severity != "":
			output += d.Severity + " " + d.Address + ": " + d.Summary + ": " + strings.ReplaceAll(d.Detail, "\n", " ") + "\n"
		}
	}
	if problems != nil {
		err = errors.New(strings.Join(problems, "\n"))
	}
	return output, err
}

// checkNextPlan plans again after an apply. If wantChanges is true, the plan must contain changes. If wantChanges is false, the plan must
// be empty, and must report no changes made outside Terraform, because these would show that the state is wrong.
func (s *Script) checkNextPlan(args []string, wantChanges bool) error {
	output, err := s.run("plan", args...)
	if strings.Contains(output, "\ndrift ") && !wantChanges {
		return fmt.Errorf("the plan after the apply finds that somebody has changed objects:\n%s", output)
	}
	if changes := strings.Contains(output, "\nplan "); err == nil && changes != wantChanges {
		return fmt.Errorf("the plan after the apply is\n%s", output)
	}
	return err
}
