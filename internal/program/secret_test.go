// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package program

import (
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/secrettest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// These are the secrets in the tests. No secret shares four consecutive characters with another secret or with a word in a log, so that a
// match is never a coincidence.
const (
	secretOfComponent = `Xq7&zw"J4'vK<9`
	secretOfRoutine   = "ßjYx0 üQz8+kW5/%25"
	secretOfEngine    = "mZv3pXj6yQh9"
	secretKey         = "B2wU7xN4tVc8L"
)

// secretsConfiguration is added to the configuration in examples/complete. It contains write-only values.
const secretsConfiguration = `
variable "component_secret" {
  type      = string
  ephemeral = true
}

variable "routine_secret" {
  type      = string
  sensitive = true
  ephemeral = true
}

variable "component_note" {
  type    = string
  default = "first"
}

variable "routine_note" {
  type    = string
  default = "first"
}

resource "engine_component" "secret" {
  type                = "connector"
  name                = "Secret"
  description         = var.component_note
  version             = "1"
  deployment_capacity = "small"
  output              = []
  input = [
    { name = "token", type = "str", sensitive = true, description = var.component_note,
    value_wo = JSONENCODE(var.component_secret), value_wo_version = 1 },
    { name = "other", type = "str", sensitive = true },
  ]
  custom_types = [{ name = "Login", fields = [
    { name = "token", type = "str", sensitive = true, value_wo = jsonencode(var.component_secret), value_wo_version = 1 },
  ] }]
  routines = [{ name = "pull", config = [
    { name = "token", type = "str", sensitive = true, value_wo = jsonencode(var.component_secret), value_wo_version = 1 },
  ] }]
}

resource "engine_routine" "secret" {
  name         = "Secret"
  description  = var.routine_note
  component_id = engine_component.secret.id
  type         = "pull"
  config = [
    { name = "token", type = "Login", sensitive = true, value_wo = jsonencode({ key = [var.routine_secret] }), value_wo_version = 1 },
  ]
  input        = []
  output       = []
}
`

// onlySecret limits a command to engine_routine.secret and its component. Without it, most of the trace would concern other objects.
const onlySecret = "-target=engine_routine.secret"

// echoing is a reference server that can reject requests. Its error messages repeat the secrets in the requests in many encodings.
type echoing struct {
	*refserver.Server
	form atomic.Int32 // kind of error message, or 0 to accept all requests
}

func (e *echoing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	form := e.form.Load()
	if form == 0 || r.Method == http.MethodGet {
		e.Server.ServeHTTP(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	var said []string
	own := secretOfComponent
	if strings.Contains(r.URL.Path, "routine") {
		own = secretOfRoutine
	}
	for _, secret := range []string{own, secretKey} {
		spellings := secrettest.Encodings(secret)
		for _, name := range slices.Sorted(maps.Keys(spellings)) {
			said = append(said, "No "+spellings[name]+".")
		}
	}
	w.Header().Set("X-Request-Id", "for-"+url.PathEscape(own))
	status, answer := http.StatusBadRequest, any(nil)
	switch form {
	case 1:
		answer = map[string]any{"input": []any{map[string]any{"value": said}}, "config": said, "non_field_errors": said, own: said}
	case 2:
		status, answer = http.StatusConflict, map[string]any{"detail": strings.Join(said, " ")}
	case 3:
		answer = map[string]any{"detail": string(body) + strings.Repeat("x", 960) + own}
	}
	text, _ := json.Marshal(answer)
	if form == 4 {
		status, text = http.StatusInternalServerError, []byte("<html><body>"+string(body)+strings.Join(said, "<br>"))
	}
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// TestSecretsStaySecret runs Terraform with TF_LOG=trace and searches all output and files for secrets. It applies examples/complete with
// secrets, makes the engine reject requests with errors that contain the secrets, plans invalid configurations, and makes the provider
// panic.
func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	server, err := refserver.New(refserver.Options{SecretKey: secretKey})
	if err != nil {
		t.Fatal(err)
	}
	engine := &echoing{Server: server}
	listener := httptest.NewServer(engine)
	t.Cleanup(func() {
		listener.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	directory, logs := t.TempDir(), t.TempDir()
	if err := os.CopyFS(directory, os.DirFS("../../examples/complete")); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := terraformtest.New(t, directory, self, "TF_LOG=trace", "TF_LOG_PATH="+filepath.Join(logs, "trace.log"),
		"ENGINE_BASE_URL="+listener.URL, "ENGINE_ACCESS_ID="+server.AccessID(), "ENGINE_SECRET_KEY="+secretKey, "ENGINE_MAX_RETRIES=0",
		panicVariable+"="+filepath.Join(directory, panicFile),
		"TF_VAR_component_secret="+secretOfComponent, "TF_VAR_routine_secret="+secretOfRoutine)
	terraformtest.Since(t, run, 11, 11)
	configure := func(encode string) {
		text := strings.ReplaceAll(secretsConfiguration, "JSONENCODE", encode)
		if err := os.WriteFile(filepath.Join(directory, "secrets.tf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configure("jsonencode")
	if err := run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	outputs := runWithSecrets(t, run, directory, engine, configure)
	if len(server.Objects("alert")) > 0 || len(server.Objects("component")) > 0 {
		t.Error("the objects were not destroyed")
	}
	files := map[string]string{"the output": strings.Join(outputs, "\n")}
	for _, dir := range []string{directory, logs} {
		readFiles(t, dir, files)
	}
	log := files["terraform.log"]
	crashed := strings.Contains(log, "panic: the valve is stuck") || strings.Contains(log, "Plugin did not respond") // from OpenTofu
	if !crashed ||
		!strings.Contains(files["trace.log"], "the engine responded") || !strings.Contains(files["the output"], "(sensitive value)") {
		t.Fatal("the log has no line of the client, nothing was repeated, or nothing crashed")
	}
	for name, text := range files {
		for _, secret := range []string{secretOfComponent, secretOfRoutine, secretOfEngine, secretKey} {
			for spelling, spelled := range secrettest.Encodings(secret) {
				if i := strings.Index(text, spelled); i >= 0 {
					t.Errorf("%s has %q, %s: %q", name, secret, spelling, text[max(0, i-100):min(len(text), i+50)])
				}
			}
		}
	}
}

// runWithSecrets returns the output of many Terraform commands that handle secrets, including applies that the engine rejects, invalid
// plans and a destroy.
func runWithSecrets(
	t *testing.T, run *terraform.Terraform, directory string, engine *echoing, configure func(encode string),
) (outputs []string) {
	t.Helper()
	do := func(fails bool, arguments ...string) {
		t.Helper()
		output, err := run.Run(t.Context(), append(arguments, "-no-color")...)
		if (err != nil) != fails {
			t.Fatalf("%v: %v", arguments, err)
		}
		outputs = append(outputs, output)
		if err != nil {
			outputs = append(outputs, err.Error())
		}
	}
	engine.form.Store(1)
	do(true, "apply", "-auto-approve", "-input=false", "-target=engine_component.secret")
	engine.form.Store(0)
	do(false, "apply", "-auto-approve", "-input=false")
	component := engine.Objects("component")
	for _, doc := range component {
		if doc["name"] != "Secret" {
			continue
		}
		id, _ := doc["id"].(string)
		err := engine.Edit("component", id, func(doc map[string]any) {
			inputs, _ := doc["input"].([]any)
			for _, input := range inputs {
				if parameter, _ := input.(map[string]any); parameter["name"] == "other" {
					parameter["value"] = secretOfEngine
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	do(false, "plan", "-input=false", "-detailed-exitcode")
	for form := range int32(4) {
		engine.form.Store(form + 1)
		// Target the component itself. With onlySecret, which targets its routine, OpenTofu 1.12 would plan the change of the component but
		// not apply it.
		do(true, "apply", "-auto-approve", "-input=false", "-var=component_note=second", "-target=engine_component.secret")
		do(true, "apply", "-auto-approve", "-input=false", "-var=routine_note=second", onlySecret)
	}
	engine.form.Store(0)
	do(false, "plan", "-input=false", "-out=plan.bin", "-var=component_note=second", "-var=routine_note=second", onlySecret)
	do(false, "show", "-json", "plan.bin")
	do(false, "apply", "-auto-approve", "-input=false", "plan.bin")
	do(false, "show", "-json")
	configure("")
	do(true, "plan", "-input=false", onlySecret)
	planMistakes(t, directory, do)
	configure("jsonencode")
	crash(t, directory, do)
	do(false, "apply", "-destroy", "-auto-approve", "-input=false")
	return outputs
}

// mistakes contains changes that put mistakes into secretsConfiguration. Each change replaces one string (place) with another (mistake).
var mistakes = map[string]struct {
	place, mistake string
	planned        bool // the plan succeeds despite the mistake, possibly with a warning
}{
	"a value without its version": {
		place: ", value_wo_version = 1 },\n    { name = \"other\"", mistake: " },\n    { name = \"other\"",
	},
	"a value of a different type": {
		place: `{ name = "token", type = "str",`, mistake: `{ name = "token", type = "int", choices = jsonencode(["a", "b"]),`,
		planned: true,
	},
	"a name that comes twice": {place: `{ name = "other",`, mistake: `{ name = "token",`},
	"a value that is kept too": {
		place: `sensitive = true, description`, mistake: `sensitive = true, value = jsonencode("x"), description`,
	},
	"an attribute that does not exist": {
		place: `sensitive = true, description`, mistake: `sensitive = true, secret = var.component_secret, description`,
		planned: true,
	},
	"a string that is a secret": {place: `version             = "1"`, mistake: `version             = var.component_secret`},
	"a whole list":              {place: `input        = []`, mistake: `input        = var.routine_secret`},
}

// planMistakes plans versions of secretsConfiguration that each contain one of the mistakes in the map with this name. It also plans the
// acceptance tests' invalid configuration, which must fail.
func planMistakes(t *testing.T, directory string, do func(fails bool, arguments ...string)) {
	t.Helper()
	file := filepath.Join(directory, "secrets.tf")
	for name, mistake := range mistakes {
		if !strings.Contains(secretsConfiguration, mistake.place) {
			t.Fatalf("%s: there is no %q", name, mistake.place)
		}
		text := strings.ReplaceAll(strings.Replace(secretsConfiguration, mistake.place, mistake.mistake, 1), "JSONENCODE", "jsonencode")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		do(!mistake.planned, "plan", "-input=false", onlySecret)
	}
	planted, err := os.ReadFile("../acceptance/testdata/mistakes.tf")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(directory, "mistakes.tf"), planted, 0o600); err != nil {
		t.Fatal(err)
	}
	do(true, "plan", "-input=false")
	if err := os.Remove(filepath.Join(directory, "mistakes.tf")); err != nil {
		t.Fatal(err)
	}
}

// panicFile is the name of a file whose existence makes the provider panic during apply.
const panicFile = "panic"

func crash(t *testing.T, directory string, do func(fails bool, arguments ...string)) {
	t.Helper()
	file := filepath.Join(directory, panicFile)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	do(true, "apply", "-auto-approve", "-input=false", "-var=component_note=third", onlySecret)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

// readFiles reads all files in a directory and its subdirectories into the contents map. The map's keys are file names without directories.
func readFiles(t *testing.T, directory string, contents map[string]string) {
	t.Helper()
	err := filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		contents[entry.Name()] += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
