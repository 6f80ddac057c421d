// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// mistakeMark is the comment before a mistake: whether it is refused, the resource, and words of the message.
var mistakeMark = regexp.MustCompile(`# (mistake|doubt): (\S+): (.+)`)

// TestMistakes validates a configuration with 25 mistakes and wants each of them reported, on its own, in one run.
func TestMistakes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/mistakes.tf")
	if err != nil {
		t.Fatal(err)
	}
	marks := mistakeMark.FindAllStringSubmatch(string(text), -1)
	e := startEngine(t, refserver.Options{})
	reports := validateAlone(t, e, string(text))
	severities := map[string]tfjson.DiagnosticSeverity{"mistake": tfjson.DiagnosticSeverityError, "doubt": tfjson.DiagnosticSeverityWarning}
	for _, mark := range marks {
		kind, name, _ := strings.Cut(mark[2], ".")
		found := slices.IndexFunc(reports, func(report tfjson.Diagnostic) bool {
			return report.Severity == severities[mark[1]] && report.Snippet != nil && report.Snippet.Context != nil &&
				strings.Contains(*report.Snippet.Context, `"`+kind+`" "`+name+`"`) && strings.Contains(report.Detail, mark[3])
		})
		if found < 0 {
			t.Errorf("no %s about %s: %s", mark[1], mark[2], mark[3])
			continue
		}
		reports = slices.Delete(reports, found, found+1)
	}
	for _, report := range reports {
		t.Errorf("reported without a mark: %s: %s", report.Severity, report.Detail)
	}
	if len(marks) != 25 {
		t.Errorf("%d mistakes, want 25", len(marks))
	}
	if requests := e.Requests(); len(requests) > 0 {
		t.Errorf("the engine was asked %d times", len(requests))
	}
}
