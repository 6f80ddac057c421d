// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var version = regexp.MustCompile(`^([A-Z_]+)=(\d+\.\d+)\.\d+$`)

// TestVersions checks that the oldest versions that the workflows test are those that README.md promises.
func TestVersions(t *testing.T) {
	versions := map[string]string{}
	for line := range bytes.Lines(readFile(t, filepath.Join(root, ".ci/versions"))) {
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		found := version.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("the line %q is not NAME=1.2.3", text)
		}
		versions[found[1]] = found[2]
	}
	promise := "Terraform " + versions["TERRAFORM_OLDEST"] + " or later, or OpenTofu " + versions["OPENTOFU_OLDEST"] + " or later"
	if readme := strings.Join(strings.Fields(string(readFile(t, filepath.Join(root, "README.md")))), " "); !strings.Contains(readme, promise) {
		t.Errorf("README.md does not say %q", promise)
	}
	for _, name := range []string{"TERRAFORM_NEWEST", "OPENTOFU_NEWEST"} {
		if versions[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
}
