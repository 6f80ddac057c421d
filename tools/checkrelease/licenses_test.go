// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkrelease

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/licensecheck"
)

// allowed lists the licenses that libraries in an MPL-2.0 binary may have.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "Unicode-DFS-2016"}

var licenseFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying)([.-].*)?$`)

// TestLicenses checks the licenses of all libraries in the binary, for every operating system.
func TestLicenses(t *testing.T) {
	libraries := map[string]string{}
	for _, system := range []string{"darwin", "freebsd", "linux", "windows"} {
		list := exec.CommandContext(t.Context(), "go", "list", "-C", root, "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", ".")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		output, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(output)) {
			library, directory, _ := strings.Cut(strings.TrimSpace(line), " ")
			libraries[library] = directory
		}
	}
	if len(libraries) < 20 {
		t.Fatalf("only %d libraries were found", len(libraries))
	}
	for library, directory := range libraries {
		found := licensesOf(t, directory)
		if len(found) == 0 {
			t.Errorf("%s has no license that is known", library)
		}
		for _, license := range found {
			if !slices.Contains(allowed, license) {
				t.Errorf("%s has the license %s", library, license)
			}
		}
	}
}

// licensesOf returns the SPDX identifiers of the licenses in the top directory of a library.
func licensesOf(t *testing.T, directory string) []string {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		if entry.IsDir() || !licenseFile.MatchString(entry.Name()) {
			continue
		}
		for _, match := range licensecheck.Scan(readFile(t, filepath.Join(directory, entry.Name()))).Match {
			if !match.IsURL {
				found = append(found, match.ID)
			}
		}
	}
	return found
}
