// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

// start starts a test engine and sets the provider's environment variables to its address and credentials.
func start(t *testing.T, options refserver.Options) *providertest.Engine {
	t.Helper()
	e := providertest.StartEngine(t, options)
	for _, variable := range e.Environment() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	return e
}

// run executes the probe subcommand and returns its exit status and output.
func run(ctx context.Context, args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = commandline.Run(ctx, Command("test"), args, strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

// count returns the number of objects in the engine, excluding those that clients can't create.
func count(e *providertest.Engine) (sum int) {
	for _, objects := range e.Export() {
		sum += len(objects)
	}
	return sum
}

// TestDifferences checks that the report, the JSON and the profile list the engine's habits (deviations from INTERFACE.md). The exit status
// must be 3 if users would notice any of them.
func TestDifferences(t *testing.T) {
	announced := fmt.Sprintf("probe: about %d objects will be created and deleted again\n", probe.ObjectCount)
	for _, test := range []struct {
		name   string
		habits []string
		status int
		begin  string
	}{
		{"none", nil, 0, "The run found no difference from what the provider expects.\n"},
		{"unnoticed", []string{"small-pages=3", "bare-lists"}, 0, "The run found no difference from what the provider expects.\n"},
		{"noticed", []string{"masked-secrets=###"}, 3, "The engine differs in 1 point from what the provider expects.\n"},
		{
			"several",
			[]string{"null-ignored", "other-scheme=Token", "own-defaults", "rich-references", "small-bodies=2048"},
			3,
			"The engine differs in 4 points from what the provider expects.\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := start(t, refserver.Options{Habits: test.habits})
			file := filepath.Join(t.TempDir(), "engine.json")
			status, stdout, stderr := run(t.Context(), "-write", "-yes", "-out", file)
			if status != test.status || !strings.HasPrefix(stdout, test.begin) || stderr != announced {
				t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
			}
			opened, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = opened.Close() }()
			p, err := profile.Read(opened)
			if err != nil {
				t.Fatal(err)
			}
			status, stdout, _ = run(t.Context(), "-write", "-yes", "-json")
			var report probe.Report
			if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != test.status || report.Noticed != (status == 3) || !report.Written {
				t.Errorf("status %d, %v\n%s", status, err, stdout)
			}
			for _, b := range report.Findings {
				has := slices.ContainsFunc(p.Habits, func(name string) bool { return strings.HasPrefix(name+"=", b.Name+"=") })
				if has != (b.State == probe.Differs) || (p.Undetermined[b.Name] != "") != (b.State == probe.Unknown) {
					t.Errorf("%s is %s, and the profile has %v and %q", b.Name, b.State, p.Habits, p.Undetermined[b.Name])
				}
			}
			if n := count(e); n > 0 {
				t.Errorf("%d objects are left", n)
			}
			checkLike(t, p)
		})
	}
}

// checkLike probes a server that imitates the engine described by a profile. The run must find exactly the habits (deviations from
// INTERFACE.md) and the facts, such as defaults, that are in the profile.
func checkLike(t *testing.T, p *profile.Profile) {
	t.Helper()
	if ignored := refserver.Ignored(p); len(ignored) > 0 {
		t.Errorf("a server with the profile ignores %v", ignored)
	}
	start(t, refserver.Options{Like: p})
	_, stdout, stderr := run(t.Context(), "-write", "-yes", "-json")
	var report probe.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err, stderr)
	}
	second := newProfile(&report)
	if diff := cmp.Diff([]any{p.Habits, p.Facts}, []any{second.Habits, second.Facts}, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the profile of a server with the profile differs (-engine +server):\n%s", diff)
	}
}

