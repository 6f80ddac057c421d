// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package modules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestGuides follows each guide to modules, code block by code block. A block that begins with a file name becomes a file, and a block of
// commands runs. The output must contain the lines of the guide's next block, in the same order.
func TestGuides(t *testing.T) {
	t.Parallel()
	program := terraformtest.Build(t)
	for _, guide := range []string{"alert-sets", "testing-modules"} {
		t.Run(guide, func(t *testing.T) {
			t.Parallel()
			checkout, err := filepath.Abs(root)
			if err != nil {
				t.Fatal(err)
			}
			a := newAuthor(t, program)
			if err := os.Symlink(checkout, filepath.Join(a.folder, "terraform-provider-engine")); err != nil {
				t.Fatal(err)
			}
			a.follow(terraformtest.Story(t, guide))
		})
	}
}

// fileName matches the first line of a guide's code block if it names a file, such as "# main.tf".
var fileName = regexp.MustCompile(`(?m)^# (\S+\.(?:hcl|tf|yaml))$`)

func (a *author) follow(story []terraformtest.Block) {
	a.Helper()
	var output string
	for i, block := range story {
		switch block.Language {
		case "terraform", "yaml":
			name := fileName.FindStringSubmatch(block.Text)
			if name == nil {
				a.Fatalf("no comment names the file of\n%s", block.Text)
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(a.folder, name[1])), 0o755); err != nil {
				a.Fatal(err)
			}
			terraformtest.Write(a.T, a.folder, name[1], block.Text)
		case "sh":
			fails := i+1 < len(story) && strings.Contains(story[i+1].Text, "Failure!")
			output = a.run(block.Text, fails)
		case "text":
			rest := output
			for line := range strings.Lines(block.Text) {
				_, after, ok := strings.Cut(rest, strings.Join(strings.Fields(line), " "))
				if !ok {
					a.Fatalf("%q does not follow in\n%s", line, rest[max(0, len(rest)-3000):])
				}
				rest = after
			}
		default:
			a.Fatalf("the test knows no %s", block.Language)
		}
	}
}
