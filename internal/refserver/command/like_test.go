// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLike checks that the server has the habits of a profile and reports the parts that it does not know. An invalid profile is an error.
func TestLike(t *testing.T) {
	t.Parallel()
	valid := write(t, "engine.json", `{"format": 1, "habits": ["no-lists", "later\u001b[31m"]}`)
	output, err := subcommand(t, "-quiet", "-like", valid, "-habit", "bare", "-control", "127.0.0.1:0", "--", "sh", "-c",
		`command -v curl > /dev/null && curl -s -H "authorization: Bearer $ENGINE_CONTROL_TOKEN" $ENGINE_CONTROL_URL/habits`).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	want := []string{
		`reference-server: the profile is used without a part: habits: there is no habit "later\x1b[31m"`,
		`{"habits":["no-lists","bare"]}`,
	}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%v: %q, want %q", err, lines, want)
	}
	for _, name := range []string{write(t, "invalid.json", `{"format": 1, "habits": [1]}`), filepath.Join(t.TempDir(), "missing.json")} {
		output, err := subcommand(t, "-like", name).CombinedOutput()
		if status := exitStatus(t, err); status != 1 || !strings.Contains(string(output), name) {
			t.Errorf("status %d, %s", status, output)
		}
	}
}

// TestFilesThatAreNotJSON checks that an error about a file contains the position of the problem, without terms of Go.
func TestFilesThatAreNotJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flag, text, want string }{
		{"-like", "{\"format\": 1,\n \"habits\": oops}", "this is not the profile of an engine: line 2, column 12 is not JSON: invalid character 'o'"},
		{"-like", "", "this is not the profile of an engine: there is nothing in it"},
		{"-objects", "{\"node\":\n  [tue]}", "line 2, column 5 is not JSON: invalid character 'u'"},
		{"-objects", "{\"node\": []}\n{\"tab\": oops}", "line 2, column 9 is not JSON: invalid character 'o'"},
		{"-objects", `{"node": [`, "the JSON text ends in the middle"},
		{"-objects", "", "there is nothing in it"},
		{"-objects", `[1]`, `it has to be an object such as {"node": [{"id": "1"}]}`},
		{"-objects", `null`, `it has to be an object such as {"node": [{"id": "1"}]}`},
		{"-objects", `{"node": 5}`, "node has to be a list of objects"},
		{"-objects", `{"node": [{"id": "1"}, 5]}`, "node[1] has to be an object"},
		{"-objects", `{"removed": 5}`, "removed has to be lists of ids by kind"},
	} {
		file := write(t, "file.json", c.text)
		output, err := subcommand(t, c.flag, file, "--", "true").CombinedOutput()
		if exitStatus(t, err) != 1 || !strings.Contains(string(output), file+": "+c.want) {
			t.Errorf("%s %s: %s, want %s", c.flag, c.text, output, c.want)
		}
	}
}
