// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

type workflow struct {
	On          any
	Permissions map[string]string
	Concurrency map[string]any
	Jobs        map[string]struct {
		Timeout     int `yaml:"timeout-minutes"`
		Permissions map[string]string
		Steps       []map[string]any
	}
}

// pinned matches a GitHub action that is pinned to a commit, with the version in a comment.
var pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)

// TestWorkflows checks that workflows pin actions to commits, set a timeout for each job, and give jobs only read permissions. actionlint
// checks the rest.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, ".github/workflows/*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no workflows (%v)", err)
	}
	for _, file := range files {
		text := readFile(t, file)
		var of workflow
		if err := yaml.Unmarshal(text, &of); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if of.Permissions == nil || of.Concurrency == nil {
			t.Errorf("%s does not declare permissions and concurrency", file)
		}
		for permission, access := range of.Permissions {
			if access != "read" {
				t.Errorf("%s gives all jobs the permission %s: %s", file, permission, access)
			}
		}
		for job, its := range of.Jobs {
			if its.Timeout == 0 {
				t.Errorf("%s: the job %s has no timeout", file, job)
			}
		}
		for line := range bytes.Lines(text) {
			_, action, uses := strings.Cut(string(line), "uses: ")
			if uses && !pinned.MatchString(strings.TrimSpace(action)) {
				t.Errorf("%s: the action %s is not pinned by commit with its version in a comment", file, strings.TrimSpace(action))
			}
		}
	}
}
