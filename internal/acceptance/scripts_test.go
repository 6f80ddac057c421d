// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// script is one run of a file in testdata/scripts.
type script struct {
	*testing.T
	*testEngine
	terraform *terraform.Terraform
	dir       string
	output    string // of the last command
}

// TestScripts runs the files in testdata/scripts. Each has a Terraform and an engine of its own. Besides the commands of package
// testscript, it can use those of scriptCommands.
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/scripts")
}

// TestSecretsStayInTheEngine runs the files in testdata/secrets on engines that hide secrets in their responses in different ways.
func TestSecretsStayInTheEngine(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparing), 11, 11)
	for _, habit := range []string{"bare", "masked-secrets", "masked-secrets-null", "masked-secrets-absent"} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			runScripts(t, "testdata/secrets", habit)
		})
	}
}

func runScripts(t *testing.T, directory string, habits ...string) {
	t.Helper()
	run := terraformtest.NewReattached(t, t.TempDir(), comparing) // skips the test without TF_ACC
	configurations, err := filepath.Abs("testdata/configurations")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: directory,
		Setup: func(env *testscript.Env) error {
			s := &script{T: t, dir: env.Cd, testEngine: startDocuments(t, habits...)}
			s.terraform = terraformtest.NewReattached(t, env.Cd, comparing)
			env.Values["script"] = s
			env.Setenv("CONFIGURATIONS", configurations)
			return os.WriteFile(filepath.Join(env.Cd, "provider.tf"), []byte(s.Config("")), 0o600)
		},
		Cmds: scriptCommands(),
		Condition: func(condition string) (bool, error) { // such as 11, for Terraform 1.11
			needed, err := strconv.Atoi(condition)
			_, minor := terraformtest.Version(t, run)
			return minor >= needed, err
		},
	})
}

// scriptCommands returns the commands of scripts. An argument such as v=2 of a command that runs Terraform sets a variable.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	all := map[string]func(*testscript.TestScript, bool, []string){
		// id NAME KIND puts the id of the only object of a kind into a variable.
		"id": func(ts *testscript.TestScript, _ bool, args []string) {
			s, _ := ts.Value("script").(*script)
			objects := s.Objects(args[1])
			if len(objects) != 1 {
				ts.Fatalf("the engine has %d objects of this kind", len(objects))
			}
			ts.Setenv(args[0], fmt.Sprint(objects[0]["id"]))
		},
	}
	for name, do := range map[string]func(s *script, args []string) error{
		// apply applies the configuration. The next plan must have no changes.
		"apply": func(s *script, args []string) error {
			if err := s.apply(args); err != nil {
				return err
			}
			return s.planned(args, false)
		},
		// unsettled applies the configuration. The next plan must have changes.
		"unsettled": func(s *script, args []string) error {
			if err := s.apply(args); err != nil {
				return err
			}
			return s.planned(args, true)
		},
		// plan prints a line for each planned change, such as "update engine_alert.it", and for each warning.
		"plan": func(s *script, args []string) (err error) {
			s.output, err = s.run("plan", args)
			return err
		},
		"terraform": func(s *script, args []string) (err error) {
			s.output, err = s.terraform.Run(s.Context(), append(args, "-no-color")...)
			return err
		},
		// destroy destroys all objects. The engine must then be empty.
		"destroy": func(s *script, args []string) (err error) {
			if s.output, err = s.run("destroy", append(args, "-auto-approve")); err != nil {
				return err
			}
			return s.checkEmpty()
		},
		// writes OPERATION... compares the writes since the last apply began, such as: stop PATCH start
		"writes": func(s *script, want []string) error {
			if got := s.actions(); !slices.Equal(got, want) {
				return fmt.Errorf("the engine received %q", got)
			}
			return nil
		},
		// sent prints the writes since the last apply began, such as: alert/alerts {"mute":true}
		"sent": func(s *script, _ []string) error {
			s.output = strings.Join(s.sentWrites(), "\n") + "\n"
			return nil
		},
		// requests MAXIMUM: the engine has received at most this number of requests since the last apply began.
		"requests": func(s *script, args []string) error {
			most, err := strconv.Atoi(args[0])
			if got := len(s.Requests()); err == nil && got > most {
				err = fmt.Errorf("the engine received %d requests", got)
			}
			return err
		},
		// objects KIND prints the engine's objects of a kind as JSON, one per line.
		"objects": func(s *script, args []string) error {
			for _, doc := range s.Objects(args[0]) {
				s.output += document.Encode(doc) + "\n"
			}
			return nil
		},
		// edit KIND JSON... changes all objects of a kind in the engine, as somebody else would do.
		"edit": (*script).edit,
		// seed JSON adds objects to the engine. The JSON can also be in a file, as for edit.
		"seed": func(s *script, args []string) error {
			var objects map[string][]map[string]any
			return errors.Join(document.DecodeInto([]byte(args[0]), &objects), s.Seed(objects))
		},
		// fail OPERATION STATUS lets the next request of this operation fail, such as start, stop or DELETE.
		"fail": func(s *script, args []string) error {
			status, err := strconv.Atoi(args[1])
			s.Engine.Fail(refserver.Fault{
				Match: func(r *http.Request) bool { return operation(r.Method, r.URL.Path) == args[0] }, Status: status, Times: 1,
				Body: `{"detail": "no room on the node"}`,
			})
			return err
		},
		// habits HABIT... sets the habits of the engine.
		"habits": func(s *script, habits []string) error { return s.SetHabits(habits) },
	} {
		all[name] = func(ts *testscript.TestScript, fails bool, args []string) {
			s, _ := ts.Value("script").(*script)
			if last := len(args) - 1; (name == "seed" || name == "edit") && strings.HasSuffix(args[last], ".json") {
				args[last] = ts.ReadFile(args[last])
			}
			s.output = ""
			err := do(s, args)
			output := s.output
			if err != nil {
				output = strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "│", "")), " ")
			}
			if _, writeErr := fmt.Fprint(ts.Stdout(), output); writeErr != nil || (err != nil) != fails {
				ts.Fatalf("%v", err)
			}
		}
	}
	return all
}

