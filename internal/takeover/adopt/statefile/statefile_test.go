// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package statefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSensitive checks that Read finds the sensitive attributes in a state file and in the output of "terraform show -json".
func TestSensitive(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"state": `{"version": 4, "resources": [{"provider": "module.m.provider[\"example.com/a/b\"].south", "instances": [
			{"sensitive_attributes": [[{"type": "get_attr", "value": "token"}, {"type": "index", "value": {"value": 0, "type": "number"}}], []]}]}]}`,
		"show": `{"format_version": "1.0", "values": {"root_module": {"resources": [
			{"sensitive_values": {"token": [true, false], "tags": [{}], "name": false}}]}}}`,
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		instances, _, err := Read(t.Context(), "", file)
		want := []Instance{{Sensitive: []string{"token"}}}
		if name == "state" {
			want[0].Alias = "south"
		}
		if diff := cmp.Diff(want, instances); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}
