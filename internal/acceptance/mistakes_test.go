// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// mistakeMark is the comment before a mistake: the resource, and words of the message.
var mistakeMark = regexp.MustCompile(`# mistake: (\S+): (.+)`)

// TestMistakes plans a configuration with 25 mistakes and wants each of them reported, on its own, in one run.
func TestMistakes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/mistakes.tf")
	if err != nil {
		t.Fatal(err)
	}
	marks := mistakeMark.FindAllStringSubmatch(string(text), -1)
	e := startEngine(t, refserver.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps:                    []resource.TestStep{{Config: e.Config(string(text))}},
		ErrorCheck: func(err error) error {
			reports := strings.Split(err.Error(), "\nError: ")[1:]
			for _, mark := range marks {
				found := slices.IndexFunc(reports, func(report string) bool {
					return strings.Contains(report, "with "+mark[1]+",") && words(mark[2]).MatchString(report)
				})
				if found < 0 {
					t.Errorf("nothing about %s: %s", mark[1], mark[2])
					continue
				}
				reports = slices.Delete(reports, found, found+1)
			}
			for _, report := range reports {
				t.Errorf("reported without a mark: %s", report)
			}
			return nil
		},
	})
	if len(marks) != 25 {
		t.Errorf("%d mistakes, want 25", len(marks))
	}
	if requests := e.Requests(); len(requests) > 0 {
		t.Errorf("the engine was asked %d times", len(requests))
	}
}
