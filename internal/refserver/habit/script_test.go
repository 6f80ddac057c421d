// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// expectation matches a line such as "null-refused: 400", which describes the responses of a server with a habit (a deviation from
// INTERFACE.md). A line that starts with "without" describes the responses of a server without habits.
var expectation = regexp.MustCompile(`^([a-z0-9=-]+): (.*)$`)

func scriptDifferences(t *testing.T) map[string]difference {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/differences.txtar")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]difference{}
	for _, section := range archive.Files {
		var requests []string
		seen := map[string]string{}
		for line := range strings.Lines(string(section.Data)) {
			line = strings.TrimSuffix(line, "\n")
			if m := expectation.FindStringSubmatch(line); m != nil {
				seen[m[1]] = m[2]
			} else {
				requests = append(requests, line)
			}
		}
		for given, with := range seen {
			if given != "without" {
				found[given] = difference{see: func(c *servertest.Client) string { return c.RunLines(requests) }, with: with, without: seen["without"]}
			}
		}
	}
	return found
}
