// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestProbe runs the commands of the guide on an engine that hides secrets and has small pages. The last answer before the text block must
// have the lines of that block.
func TestProbe(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Habits: []string{"small-pages=3", "masked-secrets"}})
	folder := t.TempDir()
	terraformtest.Write(t, folder, "empty.tftest.hcl", "run \"nothing\" {}\n")
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t), e.Environment()...)
	answer, commands := "", 0
	for _, block := range terraformtest.Story(t, "probe") {
		switch block.Language {
		case "sh":
			for line := range strings.Lines(block.Text) {
				if strings.HasPrefix(line, "export ") { // The test sets these variables.
					continue
				}
				commands++
				output, err := shell.Run(t.Context(), "-c", line)
				if err != nil && !strings.Contains(err.Error(), "exit status 3") {
					t.Fatalf("%s: %v\n%s", line, err, output)
				}
				if strings.Contains(line, "-write") {
					answer = output
				}
			}
		case "text":
			for line := range strings.SplitSeq(strings.TrimSpace(block.Text), "\n") {
				at := strings.Index(answer, line)
				if at < 0 {
					t.Fatalf("%q does not follow in\n%s", line, answer)
				}
				answer = answer[at+len(line):]
			}
		}
	}
	if commands != 5 {
		t.Errorf("the guide has %d commands", commands)
	}
	for kind, objects := range e.Export() {
		if len(objects) > 0 {
			t.Errorf("the guide has left %d objects of the kind %s", len(objects), kind)
		}
	}
}
