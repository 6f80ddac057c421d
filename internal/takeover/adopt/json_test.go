// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// printed runs adopt -json and returns the report. The test's directory is called FOLDER in it.
func (p *plant) printed(status int, args ...string) object {
	p.Helper()
	got, stdout, stderr := p.run(p.Context(), append(args, "-json")...)
	var report object
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || got != status || report["folder"] != p.dir {
		p.Fatalf("status %d, want %d (%v):\n%s\n%s", got, status, err, stdout, stderr)
	}
	delete(report, "folder")
	return report
}

// closedOutput returns an output that takes nothing, as on a full disk.
func closedOutput(t *testing.T) io.Writer {
	t.Helper()
	_, out := io.Pipe()
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

// The report as JSON has the same facts as the text, in lists that are never null.
func TestJSON(t *testing.T) {
	p := newPlant(t, map[string][]object{"node": {{"id": id(1), "name": "Pump", "type": "a"}, {"id": id(2), "name": "Valve", "type": "a"}}})
	none := []any{}
	want := object{
		"written": false, "read": object{"node": 2.0}, "skipped": none, "left_out": none, "gone": none, "secrets": none, "warnings": none,
		"unknown_keys": 0.0,
		"imported":     []any{object{"address": "engine_node.pump", "kind": "node", "id": id(1), "name": "Pump", "changes": false}},
	}
	compare := func(got object) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	dry := p.printed(0, "-dry-run", "-only", "node=Pump")
	texts := map[string]string{}
	files, _ := dry["files"].([]any)
	for _, f := range files {
		path, _ := f.(object)["path"].(string)
		texts[path], _ = f.(object)["text"].(string)
	}
	delete(dry, "files")
	compare(dry)
	if len(p.files()) > 0 {
		t.Error("a dry run wrote files")
	}

	for _, flag := range []string{"-json", "-dry-run", "-only=node=X"} { // A report that cannot be written is an error.
		var stderr bytes.Buffer
		args := []string{"-dry-run", "-dir", p.dir, flag}
		if status := commandline.Run(p.Context(), adopt.Command("test"), args, nil, closedOutput(t), &stderr); status != 1 {
			t.Errorf("%s: status %d: %s", flag, status, stderr.String())
		}
	}

	written := p.printed(0, "-only", "node=Pump")
	want["written"] = true
	want["files"] = []any{object{"path": "adopt.map.json"}, object{"path": "nodes.tf"}, object{"path": "import.tf"}, object{"path": "versions.tf"}}
	compare(written)
	for path, text := range texts {
		if text == "" || p.file(path) != text {
			t.Errorf("%s was shown as %q", path, text)
		}
	}

	if err := p.Remove("node", id(1)); err != nil {
		t.Fatal(err)
	}
	p.seed(map[string][]object{"node": {{"id": "m\x1b", "name": "Odd", "type": "a"}}})
	left, _ := p.printed(1)["left_out"].([]any)
	if len(left) != 1 || !strings.Contains(fmt.Sprint(left[0]), "name:Odd reason:") {
		t.Errorf("left out is %v", left)
	}
	if err := p.Remove("node", "m\x1b"); err != nil {
		t.Fatal(err)
	}
	last := p.printed(0)
	want["imported"], want["files"] = none, none
	read := object{"node": 1.0}
	want["read"] = read
	want["skipped"] = []any{object{"kind": "node", "id": id(2), "name": "Valve", "reason": "in the directory"}}
	want["gone"] = []any{object{"address": "engine_node.pump", "id": id(1)}}
	for _, kind := range []string{"dashboard", "tab", "widget", "component", "routine", "alert", "function"} {
		read[kind] = 0.0
	}
	compare(last)
}
