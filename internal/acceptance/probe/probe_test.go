// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package probe tests the probe subcommand, which finds out how an engine deviates from INTERFACE.md. Some tests also run Terraform.
package probe

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// plans is a script that applies the stages in testdata/estate in order and then destroys the objects. It writes each plan to a file and
// appends each command's exit status to the file named statuses.
const plans = `
try() { "$@" > output 2>&1; echo "$*: $?" >> statuses; }
try terraform init -input=false
for stage in full changed minimal; do
  try terraform plan -input=false -var stage=$stage -out $stage.plan
  terraform show -json $stage.plan > $stage.json
  try terraform apply -input=false $stage.plan
  try terraform plan -input=false -var stage=$stage -detailed-exitcode -out $stage-after.plan
  terraform show -json $stage-after.plan > $stage-after.json
done
try terraform destroy -auto-approve -var stage=minimal
cat statuses
`

// randomHabits returns the habit null-ignored and four random habits (deviations from INTERFACE.md). It excludes other-scheme, which
// requires an argument in the configuration, and dated-429 and never-stops, which would slow down the test by minutes.
func randomHabits(seed uint64) []string {
	names := slices.DeleteFunc(habit.Names(), func(name string) bool {
		return slices.Contains([]string{"other-scheme", "dated-429", "never-stops"}, name)
	})
	groups := map[string]string{} // At most one habit in a group can be active.
	for _, h := range habit.All() {
		groups[h.Name] = cmp.Or(h.Group, h.Name)
	}
	random := rand.New(rand.NewPCG(seed, 5))
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	set := []string{"null-ignored"} // included because users notice this habit, unlike most others
	for _, name := range names {
		if !slices.ContainsFunc(set, func(other string) bool { return groups[other] == groups[name] }) && len(set) < 5 {
			set = append(set, name)
		}
	}
	return slices.Sorted(slices.Values(set))
}

// user runs shell scripts that use the provider's binary and connect to an engine.
type user struct {
	*testing.T
	dir   string
	shell *terraform.Terraform
}

func newUser(t *testing.T, e *providertest.Engine) *user {
	t.Helper()
	u := &user{T: t, dir: t.TempDir()}
	u.shell = terraformtest.Shell(t, u.dir, terraformtest.Build(t), append(e.Environment(), "TF_VAR_secret=correct-horse")...)
	return u
}

// run executes a script and returns its output. It fails the test unless the exit status is 0 or one of the given statuses.
func (u *user) run(script string, statuses ...string) string {
	u.Helper()
	output, err := u.shell.Run(u.Context(), "-c", script)
	if err != nil && !slices.ContainsFunc(statuses, func(s string) bool { return strings.Contains(err.Error(), "exit status "+s) }) {
		u.Fatalf("%s: %v\n%s", script, err, output)
	}
	return output
}

// estate creates a subdirectory with a configuration that contains all kinds of objects, and returns its path.
func (u *user) estate(name string) string {
	u.Helper()
	text, err := os.ReadFile("../testdata/estate/main.tf")
	if err != nil {
		u.Fatal(err)
	}
	dir := filepath.Join(u.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		u.Fatal(err)
	}
	terraformtest.Write(u.T, dir, "main.tf", string(text))
	return dir
}

// names returns the sorted names of habits (deviations from INTERFACE.md), without their parameters.
func names(habits []string) []string {
	var all []string
	for _, h := range habits {
		name, _, _ := strings.Cut(h, "=")
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// profile returns the names of the habits in a profile (a file that lists an engine's deviations from INTERFACE.md).
func (u *user) profile(file string) []string {
	u.Helper()
	text, err := os.ReadFile(filepath.Join(u.dir, file))
	var profile struct {
		Habits []string
	}
	if err == nil {
		err = json.Unmarshal(text, &profile)
	}
	if err != nil {
		u.Fatal(err)
	}
	return names(profile.Habits)
}

// without returns the elements of the first list that are not in the second.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
}

// TestUnknownEngine runs probe, with and without -write, on an engine with five habits (deviations from INTERFACE.md). Probe must not
// report any other habit. With -write, it must not report that the engine lacks one of the five, must report null-ignored, which is one of
// them, and must leave the objects unchanged. A reference server with the profile that probe writes must produce the same plans as the
// engine.
func TestUnknownEngine(t *testing.T) {
	t.Parallel()
	engines := uint64(1)
	if os.Getenv("ENGINE_HABITS") == "all" {
		engines = 3
	}
	for seed := range engines {
		habits := randomHabits(seed)
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			t.Parallel()
			e := providertest.StartEngine(t, refserver.Options{Habits: habits})
			if err := e.Seed(map[string][]map[string]any{
				"node": {{"id": "1", "name": "Of somebody else", "type": "on-premise", "created_at": "2026-01-01T00:00:00Z"}},
			}); err != nil {
				t.Fatal(err)
			}
			before := e.Export()
			u := newUser(t, e)

			u.run("terraform-provider-engine probe -out read.json", "3")
			found := u.profile("read.json")
			if wrong := without(found, habits); len(wrong) > 0 {
				t.Errorf("reading found %v, and the engine has %v", wrong, habits)
			}
			var report struct {
				Habits []struct{ Name, State string }
			}
			if err := json.Unmarshal([]byte(u.run("terraform-provider-engine probe -write -yes -json -out engine.json", "3")), &report); err != nil {
				t.Fatal(err)
			}
			found = u.profile("engine.json")
			for _, h := range report.Habits {
				if h.State == "as expected" && slices.Contains(habits, h.Name) {
					t.Errorf("writing did not find %s", h.Name)
				}
			}
			if wrong := without(found, habits); len(wrong) > 0 || !slices.Contains(found, "null-ignored") {
				t.Errorf("writing found %v, and the engine has %v", found, habits)
			}
			if diff := gocmp.Diff(before, e.Export()); diff != "" {
				t.Errorf("the engine is not as it was before:\n%s", diff)
			}

			first, second := u.estate("first"), u.estate("second")
			u.run("cd first && " + plans)
			terraformtest.Write(t, second, "plans.sh", plans)
			u.run("cd second && terraform-provider-engine reference-server -quiet -like ../engine.json -- sh plans.sh")
			if diff := gocmp.Diff(planned(t, first), planned(t, second)); diff != "" {
				t.Errorf("the plans on the engine (-) and on the server like it (+) differ:\n%s", diff)
			}
		})
	}
}