// TestCommandLines checks that probe rejects invalid arguments and environment variables, and that it sends no requests if the arguments
// are invalid.
func TestCommandLines(t *testing.T) {
	e := start(t, refserver.Options{})
	there := filepath.Join(t.TempDir(), "there.json")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, words := range map[string]string{
		"more":                      `unexpected argument "more"`,
		"-only walls":               `there is no topic "walls"; `,
		"-yes":                      "-yes has no effect without -write",
		"-clean -write":             "-clean can't be combined",
		"-clean -out x":             "-clean can't be combined",
		"-write":                    "there is no terminal to ask for confirmation; add -yes",
		"-out " + there:             "there.json is there already",
		"-write -yes -out " + there: "there.json is there already",
		"-out no/where.json":        "-out no/where.json: there is no directory no",
	} {
		status, stdout, stderr := run(t.Context(), strings.Fields(line)...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, words) {
			t.Errorf("%s: status %d, %s%s", line, status, stdout, stderr)
		}
	}
	if n := len(e.Requests()); n > 0 {
		t.Errorf("%d requests", n)
	}
	t.Setenv("ENGINE_BASE_URL", "")
	if status, _, stderr := run(t.Context()); status != 1 || !strings.Contains(stderr, "ENGINE_BASE_URL") {
		t.Errorf("status %d: %s", status, stderr)
	}
	t.Setenv("ENGINE_BASE_URL", e.URL)
	t.Setenv("ENGINE_SECRET_KEY", "wrong-secret-key")
	if status, _, stderr := run(t.Context()); status != 1 || !strings.Contains(stderr, "401") || strings.Contains(stderr, "wrong-secret") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// TestNoEngine probes web servers that are not engines. The command must fail with a helpful message and must not write a profile.
func TestNoEngine(t *testing.T) {
	t.Setenv("ENGINE_ACCESS_ID", "me")
	t.Setenv("ENGINE_SECRET_KEY", "hidden")
	for _, server := range []struct {
		kind, body string
		status     int
		says       string
	}{
		{"text/html", "<!DOCTYPE html><title>Log in</title>", 200, "the response (text/html) is not the JSON of an engine; check ENGINE_BASE_URL"},
		{"", "", 204, "the response is not the JSON of an engine; check ENGINE_BASE_URL"},
		{"application/json", `{"login": "required"}`, 200, "the response (application/json) is not the JSON of an engine; check ENGINE_BASE_URL"},
		{"text/html", "<h1>Not found</h1>", 404, "no engine responds below this address: the paths of dashboards are not found there; check " +
			"ENGINE_BASE_URL"},
	} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if server.kind != "" {
				w.Header().Set("Content-Type", server.kind)
			}
			w.WriteHeader(server.status)
			_, _ = w.Write([]byte(server.body)) // The client may have closed the connection.
		}))
		t.Setenv("ENGINE_BASE_URL", web.URL)
		file := filepath.Join(t.TempDir(), "engine.json")
		for _, args := range [][]string{{}, {"-out", file}, {"-write", "-yes"}, {"-clean"}} {
			status, stdout, stderr := run(t.Context(), args...)
			if status != 1 || stdout != "" || !strings.Contains(stderr, server.says) {
				t.Errorf("%d %s, %v: status %d, %s%s", server.status, server.body, args, status, stdout, stderr)
			}
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%d %s: there is a profile", server.status, server.body)
		}
		web.Close()
	}
}

// TestAgreement checks that only a line with y or yes, ignoring case, allows the run to write.
func TestAgreement(t *testing.T) {
	for input, agrees := range map[string]bool{"y\n": true, "Yes\n": true, "\n": false, "": false, "y": false, "no\n": false, "yo\n": false} {
		var asked strings.Builder
		if err := confirmOn(strings.NewReader(input), &asked); (err == nil) != agrees || !strings.HasSuffix(asked.String(), "[y/N] ") {
			t.Errorf("%q: %v %s", input, err, asked.String())
		}
	}
}

// TestReadingSendsNoWrite checks that a run without -write sends only GET requests, and at most MaxReadRequests of them.
func TestReadingSendsNoWrite(t *testing.T) {
	e := start(t, refserver.Options{})
	if status, stdout, stderr := run(t.Context()); status != 0 || stderr != "" {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
	requests := e.Requests()
	for _, r := range requests {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s", r.Method, r.Path)
		}
	}
	if len(requests) == 0 || len(requests) > probe.MaxReadRequests {
		t.Errorf("%d requests", len(requests))
	}
}

// TestLeft checks that the command lists each object that it could not delete because the engine rejected the deletion. The list contains
// the reasons but no secrets. Once the engine allows deletions, -clean must delete exactly these objects.
func TestLeft(t *testing.T) {
	e := start(t, refserver.Options{})
	remove := e.Fail(refserver.Fault{
		Method: http.MethodDelete, PathPrefix: "/v3/engine/compute/", Status: http.StatusForbidden,
		Body: "{\"detail\": \"no \x1b[31m " + e.SecretKey() + "\"}",
	})
	status, _, stderr := run(t.Context(), "-write", "-yes", "-only", "clearing")
	for _, words := range []string{
		"probe: these objects are left on the engine, or may be: 403 ",
		"\nprobe:   node /v3/engine/compute/nodes/all/",
		"probe: To delete them, run: terraform-provider-engine probe -clean\n",
	} {
		if !strings.Contains(stderr, words) {
			t.Errorf("%q is not in\n%s", words, stderr)
		}
	}
	if status != 1 || strings.Contains(stderr, "\x1b") || strings.Contains(stderr, e.SecretKey()) {
		t.Errorf("status %d\n%q", status, stderr)
	}
	if status, _, stderr := run(t.Context(), "-clean"); status != 1 || !strings.Contains(stderr, "probe:   node ") {
		t.Errorf("status %d\n%s", status, stderr)
	}
	remove()
	before := count(e)
	if err := e.Seed(map[string][]map[string]any{"node": {{"id": "1", "name": "of somebody", "type": "x"}}}); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := run(t.Context(), "-clean")
	if status != 0 || strings.Count(stdout, "deleted: node ") != before || count(e) != 1 {
		t.Errorf("status %d: %d objects were left, and %d are\n%s\n%s", status, before, count(e), stdout, stderr)
	}
	if status, stdout, _ := run(t.Context(), "-clean"); status != 0 || stdout != "The engine has no object of an earlier run.\n" {
		t.Errorf("status %d\n%s", status, stdout)
	}
}

