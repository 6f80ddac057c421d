// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package page

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// manyWidgets is the number of widgets on each dashboard.
const manyWidgets = 30

// BenchmarkPage measures the page of a server with 200 dashboards.
func BenchmarkPage(b *testing.B) {
	dashboards := 200
	if testing.Short() {
		dashboards = 2
	}
	p := pageWithDashboards(b, dashboards)
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if links := strings.Count(open(b, p, Path+"dashboards"), `<th scope="row">`); links != dashboards {
				b.Fatalf("the page lists %d dashboards", links)
			}
		}
	})
	for i, name := range []string{"tenth", "all"} {
		count := []int{dashboards / 10, dashboards}[i]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range count {
					openDashboard(b, p, strconv.Itoa(i))
				}
			}
			b.ReportMetric(peakMegabytes(b), "peak-MB")
		})
	}
}

// pageWithDashboards returns the page of a server with many dashboards. Each dashboard has manyWidgets widgets, of all types.
func pageWithDashboards(b *testing.B, dashboards int) *Page {
	b.Helper()
	server := servertest.Start(b, refserver.Options{Series: []string{writeRecording(b)}})
	p := New(server)
	b.Cleanup(p.Close)
	documents := drawingtest.Widgets()
	types, objects := slices.Sorted(maps.Keys(documents)), map[string][]map[string]any{}
	for d := range dashboards {
		id := strconv.Itoa(d)
		objects["dashboard"] = append(objects["dashboard"], map[string]any{"id": id, "name": "Dashboard " + id})
		objects["tab"] = append(objects["tab"], map[string]any{"id": id, "dashboard": id})
		for i := range manyWidgets {
			widget := maps.Clone(documents[types[i%len(types)]])
			widget["id"], widget["tab"] = fmt.Sprintf("%d-%d", d, i), id
			objects["widget"] = append(objects["widget"], widget)
		}
	}
	if err := server.Seed(objects); err != nil {
		b.Fatal(err)
	}
	return p
}

// writeRecording writes the recorded points from package drawingtest to a file.
func writeRecording(b *testing.B) (file string) {
	b.Helper()
	var text strings.Builder
	text.WriteString("time,asset,attribute,value\n")
	for _, asset := range []string{"pump-1", "pump-2"} {
		for _, attribute := range []string{"pressure", "flow", "state"} {
			for _, p := range drawingtest.World().Data.Points(asset, attribute, time.Time{}, drawingtest.Now()) {
				fmt.Fprintf(&text, "%s,%s,%s,%v\n", p.Time.Format(time.RFC3339), asset, attribute, p.Value)
			}
		}
	}
	file = filepath.Join(b.TempDir(), "data.csv")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}

// openDashboard requests a dashboard, then the data of every widget's chart, and finally the picture of one widget.
func openDashboard(b *testing.B, p *Page, id string) {
	b.Helper()
	drawings := regexp.MustCompile(`data-panel="([^"]+)"`).FindAllStringSubmatch(open(b, p, Path+"dashboards/"+id), -1)
	if len(drawings) != manyWidgets {
		b.Fatalf("dashboard %s has %d drawings", id, len(drawings))
	}
	for _, drawing := range drawings {
		open(b, p, html.UnescapeString(drawing[1]))
	}
	open(b, p, strings.Replace(html.UnescapeString(drawings[0][1]), "/panel.json", ".svg", 1))
}

func open(b *testing.B, p *Page, path string) string {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:5000", "localhost"
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatalf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}

func peakMegabytes(b *testing.B) float64 {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	kilobytes := map[string]float64{"darwin": 1.0 / 1024}
	return float64(used.Maxrss) * cmp.Or(kilobytes[runtime.GOOS], 1) / 1024
}
