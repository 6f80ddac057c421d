// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

var update = flag.Bool("update", false, "write the panels in testdata again")

// golden is the input of one test in testdata: a widget or an alert. The expected panel comes after "=>", in the format of panel.tmpl. The
// panel's times are in minutes, relative to drawingtest.Now.
type golden struct {
	Widget, Alert map[string]any
	Points        map[string][]any // the values until drawingtest.Now, by ref_id; null is a missing value
	Every         float64          // minutes between two values
	Size          panel.Size
}

// TestPanels checks what panels show. After an intended change, run the test with -update and check the changed lines.
func TestPanels(t *testing.T) {
	t.Parallel()
	minutes := func(at float64) float64 { return (at - float64(drawingtest.Now().UnixMilli())) / 60_000 }
	form := template.Must(template.New("panel.tmpl").Funcs(template.FuncMap{"minutes": minutes}).ParseFiles("testdata/panel.tmpl"))
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			input, _, _ := strings.Cut(block, "\n=> ")
			g := golden{Every: 10, Size: panel.Size{Width: 600, Height: 240}}
			if err := json.Unmarshal([]byte(input), &g); err != nil {
				t.Fatal(input, err)
			}
			got.WriteString(input + "\n=> ")
			if err := form.Execute(&got, g.panel(t)); err != nil {
				t.Fatal(err)
			}
			got.WriteString("\n")
		}
		if all := strings.TrimSpace(got.String()) + "\n"; *update {
			if err := os.WriteFile(file, []byte(all), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(string(text), all); diff != "" {
			t.Errorf("%s: -want +got:\n%s", file, diff)
		}
	}
}

func (g golden) panel(t *testing.T) panel.Panel {
	t.Helper()
	world, data, items := drawingtest.World(), rehearsal.Series{}, []any{}
	for _, ref := range slices.Sorted(maps.Keys(g.Points)) {
		for i, value := range g.Points[ref] {
			if at := time.Duration(float64(i+1-len(g.Points[ref]))*g.Every*60) * time.Second; value != nil {
				key := rehearsal.Key{Asset: "p", Attribute: ref}
				data[key] = append(data[key], rehearsal.Point{Time: world.Now.Add(at), Value: value})
			}
		}
		items = append(items, map[string]any{
			"ref_id": ref, "type": "QUERY", "label": ref,
			"query_filter_asset": map[string]any{"id": "p"}, "query_filter_attribute": map[string]any{"id": ref},
		})
	}
	world.Data = data
	if g.Alert == nil {
		if g.Widget["chart_items"] == nil {
			g.Widget["chart_items"] = items
		}
		return world.Widget(t.Context(), g.Widget, g.Size)
	}
	g.Alert["alert_items"] = items
	timeline, err := rehearsal.Compile(g.Alert, world.Recording).Rehearse(t.Context(), data, world.Now.Add(-time.Hour), world.Now)
	if err != nil {
		t.Fatal(err)
	}
	return world.Alert(t.Context(), g.Alert, timeline, g.Size)
}
