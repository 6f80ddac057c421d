// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestNamesForgeNoLine checks that a file name or argument with a line break can't forge a line of output. The text after the line break
// must not begin a line.
func TestNamesForgeNoLine(t *testing.T) {
	t.Parallel()
	const forged = "reference-server: stopped"
	missing := filepath.Join(t.TempDir(), "a\n"+forged)
	for _, args := range [][]string{
		{"-data", filepath.Join(missing, "data")},
		{"-objects", missing},
		{"-series", missing},
		{"-metadata", missing},
		{"-like", missing},
		{"-habit", missing},
		{"-listen", missing},
		{"-control", missing},
		{"-collection", missing},
		{"-clock", missing},
		{"-smtp", missing},
		{missing},
		{"-listen", "127.0.0.1:0", "--", missing},
		{"-objects", write(t, "x.json", `{"a\n`+forged+`": [{"id": "1"}]}`)},
		{"-objects", write(t, "x.json", `{"a\n`+forged+`": 1}`)},
		{"-objects", write(t, "x.json", `{"a\n`+forged+`": [1]}`)},
		{"-series", write(t, "x.json", `{"a\n`+forged+`": {"b": 1}}`)},
		{"-like", write(t, "x.json", `{"a\n`+forged+`": 1}`)},
	} {
		output, err := subcommand(t, args...).CombinedOutput()
		if err == nil || strings.Contains(string(output), "\n"+forged) {
			t.Errorf("%q: %v\n%s", args, err, output)
		}
	}
}