// changing is a pattern for ids and times, which differ between engines.
var changing = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)`)

// planned returns the planned changes in a directory, keyed by file and resource. The key "statuses" contains the commands' exit statuses.
func planned(t *testing.T, dir string) map[string]any {
	t.Helper()
	statuses, err := os.ReadFile(filepath.Join(dir, "statuses"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]any{"statuses": string(statuses)}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) != 6 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var plan struct {
			ResourceChanges []*tfjson.ResourceChange `json:"resource_changes"`
		}
		if err := json.Unmarshal(changing.ReplaceAll(text, []byte("*")), &plan); err != nil && len(text) > 0 {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range plan.ResourceChanges {
			all[filepath.Base(file)+" "+c.Address] = fmt.Sprint(c.Change.Actions, c.Change.Before, c.Change.After)
		}
	}
	if len(all) < 20 {
		t.Errorf("the plans in %s have only %d changes", dir, len(all)-1)
	}
	return all
}

// TestSignals interrupts probe with SIGINT or SIGTERM. The command must delete the objects it created, say so, and exit with status 1.
func TestSignals(t *testing.T) {
	t.Parallel()
	program := terraformtest.Build(t)
	for _, interrupt := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, after := range []int32{3, 20, 40} {
			t.Run(fmt.Sprintf("%s after %d writes", interrupt, after), func(t *testing.T) {
				t.Parallel()
				e := providertest.StartEngine(t, refserver.Options{})
				file := filepath.Join(t.TempDir(), "engine.json")
				run := exec.CommandContext(t.Context(), program, "probe", "-write", "-yes", "-out", file)
				run.Env = append(os.Environ(), e.Environment()...)
				var output strings.Builder
				run.Stdout, run.Stderr = &output, &output
				var writes atomic.Int32
				started := make(chan struct{}) // closed when run.Process is set; requests can arrive earlier on a busy machine
				e.Before(func(r *http.Request) {
					if r.Method != http.MethodGet && writes.Add(1) == after {
						<-started
						_ = run.Process.Signal(interrupt) // An error means that the command has ended.
					}
				})
				if err := run.Start(); err != nil {
					t.Fatal(err)
				}
				close(started)
				var exit *exec.ExitError
				if err := run.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
					t.Errorf("%v\n%s", err, output.String())
				}
				const want = "probe: about 20 objects will be created and deleted again\n" +
					"probe: interrupted; deleting the objects that this run created\n" +
					"probe: interrupted; all objects that this run created are deleted\n"
				if output.String() != want {
					t.Errorf("the output is %q", output.String())
				}
				if _, err := os.Lstat(file); err == nil {
					t.Error("there is a profile of a run that was interrupted")
				}
				for kind, objects := range e.Export() {
					if len(objects) > 0 {
						t.Errorf("%d objects of the kind %s are left", len(objects), kind)
					}
				}
			})
		}
	}
}

// TestSecondSignal sends SIGINT twice, the second time while probe is waiting for the response to a DELETE request. The command must exit
// without waiting and list the remaining objects.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	run := exec.CommandContext(t.Context(), terraformtest.Build(t), "probe", "-write", "-yes")
	run.Env = append(os.Environ(), e.Environment()...)
	var output strings.Builder
	run.Stdout, run.Stderr = &output, &output
	var creates, deletes atomic.Int32
	started := make(chan struct{})
	e.Before(func(r *http.Request) {
		if r.Method == http.MethodPost && creates.Add(1) == 5 || r.Method == http.MethodDelete && deletes.Add(1) == 1 {
			<-started
			_ = run.Process.Signal(syscall.SIGINT)
		}
		if r.Method == http.MethodDelete {
			<-r.Context().Done() // Only the second signal ends the request before its timeout.
		}
	})
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	close(started)
	var exit *exec.ExitError
	if err := run.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("%v\n%s", err, output.String())
	}
	if got := deletes.Load(); got > 10 || !strings.Contains(output.String(), "probe: these objects are left on the engine, or may be: ") {
		t.Errorf("%d deletes\n%s", got, output.String())
	}
}
