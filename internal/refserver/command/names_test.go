// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNamesForgeNoLine gives the server names with a line break. No line of its output may begin with what follows the break.
func TestNamesForgeNoLine(t *testing.T) {
	t.Parallel()
	const forged = "reference-server: stopped"
	folder := t.TempDir()
	missing := filepath.Join(folder, "a\n"+forged)
	write := func(text string) string {
		t.Helper()
		file, err := os.CreateTemp(folder, "*.json")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		return file.Name()
	}
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
		{"-objects", write(`{"a\n` + forged + `": [{"id": "1"}]}`)},
		{"-objects", write(`{"a\n` + forged + `": 1}`)},
		{"-objects", write(`{"a\n` + forged + `": [1]}`)},
		{"-series", write(`{"a\n` + forged + `": {"b": 1}}`)},
		{"-like", write(`{"a\n` + forged + `": 1}`)},
	} {
		output, err := subcommand(t, args...).CombinedOutput()
		if err == nil || strings.Contains(string(output), "\n"+forged) {
			t.Errorf("%q: %v\n%s", args, err, output)
		}
	}
}
