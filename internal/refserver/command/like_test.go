// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestLike checks that with -like, the server adopts the habits (deviations from INTERFACE.md) in a profile, and prints a message about
// each habit that it doesn't recognize. The command after "--" sends requests to the server and to the control API.
func TestLike(t *testing.T) {
	t.Parallel()
	valid := write(t, "engine.json", `{"format": 1, "habits": ["no-lists", "later\u001b[31m"]}`)
	output, err := subcommand(t, "-quiet", "-like", valid, "-habit", "bare", "-control", "127.0.0.1:0", "--", "sh", "-c",
		`curl -sS -H "authorization: Bearer $ENGINE_CONTROL_TOKEN" $ENGINE_CONTROL_URL/habits
		curl -sS -H "authorization: Service $ENGINE_ACCESS_ID $ENGINE_SECRET_KEY" $ENGINE_BASE_URL`+servertest.Paths["node"]).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	want := []string{
		`reference-server: the profile is used without a part: habits: there is no habit "later\x1b[31m"`,
		`{"habits":["no-lists","bare"]}`,
		`{"detail":"There is no list."}`,
	}
	if err != nil || !slices.Equal(lines, want) {
		t.Errorf("%v: %q, want %q", err, lines, want)
	}
}
