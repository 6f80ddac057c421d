// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"strings"
	"testing"
)

const (
	passes = `{"Action":"run","Package":"PACKAGE","Test":"TestA"}
{"Action":"output","Package":"PACKAGE","Test":"TestA","Output":"noise\n"}
{"Action":"pass","Package":"PACKAGE","Test":"TestA"}
{"Action":"output","Package":"PACKAGE","Output":"PASS\n"}
{"Action":"output","Package":"PACKAGE","Output":"ok  \ta\t0.1s\n"}
{"Action":"pass","Package":"PACKAGE"}
`
	covered = `{"Action":"output","Package":"PACKAGE","Output":"coverage: 30.0% of statements in ./internal/...\n"}
{"Action":"output","Package":"PACKAGE","Output":"ok  \ta\t0.2s\tcoverage: 30.0% of statements in ./internal/...\n"}
`
	skipped = `{"Action":"output","Package":"PACKAGE","Test":"TestB","Output":"    b_test.go:1: too old\n"}
{"Action":"skip","Package":"PACKAGE","Test":"TestB"}
`
	fails = `{"Action":"output","Package":"PACKAGE","Test":"TestC","Output":"    c_test.go:1: wrong\n"}
{"Action":"fail","Package":"PACKAGE","Test":"TestC"}
{"Action":"output","Package":"PACKAGE","Output":"FAIL\ta\t0.1s\n"}
`
	buildFails = `{"ImportPath":"b","Action":"build-output","Output":"b.go:1: undefined: c\n"}
{"ImportPath":"b","Action":"build-fail"}
`
)

func TestReport(t *testing.T) {
	t.Parallel()
	const ok = "ok  \ta\t0.1s\n"
	for name, c := range map[string]struct {
		events, reasons string
		printed, wrong  string // part of the error; "" if there must be none
	}{
		"pass":                    {events: passes, printed: ok},
		"coverage of one package": {events: covered, printed: "ok  \ta\t0.2s\n"},
		"fail": {
			events: passes + fails, printed: ok + "    c_test.go:1: wrong\nFAIL\ta\t0.1s\n", wrong: "a test failed",
		},
		"does not build": {events: buildFails, printed: "b.go:1: undefined: c\n", wrong: "a test failed"},
		"skipped": {
			events: passes + skipped, printed: ok,
			wrong: "internal/a TestB was skipped, but internal/development/testrun/skips.txt gives no reason:\n    b_test.go:1: too old",
		},
		"skipped for a reason":   {events: passes + skipped, reasons: "# old ones\ninternal/a TestB it is too old\n", printed: ok},
		"not skipped, but there": {events: passes, reasons: "internal/a TestA it may be too old\n", printed: ok},
		"reason for what is no test": {
			events: passes, reasons: "internal/a TestD it is gone\n", printed: ok,
			wrong: "gives a reason for internal/a TestD, which is no test",
		},
		"nothing":                        {wrong: "nothing was tested"},
		"what is no event, and no event": {events: "go: no module", printed: "go: no module", wrong: "nothing was tested"},
	} {
		reasons, err := parseReasons(c.reasons)
		if err != nil {
			t.Fatal(err)
		}
		var printed strings.Builder
		err = newReport(&printed, reasons).read(strings.NewReader(
			strings.ReplaceAll(c.events, "PACKAGE", "github.com/engine-platform/terraform-provider-engine/internal/a")))
		if printed.String() != c.printed {
			t.Errorf("%s: printed %q, want %q", name, printed.String(), c.printed)
		}
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: the error is %v, want %q", name, err, c.wrong)
		}
	}
}

func TestReasonsNeedThreeWords(t *testing.T) {
	t.Parallel()
	if _, err := parseReasons("internal/a TestB\n"); err == nil {
		t.Error("a skip without a reason is listed")
	}
	if listed, err := parseReasons(skips); err != nil || len(listed) == 0 {
		t.Errorf("skips.txt: %v, %v", listed, err)
	}
}
