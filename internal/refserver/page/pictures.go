// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// maxDrawings is how many pictures are drawn, or bodies of requests decoded, at the same time. Further requests wait.
const maxDrawings = 2

// A picture has this size, in pixels, if the request names no size. maxPicture is the largest possible width and height.
const (
	pictureWidth  = 800
	pictureHeight = 400
	maxPicture    = 4000
)

// panelOf makes the drawing of an object. size is the space for the drawing in pixels. It may change doc.
type panelOf func(p *Page, r *http.Request, doc map[string]any, size panel.Size) (panel.Panel, error)

// drawing makes the drawing of the object in the URL.
type drawing func(p *Page, r *http.Request, size panel.Size) (panel.Panel, error)

func present(kind string, prepare panelOf) drawing {
	return func(p *Page, r *http.Request, size panel.Size) (panel.Panel, error) {
		doc, exists := p.server.Object(kind, r.PathValue("id"))
		if !exists {
			return panel.Panel{}, errMissing
		}
		return prepare(p, r, doc, size)
	}
}

// before draws an object as it was before the last terraform apply, but on the present data.
func before(kind string, prepare panelOf) drawing {
	return func(p *Page, r *http.Request, size panel.Size) (panel.Panel, error) {
		doc, _ := p.follower.before(key{kind, r.PathValue("id")})
		if doc == nil {
			return panel.Panel{}, errMissing
		}
		return prepare(p, r, doc, size)
	}
}

// drawingRoutes adds the URLs of pictures and of the values in them. A picture has the URL of its object with .svg at the end.
func (p *Page) drawingRoutes(views map[string]view) {
	panels := map[string]panelOf{"widget": widgetPanel, "alert": alertPanel}
	for kind, prepare := range panels {
		path := "GET " + Path + kind + "s/{id}"
		p.mux.Handle(path+"/panel.json", p.panel(present(kind, prepare)))
		p.mux.Handle(path, suffixed(p.picture(present(kind, prepare)), p.show(views[kind])))
		p.mux.Handle(path+"/before.svg", p.picture(before(kind, prepare)))
	}
	p.mux.Handle("GET "+Path+"dashboards/{id}", suffixed(p.inTurn("image/svg+xml", p.tabPicture), p.show(dashboard)))
	p.mux.HandleFunc("GET "+Path+"dashboards/{id}/layout.css", p.layout)
}

// inTurn answers with what the function draw returns. It limits how many pictures are drawn at the same time. A browser that leaves loses
// its place in the queue.
func (p *Page) inTurn(contentType string, draw func(r *http.Request) ([]byte, error)) http.Handler {
	inTurn := func(r *http.Request) ([]byte, error) {
		leave, err := p.turn(r.Context())
		if err != nil {
			return nil, err
		}
		defer leave()
		return draw(r)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		drawn, err := inTurn(r)
		if err != nil {
			refuse(w, err)
			return
		}
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(drawn) // It fails only if the browser has left.
	})
}

// turn waits until fewer than maxDrawings other requests do costly work. The caller must call leave after its work.
func (p *Page) turn(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case p.turns <- struct{}{}:
		return func() { <-p.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// suffixed passes a request with an id such as 7.svg to the handler picture, as the id 7. It passes any other request to the handler with
// the name other.
func suffixed(picture, other http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, ok := strings.CutSuffix(r.PathValue("id"), ".svg"); ok {
			r.SetPathValue("id", id)
			picture.ServeHTTP(w, r)
			return
		}
		other.ServeHTTP(w, r)
	})
}

// picture answers with a drawing as SVG. The query parameters width, height and theme say how it looks.
func (p *Page) picture(prepare drawing) http.Handler {
	return p.inTurn("image/svg+xml", func(r *http.Request) ([]byte, error) {
		size := sizeOf(r)
		drawn, err := prepare(p, r, chart.BodySize(size))
		if err != nil {
			return nil, err
		}
		return []byte(chart.SVG(drawn, size, themeOf(r), "p")), nil
	})
}

// sizeOf returns the size in the query parameters width and height.
func sizeOf(r *http.Request) panel.Size {
	return panel.Size{
		Width:  float64(parameter(r, "width", pictureWidth)),
		Height: float64(parameter(r, "height", pictureHeight)),
	}
}

