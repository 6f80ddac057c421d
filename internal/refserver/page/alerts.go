// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// The maximum numbers of thresholds, upcoming runs and past events on an alert's screen.
const (
	maxThresholds = 20
	maxNext       = 5
	maxHistory    = 50
)

type alertItem struct {
	link
	Severity, Status, Reason string
}

func alerts(p *Page, _ *http.Request) (screen, error) {
	return screen{Template: "alerts", Title: "Alerts", Section: "alerts", Data: p.alertItems()}, nil
}

func (p *Page) alertItems() (all []alertItem) {
	for _, doc := range p.listWithDeleted("alert") {
		all = append(all, p.alertItem(doc))
	}
	return all
}

func (p *Page) alertItem(doc map[string]any) alertItem {
	return alertItem{p.link(objectKey{"alert", str(doc["id"])}), str(doc["severity"]), str(doc["status"]), str(doc["status_text"])}
}

type alertDetails struct {
	details
	alertItem

	// Summary describes when and why the alert would have fired on the recorded data, or why it would not have fired.
	Summary    string
	Problems   []string       // Why the alert can't run, and which items have no data.
	Schedule   string         // The schedule in words.
	Zone       *time.Location // The time zone of a cron schedule. Nil for other alerts.
	Next       []time.Time    // The next runs after Now.
	Now        time.Time      // The time of the server's clock.
	Inactive   bool           // Whether the alert is turned off.
	Thresholds []slider
	Picture    string // The query of the picture's URL. It contains the thresholds from the sliders.
	HasData    bool
	eventsData
}

// slider is a control for trying a different threshold.
type slider struct {
	Name           string // The name of the query parameter.
	Status         string
	Value, Stored  string
	Min, Max, Step string
}

// alert returns the screen of an alert: its status, its events, and a rehearsal that shows how the alert behaves on the server's recorded
// data. Slider values in the query replace the alert's thresholds in the rehearsal.
func alert(p *Page, r *http.Request) (screen, error) {
	id := r.PathValue("id")
	found, err := p.details(objectKey{"alert", id})
	if err != nil {
		return screen{}, err
	}
	view := alertDetails{details: found}
	view.Events, view.More = p.eventItems(id, maxHistory)
	if doc, exists := p.server.Object("alert", id); exists {
		view.alertItem = p.alertItem(doc)
		if err := view.rehearse(p, r, doc); err != nil {
			return screen{}, err
		}
	}
	return screen{Template: "alert", Title: found.Link.Name, Section: "alerts", Data: view}, nil
}

func (view *alertDetails) rehearse(p *Page, r *http.Request, doc map[string]any) error {
	view.Thresholds = applySliders(doc, r.URL.Query())
	chosen := url.Values{}
	for _, s := range view.Thresholds {
		if s.Value != s.Stored {
			chosen.Set(s.Name, s.Value)
		}
	}
	view.Picture = chosen.Encode()
	recording, err := p.server.Recording(r.Context())
	if err != nil {
		return err
	}
	alert := rehearsal.Compile(doc, recording)
	view.Problems, view.HasData = alert.Problems(), recording.HasData
	if view.HasData {
		result, err := recording.Rehearse(r.Context(), doc)
		if err != nil {
			return err
		}
		view.Problems = append(view.Problems, result.Unmatched...)
		view.Summary = result.Summary
		view.setSliderRanges(result.Runs)
	}
	view.Schedule = cron.Words(func(attribute string) string { return displayText(doc[attribute]) })
	if str(doc["type"]) == "cron" {
		view.Zone = recording.Location
	}
	view.Inactive = doc["active"] == false
	view.Now, _ = p.server.Clock()
	for at, ok := alert.Next(view.Now); ok && len(view.Next) < maxNext; at, ok = alert.Next(at) {
		view.Next = append(view.Next, at)
	}
	return nil
}

// setSliderRanges sets the minimum, maximum and step of each slider. The range includes the stored threshold and the values that the alert
// compared with the threshold, plus a margin.
func (view *alertDetails) setSliderRanges(runs []rehearsal.Run) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, run := range runs {
		if run.Aggregation != nil {
			low, high = min(low, *run.Aggregation), max(high, *run.Aggregation)
		}
	}
	for i := range view.Thresholds {
		s := &view.Thresholds[i]
		stored, _ := strconv.ParseFloat(s.Stored, 64)
		from, until := min(low, stored), max(high, stored)
		if from == until {
			from, until = from-1, until+1
		}
		margin := (until - from) / 4
		step := math.Pow(10, math.Floor(math.Log10((until-from)/100)))
		from, until = math.Floor((from-margin)/step)*step, math.Ceil((until+margin)/step)*step
		s.Min, s.Max, s.Step = formatNumber(from), formatNumber(until), formatNumber(step)
	}
}

func formatNumber(n float64) string { return strconv.FormatFloat(panel.Round(n), 'f', -1, 64) }

// applySliders returns a slider for each numeric threshold. If the query contains a slider's value, such as threshold0=8 for the first one,
// applySliders also changes the threshold in doc to this value.
func applySliders(doc map[string]any, parameters url.Values) (all []slider) {
	thresholds := panel.Objects(doc["stmt_thresholds"])
	for i, threshold := range thresholds[:min(len(thresholds), maxThresholds)] {
		stored, ok := threshold["value"].(json.Number)
		s := slider{Name: fmt.Sprintf("threshold%d", i), Status: str(threshold["status"]), Value: string(stored), Stored: string(stored)}
		chosen := parameters.Get(s.Name)
		if n, isNumber := panel.Number(chosen); isNumber && chosen != s.Stored {
			s.Value = formatNumber(n)
			threshold["value"] = json.Number(s.Value)
		}
		if ok {
			all = append(all, s)
		}
	}
	return all
}
