// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

var update = flag.Bool("update", false, "write the golden pictures again")

func pictureSize() panel.Size { return panel.Size{Width: 632, Height: 272} }

func panels(t *testing.T) map[string]panel.Panel {
	t.Helper()
	world := drawingtest.World()
	all := map[string]panel.Panel{}
	for name, widget := range drawingtest.Widgets() {
		all[name] = world.Widget(t.Context(), widget, BodySize(pictureSize()))
	}
	alert := rehearsal.Compile(drawingtest.Alert(), rehearsal.Recording{})
	start, end := world.Now.Add(-24*time.Hour), world.Now
	timeline, err := alert.Rehearse(t.Context(), world.Data, start, end)
	if err != nil {
		t.Fatal(err)
	}
	all["alert"] = world.Alert(t.Context(), drawingtest.Alert(), timeline, BodySize(pictureSize()))
	return all
}

// TestPictures checks that each widget looks exactly like its picture in testdata, on light and dark pages. These pictures were checked by
// eye. After an intended change, run go test ./internal/drawing/chart -update and check the changed pictures.
func TestPictures(t *testing.T) {
	t.Parallel()
	for name, p := range panels(t) {
		for _, theme := range []Theme{Light(), Dark()} {
			got := SVG(p, pictureSize(), theme, "w1-")
			checkPicture(t, name, got)
			file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+"-"+theme.Name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from %s; if the new picture is right, run the test with -update", name, file)
			}
		}
	}
}

var identifier = regexp.MustCompile(` id="([^"]*)"`)

type failing interface {
	Helper()
	Errorf(format string, arguments ...any)
}

// checkPicture checks that a picture contains nothing harmful (see checkSVG), and that its ids are unique and begin with "w1-".
func checkPicture(t failing, name, svg string) {
	t.Helper()
	if err := checkSVG(svg); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	ids := map[string]bool{}
	for _, id := range identifier.FindAllStringSubmatch(svg, -1) {
		if ids[id[1]] || !strings.HasPrefix(id[1], "w1-") {
			t.Errorf("%s has the id %q twice, or without its prefix", name, id[1])
		}
		ids[id[1]] = true
	}
}

// TestHarmfulMarkup checks that checkSVG rejects markup that could run a script or load a file, and accepts harmless markup.
func TestHarmfulMarkup(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`<script>alert(1)</script>`, `<rect onload="alert(1)"/>`, `<a href="https://example.com"/>`, `<image href="x.png"/>`,
		`<use xlink:href="#a"/>`,
		`<rect style="fill:url(https://example.com)"/>`, `<rect fill="url(//example.com/a)"/>`, `<rect style="background:\75rl(x)"/>`,
		`<style>*{}</style>`,
		`<foreignObject/>`, `<rect fill="javascript:x"/>`, `<!-- comment -->`, `<rect`, `<animate attributeName="x"/>`, `<rect x="NaN"/>`,
	} {
		if checkSVG(`<svg xmlns="http://www.w3.org/2000/svg">`+body+`</svg>`) == nil {
			t.Errorf("%s passed", body)
		}
	}
	if err := checkSVG(`<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(#a-1)" transform="translate(1 2)"/></svg>`); err != nil {
		t.Error(err)
	}
}

func TestPicturesInOtherTimeZones(t *testing.T) {
	t.Parallel()
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPictures$")
	again.Env = append(os.Environ(), "TZ=Asia/Kathmandu", "LANG=ar_EG.UTF-8")
	if output, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, output)
	}
}

// TestLegible checks that text is legible on light and dark pages, whatever color the configuration sets.
func TestLegible(t *testing.T) {
	t.Parallel()
	for _, theme := range []Theme{Light(), Dark()} {
		for _, color := range []string{"#000000", "#ffffff", "#008000", "#ffff00", "#0000ff", "#cc0000", "#808080"} {
			if got := legibleColor(color, theme); contrast(got, theme.Ground) < minContrast {
				t.Errorf("%s on the theme %s becomes %s", color, theme.Name, got)
			}
		}
	}
	if got := contrast("#000000", "#ffffff"); got < 20.99 || got > 21.01 {
		t.Errorf("the contrast of black and white is %v", got)
	}
}
