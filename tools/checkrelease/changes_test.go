// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// fragment is a changelog fragment in .changes/unreleased.
type fragment struct {
	Kind, Body string
	Time       time.Time
}

// TestChanges checks the changelog fragments. changie, the tool that merges them, would accept fragments without a body or with unknown
// keys.
func TestChanges(t *testing.T) {
	var configuration struct{ Kinds []struct{ Label string } }
	if err := yaml.Unmarshal(readFile(t, filepath.Join(root, ".changie.yaml")), &configuration); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, kind := range configuration.Kinds {
		kinds = append(kinds, kind.Label)
	}
	if len(kinds) == 0 {
		t.Fatal(".changie.yaml has no kinds")
	}
	files, err := filepath.Glob(filepath.Join(root, ".changes/unreleased/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if filepath.Base(file) == ".gitkeep" {
			continue
		}
		if filepath.Ext(file) != ".yaml" {
			t.Errorf("%s does not end in .yaml, so changie does not read it", file)
		}
		if problem := checkFragment(readFile(t, file), kinds); problem != "" {
			t.Errorf("%s: %s", file, problem)
		}
	}
}

// checkFragment returns a message that explains what is invalid in a changelog fragment, or "" if the fragment is valid.
func checkFragment(text []byte, kinds []string) string {
	var of fragment
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	err := decoder.Decode(&of)
	switch {
	case err != nil:
		return err.Error()
	case !slices.Contains(kinds, of.Kind):
		return "the kind is " + of.Kind + ", want one of " + strings.Join(kinds, ", ")
	case !strings.HasSuffix(strings.TrimSpace(of.Body), "."):
		return "the body is not a sentence: it does not end with a full stop"
	case of.Time.IsZero():
		return "the time is missing; fragments of a kind are sorted by it"
	}
	return ""
}
