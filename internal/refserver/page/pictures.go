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

// maxTurns is the number of pictures to render, or bodies of requests to decode, at the same time. Further requests wait.
const maxTurns = 2

// A picture has this size, in pixels, if the request names no size. maxPicture is the largest possible width and height.
const (
	pictureWidth  = 800
	pictureHeight = 400
	maxPicture    = 4000
)

// pictureRoutes adds the URLs of pictures and of the values in them. A picture has the URL of its object with .svg at the end.
func (p *Page) pictureRoutes() {
	for kind, view := range map[string]view{"alert": alert, "widget": objectOf("widget")} {
		path := "GET " + Path + kind + "s/{id}"
		p.mux.Handle(path, suffixed(p.picture(kind, false), p.show(view)))
		p.mux.Handle(path+"/before.svg", p.picture(kind, true))
		p.mux.Handle(path+"/panel.json", p.values(kind))
	}
	p.mux.Handle("GET "+Path+"dashboards/{id}", suffixed(p.inTurn("image/svg+xml", p.tabPicture), p.show(dashboard)))
	p.mux.HandleFunc("GET "+Path+"dashboards/{id}/layout.css", p.layout)
}

// suffixed passes a request with an id such as 7.svg to the handler picture, as the id 7. It passes any other request to other.
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

// picture responds with a widget or an alert as SVG. isBefore selects the object as it was before the last terraform apply, on the present
// data.
func (p *Page) picture(kind string, isBefore bool) http.Handler {
	return p.inTurn("image/svg+xml", func(r *http.Request) ([]byte, error) {
		shown, size, err := p.panel(r, kind, isBefore)
		return []byte(chart.SVG(shown, size, themeOf(r), "p")), err
	})
}

// values responds with the values in a picture of the same size as JSON. If the picture has axes, area is the part inside them, in pixels.
func (p *Page) values(kind string) http.Handler {
	return p.inTurn("application/json", func(r *http.Request) ([]byte, error) {
		shown, size, err := p.panel(r, kind, false)
		if err != nil {
			return nil, err
		}
		values := map[string]any{"panel": shown}
		if area, ok := chart.PlotArea(shown, size); ok {
			values["area"] = area
		}
		return json.Marshal(values)
	})
}

// inTurn responds with the result of render, and limits how many run at the same time. A browser that leaves loses its place in the queue.
func (p *Page) inTurn(contentType string, render func(r *http.Request) ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := p.turn(r.Context())
		if err != nil {
			fail(w, err)
			return
		}
		body, err := render(r)
		leave()
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body) // It fails only if the browser has left.
	})
}

// turn waits until fewer than maxTurns other requests do costly work. The caller must call leave after its work.
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

func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, errMissing):
		status = http.StatusNotFound
	case errors.Is(err, errRange):
		status = http.StatusBadRequest
	}
	http.Error(w, err.Error(), status)
}

// panel returns what a picture of the object in the URL shows, and the picture's size. The query parameters choose the size and a widget's
// time range or an alert's thresholds.
func (p *Page) panel(r *http.Request, kind string, isBefore bool) (shown panel.Panel, size panel.Size, err error) {
	size = panel.Size{Width: pixels(r, "width", pictureWidth), Height: pixels(r, "height", pictureHeight)}
	body, id := chart.BodySize(size), r.PathValue("id")
	doc, exists := p.server.Object(kind, id)
	if isBefore {
		doc, _ = p.follower.before(key{kind, id})
		exists = doc != nil
	}
	if !exists {
		return shown, size, errMissing
	}
	world, err := p.world(r.Context(), kind == "widget" && strings.HasPrefix(text(doc["type"]), "alert"))
	if err != nil {
		return shown, size, err
	}
	if kind == "widget" {
		err = readRange(r.URL.Query()).apply(doc, world)
		return world.Widget(r.Context(), doc, body), size, err
	}
	sliders(doc, r.URL.Query())
	var timeline rehearsal.Timeline
	if world.HasData {
		timeline, err = world.Rehearse(r.Context(), doc)
	}
	return world.Alert(r.Context(), doc, timeline, body), size, err
}

// pixels returns a size in the query, at most maxPicture. If the query has no positive size, it returns otherwise.
func pixels(r *http.Request, name string, otherwise int) float64 {
	n, err := strconv.Atoi(r.FormValue(name))
	if err != nil || n < 1 {
		n = otherwise
	}
	return float64(min(n, maxPicture))
}

func themeOf(r *http.Request) chart.Theme {
	if theme, ok := chart.Themed(r.FormValue("theme")); ok {
		return theme
	}
	return chart.Light()
}

// world returns what pictures show of the server: its time and its recorded data. If lists is true, it adds the alerts and events.
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

// tabPicture renders a tab of a dashboard as SVG.
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
	picture, err := sheet.Drawer{Theme: themeOf(r), Width: sheet.UsualWidth}.Tab(r.Context(), world, tab, "t")
	return []byte(picture.SVG), err
}
