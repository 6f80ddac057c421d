// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// TestPublishedAlerts checks every alert in the README, the guides and the examples. Each alert must declare all attributes that it needs
// to run. It must also fire for some constant input, such as 100. The test skips this second check for alerts that refer to other objects,
// because TestExamples checks that they fire.
func TestPublishedAlerts(t *testing.T) {
	t.Parallel()
	const root = "../.."
	found := 0
	check := func(file, content string) {
		if !strings.Contains(content, `resource "engine_alert"`) {
			return
		}
		parsed, problems := hclsyntax.ParseConfig([]byte(content), file, hcl.InitialPos)
		body, ok := parsed.Body.(*hclsyntax.Body)
		if problems.HasErrors() || !ok {
			t.Errorf("%s: %v", file, problems)
			return
		}
		for _, block := range body.Blocks {
			if block.Type == "resource" && block.Labels[0] == "engine_alert" && !strings.Contains(content, "# ...") {
				found++
				checkPublished(t, file+": "+block.Labels[1], block.Body.Attributes)
			}
		}
	}
	for _, dir := range []string{"README.md", "templates", "examples"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			switch filepath.Ext(path) {
			case ".tf":
				check(path, string(content))
			case ".md":
				for i, part := range strings.Split(string(content), "```") {
					if language, block, ok := strings.Cut(part, "\n"); ok && i%2 == 1 && language == "terraform" {
						check(path, block)
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 20 {
		t.Errorf("there are %d alerts only", found)
	}
}

// checkPublished checks that an alert from the documentation has a complete condition and can fire. In the "managed" guide, it skips alerts
// that have no condition, because users of that guide set the condition in the web application.
func checkPublished(t *testing.T, name string, attributes hclsyntax.Attributes) {
	t.Helper()
	missing := rehearsal.Missing(func(attribute string) bool { return attributes[attribute] == nil })
	if isWhole := len(missing) == 6; isWhole && strings.Contains(name, "managed.md") {
		return
	}
	if len(missing) > 0 {
		t.Errorf("%s: %s", name, strings.Join(missing, "; "))
		return
	}
	literals := map[string]cty.Value{}
	for name, attribute := range attributes {
		value, problems := attribute.Expr.Value(nil)
		if problems.HasErrors() {
			return
		}
		literals[name] = value
	}
	content, err := ctyjson.Marshal(cty.ObjectVal(literals), cty.DynamicPseudoType)
	var typed struct{ Value map[string]any }
	if err == nil {
		err = json.Unmarshal(content, &typed)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if problem := whyNeverFires(t, typed.Value); problem != "" {
		t.Errorf("%s: %s", name, problem)
	}
}

// constantRecording is a recording in which every attribute always has the same value.
type constantRecording float64

// Points returns a single point, whose time is the end of the requested period.
func (c constantRecording) Points(_, _ string, _, until time.Time) []rehearsal.Point {
	return []rehearsal.Point{{Time: until, Value: float64(c)}}
}

// whyNeverFires evaluates the alert on several constant values, such as 0 and 100. It returns the reason why none of these values makes the
// alert fire, or "" if at least one does.
func whyNeverFires(t *testing.T, alert map[string]any) string {
	t.Helper()
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for _, value := range []float64{0, 1, 100, 1e6, -1, -1e6} {
		metadata := map[rehearsal.Key]any{}
		items, _ := alert["alert_items"].([]any)
		for _, item := range items {
			members, _ := item.(map[string]any)
			ref, _ := members["ref_id"].(string)
			metadata[rehearsal.Key{Attribute: ref}] = value
		}
		compiled := rehearsal.Compile(alert, rehearsal.Recording{Start: start, Metadata: metadata})
		if problems := compiled.Problems(); len(problems) > 0 {
			return strings.Join(problems, "; ")
		}
		at, runs := compiled.Next(start)
		if !runs {
			return "it has no run"
		}
		if compiled.Run(t.Context(), constantRecording(value), at).Status == rehearsal.Alerting {
			return ""
		}
	}
	return "no data make it fire"
}
