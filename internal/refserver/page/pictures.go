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

// maxTurns is the maximum number of pictures and request bodies that the page processes at the same time. Additional requests wait.
const maxTurns = 2

// The default and maximum sizes of a picture, in pixels.
const (
	pictureWidth  = 800
	pictureHeight = 400
	maxPicture    = 4000
)

// pictureRoutes adds routes for pictures of dashboards, widgets and alerts. Add .svg to the address of an object's page to get its picture,
// or /panel.json to get the data in the picture of a widget or an alert.
func (p *Page) pictureRoutes() {
	for kind, view := range map[string]view{"alert": alert, "widget": objectView("widget")} {
		path := "GET " + Path + kind + "s/{id}"
		p.mux.Handle(path, splitPictures(p.picture(kind, false), p.show(view)))
		p.mux.Handle(path+"/before.svg", p.picture(kind, true))
		p.mux.Handle(path+"/panel.json", p.panelValues(kind))
	}
	p.mux.Handle("GET "+Path+"dashboards/{id}", splitPictures(p.renderQueued("image/svg+xml", p.tabPicture), p.show(dashboard)))
	p.mux.HandleFunc("GET "+Path+"dashboards/{id}/layout.css", p.layout)
}

// splitPictures returns a handler for URLs that end in an id. If the id ends in .svg, it removes .svg and calls the picture handler.
// Otherwise, it calls the other handler. The split is needed because http.ServeMux has no patterns such as {id}.svg.
func splitPictures(picture, other http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, ok := strings.CutSuffix(r.PathValue("id"), ".svg"); ok {
			r.SetPathValue("id", id)
			picture.ServeHTTP(w, r)
			return
		}
		other.ServeHTTP(w, r)
	})
}

// picture returns a handler that responds with the SVG picture of a widget or an alert. If isBefore is true, the picture shows the object
// as it was before the last terraform apply, but with the current data.
func (p *Page) picture(kind string, isBefore bool) http.Handler {
	return p.renderQueued("image/svg+xml", func(r *http.Request) ([]byte, error) {
		shown, size, err := p.panel(r, kind, isBefore)
		return []byte(chart.SVG(shown, size, themeOf(r), "p")), err
	})
}

// panelValues returns a handler that responds with the values in a picture as JSON. The page's script shows them next to the mouse pointer.
// If the picture has axes, the JSON also contains the position of the plot area, in pixels.
func (p *Page) panelValues(kind string) http.Handler {
	return p.renderQueued("application/json", func(r *http.Request) ([]byte, error) {
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

// renderQueued returns a handler that responds with the result of the render function. Before the call, the handler waits until fewer than
// maxTurns other requests are being processed. If the browser disconnects first, the function is not called.
func (p *Page) renderQueued(contentType string, render func(r *http.Request) ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, err := p.waitForTurn(r.Context())
		if err != nil {
			writeError(w, err)
			return
		}
		body, err := render(r)
		leave()
		if err != nil {
			writeError(w, err)
			return
		}
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body) // Write fails only if the browser has disconnected.
	})
}

// waitForTurn waits until fewer than maxTurns other requests are doing expensive work. The caller must call leave when it is done.
func (p *Page) waitForTurn(ctx context.Context) (leave func(), err error) {
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

func writeError(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, errMissing):
		status = http.StatusNotFound
	case errors.Is(err, errRange):
		status = http.StatusBadRequest
	}
	http.Error(w, err.Error(), status)
}

// panel returns the content and the size of a picture. The URL contains the id of the widget or alert. Query parameters set the size, the
// time range of a widget, and the thresholds of an alert.
func (p *Page) panel(r *http.Request, kind string, isBefore bool) (shown panel.Panel, size panel.Size, err error) {
	size = panel.Size{Width: pixels(r, "width", pictureWidth), Height: pixels(r, "height", pictureHeight)}
	body, id := chart.BodySize(size), r.PathValue("id")
	doc, exists := p.server.Object(kind, id)
	if isBefore {
		doc, _ = p.follower.before(objectKey{kind, id})
		exists = doc != nil
	}
	if !exists {
		return shown, size, errMissing
	}
	world, err := p.world(r.Context(), strings.HasPrefix(str(doc["type"]), "alert"))
	if err != nil {
		return shown, size, err
	}
	if kind == "widget" {
		err = readRange(r.URL.Query()).applyTo(doc, world)
		return world.Widget(r.Context(), doc, body), size, err
	}
	applySliders(doc, r.URL.Query())
	var timeline rehearsal.Timeline
	if world.HasData {
		timeline, err = world.Rehearse(r.Context(), doc)
	}
	return world.Alert(r.Context(), doc, timeline, body), size, err
}

// pixels returns a width or height from a query parameter, at most maxPicture. If the parameter is not a positive integer, pixels returns
// fallback.
func pixels(r *http.Request, name string, fallback int) float64 {
	n, err := strconv.Atoi(r.FormValue(name))
	if err != nil || n < 1 {
		n = fallback
	}
	return float64(min(n, maxPicture))
}

func themeOf(r *http.Request) chart.Theme {
	if theme, ok := chart.ThemeByName(r.FormValue("theme")); ok {
		return theme
	}
	return chart.Light()
}

// world returns the data for pictures: the recorded data and the server's time. If lists is true, it also returns all alerts and events.
func (p *Page) world(ctx context.Context, lists bool) (panel.World, error) {
	recording, err := p.server.Recording(ctx)
	if err != nil {
		return panel.World{}, err
	}
	now, setting := p.server.Clock()
	if recording.HasData && setting == "" {
		now = recording.Last() // If the user has not set the clock, the time of the last recorded point counts as now.
	}
	world := panel.World{Recording: recording, Now: now}
	if !lists {
		return world, nil
	}
	names := map[string]string{}
	for _, doc := range p.server.Objects("alert") {
		names[str(doc["id"])] = str(doc["name"])
		world.Alerts = append(world.Alerts, panel.AlertRow{Name: str(doc["name"]), Severity: str(doc["severity"]), Status: str(doc["status"])})
	}
	for _, doc := range p.server.Objects("event") {
		at, _ := time.Parse(time.RFC3339Nano, str(doc["timestamp"]))
		world.Events = append(world.Events, panel.EventRow{
			Alert: names[str(doc["alert"])], OldStatus: str(doc["old_status"]), NewStatus: str(doc["new_status"]), At: at,
		})
	}
	return world, nil
}

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
		if err := readRange(r.URL.Query()).applyTo(doc, world); err != nil {
			return nil, err
		}
		tab.Widgets = append(tab.Widgets, sheet.Widget{Document: doc})
	}
	picture, err := sheet.Drawer{Theme: themeOf(r), Width: sheet.DefaultWidth}.Tab(r.Context(), world, tab, "t")
	return []byte(picture.SVG), err
}