func (s *script) apply(args []string) (err error) {
	s.ClearRequests()
	s.output, err = s.run("apply", append(args, "-auto-approve"))
	return err
}

// planned plans again after an apply. The plan must have changes or not, and must report no changes made outside of Terraform. Otherwise a
// provider that never reads the engine could pass.
func (s *script) planned(args []string, want bool) error {
	output, err := s.run("plan", args)
	if strings.Contains(output, "\ndrift ") && !want {
		return fmt.Errorf("the plan after the apply finds another state:\n%s", output)
	}
	if got := strings.Contains(output, "\nplan "); err == nil && got != want {
		return fmt.Errorf("the plan after the apply is\n%s", output)
	}
	return err
}

// run runs a command of Terraform. The output has a line for each planned change and for each warning.
func (s *script) run(command string, args []string) (output string, err error) {
	args = slices.Clone(args)
	for i, arg := range args {
		if !strings.HasPrefix(arg, "-") && strings.Contains(arg, "=") {
			args[i] = "-var=" + arg
		}
	}
	printed, err := s.terraform.Run(s.Context(), append([]string{command, "-json"}, args...)...)
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

func (s *script) edit(args []string) error {
	for _, change := range args[1:] {
		var fields map[string]any
		if err := document.DecodeInto([]byte(change), &fields); err != nil {
			return err
		}
		for _, doc := range s.Objects(args[0]) {
			if err := s.Edit(args[0], fmt.Sprint(doc["id"]), func(doc map[string]any) { maps.Copy(doc, fields) }); err != nil {
				return err
			}
		}
	}
	s.ClearRequests()
	return nil
}

// actions returns the received writes in order, for example "stop", "PATCH", "start".
func (e *testEngine) actions() []string {
	var actions []string
	for _, r := range e.writes() {
		actions = append(actions, operation(r.Method, r.Path))
	}
	return actions
}

// operation returns "start" or "stop" for a request that starts or stops a component, and the HTTP method for any other request.
func operation(method, path string) string {
	if name := filepath.Base(path); method == http.MethodPost && (name == "start" || name == "stop") {
		return name
	}
	return method
}
