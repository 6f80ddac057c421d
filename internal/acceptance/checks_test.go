// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// mistakeMark matches a comment such as "# mistake: engine_alert.a: some words", which announces that the next line of the configuration
// causes an error that contains these words. It also matches a comment that begins with "doubt", which announces a warning.
var mistakeMark = regexp.MustCompile(`# (mistake|doubt): (\S+): (.+)`)

// TestValidateReportsEveryMistake checks that a single terraform validate reports all 39 mistakes in a configuration, each with the correct
// line number, and sends no requests.
func TestValidateReportsEveryMistake(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/mistakes.tf")
	if err != nil {
		t.Fatal(err)
	}
	e, dir := startEngine(t, refserver.Options{}), t.TempDir()
	terraformtest.Write(t, dir, "main.tf", string(content))
	terraformtest.Write(t, dir, "provider.tf", e.Config(""))
	// An error is expected, because the configuration contains mistakes.
	printed, err := terraformtest.NewReattached(t, dir, comparedServer).Run(t.Context(), "validate", "-json")
	var output tfjson.ValidateOutput
	if decoded := output.UnmarshalJSON([]byte(printed)); decoded != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	reports, marks := output.Diagnostics, 0
	severities := map[string]tfjson.DiagnosticSeverity{"mistake": tfjson.DiagnosticSeverityError, "doubt": tfjson.DiagnosticSeverityWarning}
	for i, line := range strings.Split(string(content), "\n") {
		mark := mistakeMark.FindStringSubmatch(line)
		if mark == nil {
			continue
		}
		marks++
		next := i + 2 // line numbers start at 1
		found := slices.IndexFunc(reports, func(r tfjson.Diagnostic) bool {
			return r.Severity == severities[mark[1]] && strings.Contains(r.Detail, mark[3]) &&
				r.Range != nil && r.Range.Start.Line <= next && r.Range.End.Line >= next
		})
		if found < 0 {
			t.Errorf("no %s about %s: %s", mark[1], mark[2], mark[3])
			continue
		}
		reports = slices.Delete(reports, found, found+1)
	}
	for _, report := range reports {
		t.Errorf("reported without a mark: %s: %s (%v)", report.Severity, report.Detail, report.Range)
	}
	if marks != 39 {
		t.Errorf("%d mistakes, want 39", marks)
	}
	if requests := e.Requests(); len(requests) > 0 {
		t.Errorf("the engine received %d requests", len(requests))
	}
}
