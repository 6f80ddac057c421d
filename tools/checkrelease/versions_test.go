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

// TestVersions checks that README.md and the guides promise to support the oldest versions that the workflows test.
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
	for _, page := range []string{
		"README.md", "templates/index.md.tmpl", "templates/guides/getting-started.md", "templates/guides/upgrading.md", "templates/guides/adopt.md",
	} {
		text := strings.Join(strings.Fields(string(readFile(t, filepath.Join(root, page)))), " ")
		for program, name := range map[string]string{"Terraform": "TERRAFORM_OLDEST", "OpenTofu": "OPENTOFU_OLDEST"} {
			if promise := program + " " + versions[name] + " or later"; !strings.Contains(text, promise) {
				t.Errorf("%s does not say %q", page, promise)
			}
		}
	}
	for _, name := range []string{"TERRAFORM_NEWEST", "OPENTOFU_NEWEST"} {
		if versions[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
}