// TestRenamedIsKept renames one of the run's objects, as a user might. The command must list the object, but must neither delete it nor
// suggest deleting it.
func TestRenamedIsKept(t *testing.T) {
	e := start(t, refserver.Options{})
	isRenamed := false
	e.Before(func(r *http.Request) {
		at := slices.IndexFunc(e.Objects("node"), func(doc map[string]any) bool {
			return strings.Contains(r.URL.Path, fmt.Sprint(doc["id"]))
		})
		if at < 0 || isRenamed {
			return
		}
		isRenamed = true
		id, _ := e.Objects("node")[at]["id"].(string)
		if err := e.Edit("node", id, func(doc map[string]any) { doc["name"] = "kept" }); err != nil {
			t.Error(err)
		}
	})
	status, _, stderr := run(t.Context(), "-write", "-yes")
	if status != 1 || !strings.Contains(stderr, "may belong to somebody else, so look at each") || strings.Contains(stderr, "To delete") {
		t.Errorf("status %d\n%s", status, stderr)
	}
	if nodes := e.Objects("node"); len(nodes) != 1 || nodes[0]["name"] != "kept" {
		t.Errorf("the nodes are %v", nodes)
	}
}

// TestOnly checks that -only runs the given topic and the topics it depends on. The report must explain why everything else is
// undetermined.
func TestOnly(t *testing.T) {
	start(t, refserver.Options{})
	_, stdout, _ := run(t.Context(), "-write", "-yes", "-only", "limits", "-json")
	var report probe.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	for _, b := range report.Findings {
		state, why := probe.Unknown, "-only leaves out their topics"
		if slices.Contains([]string{"limits", "paths", "lists", "delays", "objects"}, b.Topic) {
			state, why = probe.Agrees, ""
		}
		if b.State != state || b.Why != why {
			t.Errorf("%s is %s: %s", b.Name, b.State, b.Why)
		}
	}
}

// TestForgedLines checks that control characters in names and ids can't forge lines in the output of -clean.
func TestForgedLines(t *testing.T) {
	e := start(t, refserver.Options{})
	name := probe.NamePrefix + "a\nprobe: forged\r\x1b[2J"
	if err := e.Seed(map[string][]map[string]any{
		"node": {{"id": "1", "name": name, "type": "x"}, {"id": "..\nprobe: forged", "name": name, "type": "x"}},
	}); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := run(t.Context(), "-clean")
	if status != 1 || !strings.Contains(stdout, "deleted: node 1 ") || !strings.Contains(stderr, "node /v3/engine/compute/nodes/all/..") {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
	for line := range strings.Lines(stdout + stderr) {
		if strings.HasPrefix(line, "probe: forged") || strings.ContainsAny(line, "\r\x1b") {
			t.Errorf("%q", line)
		}
	}
}

// TestDeadEngine probes an engine that stops responding. The command must print the reason once, followed by the objects that it couldn't
// delete.
func TestDeadEngine(t *testing.T) {
	e := start(t, refserver.Options{})
	requests := 0
	e.Fail(refserver.Fault{Drop: refserver.DropBefore, Match: func(*http.Request) bool {
		requests++
		return requests > 80
	}})
	status, stdout, stderr := run(t.Context(), "-write", "-yes")
	const cause = "the engine gave no usable response in 7 attempts: "
	lines := strings.Split(stderr, "\n")
	if status != 1 || stdout != "" || !strings.Contains(lines[1], cause) || strings.Count(stderr, cause) != 1 {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
	if !strings.Contains(stderr, "\nprobe:   dashboard ") {
		t.Errorf("the objects are not listed well:\n%s", stderr)
	}
}
