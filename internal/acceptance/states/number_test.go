// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package states

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestStateOfANumberThatIsATextNow uses an old state in which relative_window_time is a number. Now the attribute is a text. The plan must
// be empty. An update must send "7200" as a number and "1d" as a text.
func TestStateOfANumberThatIsATextNow(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	folder := t.TempDir()
	run := terraformtest.NewServed(t, folder, e.Environment()...)
	configure := func(window string) {
		t.Helper()
		config := terraformtest.Requirement + `
resource "engine_dashboard" "it" { name = "d" }
resource "engine_tab" "it" {
  name      = "t"
  dashboard = engine_dashboard.it.id
}
resource "engine_widget" "it" {
  name                 = "w"
  type                 = "bar"
  tab                  = engine_tab.it.id
  relative_window_time = ` + window + `
}
`
		if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configure("3600")
	terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"})

	name := filepath.Join(folder, "terraform.tfstate")
	state, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`"relative_window_time": ?"3600"`).ReplaceAll(state, []byte(`"relative_window_time": 3600`))
	if bytes.Equal(number, state) {
		t.Fatalf("the state has no text 3600:\n%s", state)
	}
	if err := os.WriteFile(name, number, 0o600); err != nil {
		t.Fatal(err)
	}
	terraformtest.Do(t, run, []string{"plan", "-detailed-exitcode"}, []string{"apply", "-auto-approve"})

	for _, c := range []struct{ declared, sent string }{{"7200", "7200"}, {`"0.5"`, "0.5"}, {`"1d"`, `"1d"`}, {"null", "null"}} {
		configure(c.declared)
		terraformtest.Do(t, run, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
		var bodies []string
		for _, r := range e.Requests() {
			if r.Method == "PATCH" {
				bodies = append(bodies, string(r.Body))
			}
		}
		if want := `{"relative_window_time":` + c.sent + `}`; len(bodies) == 0 || bodies[len(bodies)-1] != want {
			t.Errorf("the updates are %q, want %s", bodies, want)
		}
	}
}