func themeOf(r *http.Request) chart.Theme {
	theme, ok := chart.Themed(r.FormValue("theme"))
	if !ok {
		return chart.Light()
	}
	return theme
}

// panel answers with the values of a picture of the same size as JSON. If the picture has axes, area is the part inside them, in pixels.
func (p *Page) panel(prepare drawing) http.Handler {
	return p.inTurn("application/json", func(r *http.Request) ([]byte, error) {
		size := sizeOf(r)
		drawn, err := prepare(p, r, chart.BodySize(size))
		if err != nil {
			return nil, err
		}
		values := map[string]any{"panel": drawn}
		if area, ok := chart.PlotArea(drawn, size); ok {
			values["area"] = area
		}
		return json.Marshal(values)
	})
}

func refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, errMissing):
		status = http.StatusNotFound
	case errors.Is(err, errRange):
		status = http.StatusBadRequest
	}
	http.Error(w, err.Error(), status)
}

// parameter returns a size of at most maxPicture. If the query has no positive size, it returns the value of otherwise.
func parameter(r *http.Request, name string, otherwise int) int {
	n, err := strconv.Atoi(r.FormValue(name))
	if err != nil || n < 1 {
		return otherwise
	}
	return min(n, maxPicture)
}

func widgetPanel(p *Page, r *http.Request, doc map[string]any, size panel.Size) (panel.Panel, error) {
	world, err := p.world(r.Context(), strings.HasPrefix(text(doc["type"]), "alert"))
	if err != nil {
		return panel.Panel{}, err
	}
	if err := readRange(r.URL.Query()).apply(doc, world); err != nil {
		return panel.Panel{}, err
	}
	return world.Widget(r.Context(), doc, size), nil
}

// world returns what drawings show of the server: its time and its recorded data. If lists is true, it adds the alerts and events.
func (p *Page) world(ctx context.Context, lists bool) (panel.World, error) {
	recording, err := p.server.Recording(ctx)
	if err != nil {
		return panel.World{}, err
	}
	now, setting := p.server.Clock()
	if recording.HasData && setting == "" {
		now = recording.Last() // Nobody set the clock: all points are in the past.
	}
	world := panel.World{Recording: recording, Now: now}
	if !lists {
		return world, nil
	}
	names := map[string]string{}
	for _, doc := range p.server.Objects("alert") {
		names[text(doc["id"])] = text(doc["name"])
		world.Alerts = append(world.Alerts, panel.AlertRow{Name: text(doc["name"]), Severity: text(doc["severity"]), Status: text(doc["status"])})
	}
	for _, doc := range p.server.Objects("event") {
		at, _ := time.Parse(time.RFC3339Nano, text(doc["timestamp"]))
		world.Events = append(world.Events, panel.EventRow{
			Alert: names[text(doc["alert"])], OldStatus: text(doc["old_status"]), NewStatus: text(doc["new_status"]), At: at,
		})
	}
	return world, nil
}

// alertPanel draws the condition of an alert on the server's recorded data, with the thresholds in the request.
func alertPanel(p *Page, r *http.Request, doc map[string]any, size panel.Size) (panel.Panel, error) {
	replaceThresholds(doc, r.URL.Query())
	world, err := p.world(r.Context(), false)
	if err != nil || !world.HasData {
		return world.Alert(r.Context(), doc, rehearsal.Timeline{}, size), err
	}
	timeline, err := world.Rehearse(r.Context(), doc)
	return world.Alert(r.Context(), doc, timeline, size), err
}

// tabPicture draws a tab of a dashboard as SVG.
func (p *Page) tabPicture(r *http.Request) ([]byte, error) {
	found, err := p.dashboard(r)
	if err != nil {
		return nil, err
	}
	world, err := p.world(r.Context(), true)
	if err != nil {
		return nil, err
	}
	tab := sheet.Tab{Title: found.Link.Name}
	if found.Tab != nil {
		tab.Title += ": " + found.Tab.Name
	}
	for _, widget := range found.Widgets {
		doc := widget.place.Widget.Document
		if err := readRange(r.URL.Query()).apply(doc, world); err != nil {
			return nil, err
		}
		tab.Widgets = append(tab.Widgets, sheet.Widget{Document: doc})
	}
	drawn, err := sheet.Drawer{Theme: themeOf(r)}.Tab(r.Context(), world, tab, "t")
	return []byte(drawn.SVG), err
}
