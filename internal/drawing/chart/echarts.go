// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package chart draws a panel.Panel as SVG. Apache ECharts draws charts with axes and gauges; this JavaScript library runs in goja, a
// JavaScript engine in Go. Values, tables and texts are drawn in Go. Equal panels give equal bytes on every machine.
//
// Start reading at Drawer.SVG. echarts.go runs the script. check.go makes sure that all markup is harmless.
package chart

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

//go:embed bundle/echarts.js
var echartsScript string

//go:embed option.js
var optionScript string

// deadline is the maximum time for drawing one chart. Usual charts take a thousandth of it, but a machine can be busy.
const deadline = 2 * time.Minute

// Drawer draws panels. Several goroutines may use it at once: each drawing uses a JavaScript runtime of its own.
type Drawer struct {
	compile  func() (*programs, error)
	runtimes sync.Pool
}

type programs struct{ echarts, option, glue *goja.Program }

// glue replaces functions that would make pictures differ, such as Math.random. Timers never run, because nothing is animated.
const glue = `
function setTimeout() { return 0; }
function clearTimeout() {}
Math.random = function () { return 0.5; };
Date.now = function () { return 0; };
`

const draw = `
echarts.setPlatformAPI({
	measureText: function (text, font) {
		var size = /([\d.]+)px/.exec(font);
		return { width: measureText(text || '', size ? Number(size[1]) : 12) };
	},
	getTime: function () { return 0; }
});
function draw(panel, theme, size) {
	panel = JSON.parse(panel);
	theme = JSON.parse(theme);
	size = JSON.parse(size);
	var chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: size.width, height: size.height, useDirtyRect: false });
	try {
		chart.setOption(chartOption(panel, theme, size));
		return chart.getZr().painter.renderToString({ cssEmphasis: false, cssAnimation: false });
	} finally {
		chart.dispose();
		for (var name in {}) { // A text became a name of all objects: no later chart of this runtime could be trusted.
			throw new Error('the prototype of all objects has got the member ' + name);
		}
	}
}
`

// NewDrawer returns a Drawer. The scripts are compiled when the first chart is drawn.
func NewDrawer() *Drawer {
	return &Drawer{compile: sync.OnceValues(func() (*programs, error) {
		var p programs
		var err error
		for _, script := range []struct {
			name, text string
			program    **goja.Program
		}{{"echarts.js", glue + echartsScript, &p.echarts}, {"option.js", optionScript, &p.option}, {"draw.js", draw, &p.glue}} {
			if *script.program, err = goja.Compile(script.name, script.text, false); err != nil {
				return nil, fmt.Errorf("%s: %w", script.name, err)
			}
		}
		return &p, nil
	})}
}

// runtime is a JavaScript runtime that has loaded the scripts. Only one goroutine uses it at a time.
type runtime struct {
	vm   *goja.Runtime
	draw goja.Callable
	used int
}

// mostUses is how many charts a runtime draws before it is replaced: ECharts keeps some memory for each chart.
const mostUses = 200

func (d *Drawer) runtime() (*runtime, error) {
	if r, ok := d.runtimes.Get().(*runtime); ok {
		return r, nil
	}
	compiled, err := d.compile()
	if err != nil {
		return nil, err
	}
	vm := goja.New()
	vm.SetMaxCallStackSize(2000)
	if err := vm.Set("measureText", panel.TextWidth); err != nil {
		return nil, err
	}
	for _, program := range []*goja.Program{compiled.echarts, compiled.option, compiled.glue} {
		if _, err := vm.RunProgram(program); err != nil {
			return nil, fmt.Errorf("starting the charts' script: %w", err)
		}
	}
	call, ok := goja.AssertFunction(vm.Get("draw"))
	if !ok {
		return nil, errors.New("the charts' script has no function draw")
	}
	return &runtime{vm: vm, draw: call}, nil
}

// echarts draws a panel with ECharts and returns an svg element. All ids in it begin with prefix, so that they differ from the ids of other
// drawings on a page.
func (d *Drawer) echarts(ctx context.Context, p panel.Panel, size panel.Size, theme Theme, prefix string) (string, error) {
	r, err := d.runtime()
	if err != nil {
		return "", err
	}
	drawn, err := r.call(ctx, p, size, theme)
	if err != nil {
		return "", err // The runtime is thrown away: it may be in the middle of something.
	}
	if r.used++; r.used < mostUses {
		d.runtimes.Put(r)
	}
	drawn = strings.TrimSpace(strings.TrimPrefix(drawn, `<?xml version="1.0" encoding="UTF-8"?>`))
	return withBaseline(withIDs(notes.ReplaceAllString(drawn, ""), prefix)), nil
}

func (r *runtime) call(ctx context.Context, p panel.Panel, size panel.Size, theme Theme) (string, error) {
	var arguments []goja.Value
	for _, value := range []any{p, theme, size} {
		text, err := json.Marshal(value)
		if err != nil {
			return "", err
		}
		arguments = append(arguments, r.vm.ToValue(string(text)))
	}
	r.vm.ClearInterrupt()
	stop := context.AfterFunc(ctx, func() { r.vm.Interrupt(ctx.Err()) })
	defer stop()
	timer := time.AfterFunc(deadline, func() { r.vm.Interrupt("it took too long") })
	defer timer.Stop()
	result, err := r.draw(goja.Undefined(), arguments...)
	if err != nil {
		return "", fmt.Errorf("drawing a chart: %w", err)
	}
	return result.String(), nil
}

// notes matches attributes that ECharts needs only in browsers, to find the series of an element.
var notes = regexp.MustCompile(` ecmeta_\w+="[^"]*"`)

// zrenderID matches an id at the beginning of an attribute. Texts have no quotes: they are escaped.
var zrenderID = regexp.MustCompile(`(="(?:url\(#)?)(zr\d+-[\w-]+)`)

// withIDs renames the ids of a drawing so that they begin with prefix. ECharts counts ids over all charts of a runtime, so they would
// differ from run to run.
func withIDs(svg, prefix string) string {
	names := map[string]string{}
	return zrenderID.ReplaceAllStringFunc(svg, func(start string) string {
		parts := zrenderID.FindStringSubmatch(start)
		if names[parts[2]] == "" {
			names[parts[2]] = prefix + strconv.Itoa(len(names)+1)
		}
		return parts[1] + names[parts[2]]
	})
}

var baseline = regexp.MustCompile(`<text dominant-baseline="(\w+)" ([^>]*)>`)

// withBaseline replaces the attribute dominant-baseline by dy, because many programs ignore dominant-baseline.
func withBaseline(svg string) string {
	return baseline.ReplaceAllStringFunc(svg, func(tag string) string {
		parts := baseline.FindStringSubmatch(tag)
		dy := map[string]string{"central": "0.35em", "middle": "0.35em", "hanging": "0.8em"}[parts[1]]
		if dy == "" {
			return "<text " + parts[2] + ">"
		}
		return `<text dy="` + dy + `" ` + parts[2] + ">"
	})
}
