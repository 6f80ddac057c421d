// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestMain serves the provider if Terraform started the test binary, because some tests need the provider as a separate process.
func TestMain(m *testing.M) { terraformtest.Main(m, server) }

func server() tfprotov6.ProviderServer {
	return provider.NewComparedServer("test", providertest.Difference)
}

type workplace struct {
	*testing.T
	*providertest.Engine
	run    *terraform.Terraform
	folder string
}

func newWorkplace(t *testing.T, options refserver.Options) *workplace {
	t.Helper()
	return newWorkplaceBehind(t, options, func(engine string) string { return engine })
}

// newWorkplaceBehind is like newWorkplace, but the provider talks to a server in front of the engine. The function front gets the engine's
// address, starts that server and returns its address.
func newWorkplaceBehind(t *testing.T, options refserver.Options, front func(engine string) string) *workplace {
	t.Helper()
	options.Collections = []string{"asset/assets", "tag/tags", "component/objects"}
	w := &workplace{T: t, Engine: providertest.StartEngine(t, options), folder: t.TempDir()}
	w.URL = front(w.URL)
	w.run = terraformtest.NewReattached(t, w.folder, server)
	terraformtest.Write(t, w.folder, "versions.tf", terraformtest.Versions)
	return w
}

func (w *workplace) write(config string) {
	w.Helper()
	const opening = "provider \"engine\" {\n"
	if !strings.Contains(config, opening) {
		config += opening + "}\n"
	}
	terraformtest.Write(w.T, w.folder, "main.tf", strings.ReplaceAll(config, opening, strings.TrimSuffix(w.Config(""), "}\n\n")))
}

type diagnostic struct{ Severity, Summary, Detail string }

// command runs a command with -json. It returns the errors and warnings, and the number of changes as a text: "+1 ~0 -0 <0" means one
// object added, none changed, none removed, none imported.
func (w *workplace) command(arguments ...string) (told []diagnostic, changes string, err error) {
	w.Helper()
	logged := filepath.Join(w.folder, "terraform.log")
	before, _ := os.ReadFile(logged)
	_, err = w.run.Run(w.Context(), slices.Insert(arguments, 1, "-json", "-input=false", "-no-color")...)
	after, readErr := os.ReadFile(logged)
	if readErr != nil {
		w.Fatal(readErr)
	}
	for line := range strings.SplitSeq(string(after[len(before):]), "\n") {
		var event struct {
			Diagnostic diagnostic
			Changes    *struct{ Add, Change, Import, Remove int }
		}
		if json.Unmarshal([]byte(line), &event) != nil {
			continue
		}
		if event.Diagnostic.Severity != "" {
			told = append(told, event.Diagnostic)
		}
		if c := event.Changes; c != nil {
			changes = fmt.Sprintf("+%d ~%d -%d <%d", c.Add, c.Change, c.Remove, c.Import)
		}
	}
	return told, changes, err
}

// apply applies a configuration and returns the warnings. want is the number of changes, such as "+1 ~0 -0 <0" for one added object. The
// next plan must be empty.
func (w *workplace) apply(config, want string) []string {
	w.Helper()
	w.write(config)
	w.ClearRequests()
	told, changes, err := w.command("apply", "-auto-approve")
	if err != nil || changes != want {
		w.Fatalf("applied %s, want %s: %+v (%v)", changes, want, told, err)
	}
	w.planEmpty()
	return summaries(told)
}

const nothing = "+0 ~0 -0 <0"

func (w *workplace) planEmpty() {
	w.Helper()
	w.plan(nothing)
}

// plan runs a plan. want is the number of changes, such as "+0 ~1 -0 <0" for one changed object.
func (w *workplace) plan(want string) {
	w.Helper()
	told, changes, err := w.command("plan")
	if err != nil || changes != want {
		w.Fatalf("planned %s, want %s: %+v (%v)\n%s", changes, want, told, err, w.shown())
	}
}

func (w *workplace) shown() string {
	text, err := w.run.Run(w.Context(), "plan", "-input=false", "-no-color")
	return fmt.Sprint(text, err)
}

func (w *workplace) refused(config, summary string) {
	w.Helper()
	w.write(config)
	told, changes, err := w.command("plan")
	for _, d := range told {
		if d.Severity == "error" && d.Summary == summary {
			return
		}
	}
	w.Errorf("%s: no error %q: %+v, changes %s (%v)", config, summary, told, changes, err)
}

func summaries(told []diagnostic) []string {
	var texts []string
	for _, d := range told {
		texts = append(texts, d.Summary)
	}
	return texts
}

func (w *workplace) only(kind string) map[string]any {
	w.Helper()
	objects := w.Objects(kind)
	if len(objects) != 1 {
		w.Fatalf("the engine has %d %s: %v", len(objects), kind, objects)
	}
	return objects[0]
}

func (w *workplace) edit(change func(doc map[string]any)) {
	w.Helper()
	if err := w.Edit(asset, fmt.Sprint(w.only(asset)["id"]), change); err != nil {
		w.Fatal(err)
	}
}

func (w *workplace) sent(method string) []string {
	var bodies []string
	for _, r := range w.Requests() {
		if r.Method == method {
			bodies = append(bodies, string(r.Body))
		}
	}
	return bodies
}

func (w *workplace) wantSent(method, body string) {
	w.Helper()
	want := []string{body}
	if body == "" {
		want = nil
	}
	if got := w.sent(method); !slices.Equal(got, want) {
		w.Errorf("%s sent %q, want %q", method, got, want)
	}
}

func (w *workplace) destroy(kinds ...string) {
	w.Helper()
	if told, _, err := w.command("destroy", "-auto-approve"); err != nil {
		w.Fatalf("%+v (%v)", told, err)
	}
	for _, kind := range kinds {
		if left := w.Objects(kind); len(left) > 0 {
			w.Errorf("%d %s are left", len(left), kind)
		}
	}
}

const (
	post  = http.MethodPost
	patch = http.MethodPatch
)
