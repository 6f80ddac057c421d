// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestManaged follows the guide "managed". It applies each terraform block, which must send the writes in the next http block. It makes the
// changes in json blocks directly in the engine. The next plan must then show what the text block says.
func TestManaged(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	folder := t.TempDir()
	terraformtest.Write(t, folder, "versions.tf", terraformtest.Versions)
	run := terraformtest.NewServed(t, folder, e.Environment()...)
	applied := 0
	for i, block := range terraformtest.Story(t, "managed") {
		at := fmt.Sprintf("block %d:\n%s\n", i+1, block.Text)
		switch block.Language {
		case "terraform":
			terraformtest.Write(t, folder, "main.tf", block.Text)
			if applied++; applied == 1 {
				terraformtest.Do(t, run, []string{"init"})
			}
			e.ClearRequests()
			terraformtest.Do(t, run, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
		case "http":
			if diff := cmp.Diff(requests(t, block.Text), sent(t, e)); diff != "" {
				t.Errorf("%s-guide +sent:\n%s", at, diff)
			}
		case "json":
			change(t, e, block.Text)
		case "text":
			output := terraformtest.Do(t, run, []string{"plan", "-no-color"})
			for line := range strings.SplitSeq(strings.TrimSpace(block.Text), "\n") {
				if !strings.Contains(output, line) {
					t.Errorf("%sthe plan says\n%s", at, output)
				}
			}
		default:
			t.Errorf("%sthe test knows no %s", at, block.Language)
		}
	}
	label := func(doc map[string]any) string { return fmt.Sprint(doc["alert_items"]) }
	if alerts := e.Objects("alert"); len(alerts) != 1 || label(alerts[0]) != "[]" || alerts[0]["runbook"] != "flow.md" {
		t.Errorf("in the end the engine has %v", alerts)
	}
}

type request struct {
	Method, Path string
	Body         map[string]any
}

// requests parses an http block of the guide "managed": each request is a line such as "PATCH /path" with the body below it.
func requests(t *testing.T, block string) []request {
	t.Helper()
	var all []request
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	for i := 0; i+1 < len(lines); i += 2 {
		method, path, _ := strings.Cut(lines[i], " ")
		all = append(all, request{Method: method, Path: path, Body: object(t, []byte(lines[i+1]))})
	}
	return all
}

// sent returns the writes that the engine has received. As in the guide "managed", the text "ID" stands for every id.
func sent(t *testing.T, e *providertest.Engine) []request {
	t.Helper()
	var all []request
	for _, r := range e.Requests() {
		if r.Method == http.MethodGet {
			continue
		}
		path := r.Path
		for _, alert := range e.Objects("alert") {
			path = strings.Replace(path, fmt.Sprint(alert["id"]), "ID", 1)
		}
		all = append(all, request{Method: r.Method, Path: path, Body: object(t, r.Body)})
	}
	return all
}

func change(t *testing.T, e *providertest.Engine, text string) {
	t.Helper()
	for _, alert := range e.Objects("alert") {
		changed := object(t, []byte(text))
		if err := e.Edit("alert", fmt.Sprint(alert["id"]), func(doc map[string]any) { maps.Copy(doc, changed) }); err != nil {
			t.Fatal(err)
		}
	}
}

func object(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}
