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
)

// These are the maximum numbers of thresholds, next runs and past events that the page of an alert shows.
const (
	maxThresholds = 20
	maxNext       = 5
	maxHistory    = 50
)

type alertItem struct {
	link
	Severity, Status, Reason string
}

func alerts(p *Page, _ *http.Request) (shown, error) {
	return shown{Template: "alerts", Title: "Alerts", Section: "alerts", Data: p.alertItems()}, nil
}

func (p *Page) alertItems() []alertItem {
	var all []alertItem
	for _, doc := range p.listed("alert") {
		all = append(all, alertItem{
			p.link(key{"alert", text(doc["id"])}), text(doc["severity"]), text(doc["status"]), text(doc["status_text"]),
		})
	}
	return all
}

type alertDetails struct {
	details
	Status, Reason, Severity string
	// Summary says when and why the alert fired on the server's recorded data, or why it did not fire.
	Summary string
	// Problems has the reasons why the alert can't run, and the items without data.
	Problems []string
	// Schedule says in words when the alert runs. Zone is the time zone of a cron schedule, or nil.
	Schedule string
	Zone     *time.Location
	// Next are the times of the next runs, counted from the server's time Now. Inactive is true if the alert is turned off.
	Next       []time.Time
	Now        time.Time
	Inactive   bool
	Thresholds []slider
	// WhatIf is true if a person tries thresholds that differ from the alert's thresholds.
	WhatIf bool
	// Picture is the query part of the picture's URL, with the thresholds that a person tries.
	Picture string
	HasData bool
	eventsData
}

// slider is the control with which a person moves a threshold.
type slider struct {
	Name           string // of the parameter
	Status         string
	Value, Stored  string
	Min, Max, Step string
}

// alert shows an alert: its status, its condition on the server's recorded data, and its events. The query parameters threshold0,
// threshold1 and so on replace the values of thresholds, so that a person sees what would happen.
func alert(p *Page, r *http.Request) (shown, error) {
	id := r.PathValue("id")
	found, err := p.details(key{"alert", id})
	if err != nil {
		return shown{}, err
	}
	view := alertDetails{details: found}
	view.Events, view.More = p.eventItems(id, maxHistory)
	if doc, exists := p.server.Object("alert", id); exists {
		view.Status, view.Reason, view.Severity = text(doc["status"]), text(doc["status_text"]), text(doc["severity"])
		if err := view.rehearse(p, r, doc); err != nil {
			return shown{}, err
		}
	}
	return shown{Template: "alert", Title: found.Link.Name, Section: "alerts", Data: view}, nil
}

func (view *alertDetails) rehearse(p *Page, r *http.Request, doc map[string]any) error {
	view.Thresholds = sliders(doc)
	chosen := replaceThresholds(doc, r.URL.Query())
	view.WhatIf, view.Picture = len(chosen) > 0, chosen.Encode()
	for i := range view.Thresholds {
		if value := chosen.Get(view.Thresholds[i].Name); value != "" {
			view.Thresholds[i].Value = value
		}
	}
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
		view.spread(result.Runs)
	}
	view.Schedule = cron.Words(func(attribute string) string { return readable(doc[attribute]) })
	if text(doc["type"]) == "cron" {
		view.Zone = recording.Location
	}
	view.Inactive = doc["active"] == false
	view.Now, _ = p.server.Clock()
	for at, ok := alert.Next(view.Now); ok && len(view.Next) < maxNext; at, ok = alert.Next(at) {
		view.Next = append(view.Next, at)
	}
	return nil
}

// spread sets the range of the sliders: from the smallest to the largest compared value, and a quarter of that range more on both
// sides.
func (view *alertDetails) spread(runs []rehearsal.Run) {
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
		s.Min, s.Max, s.Step = digits(from), digits(until), digits(step)
	}
}

func digits(n float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 12, 64), 64) // 0.30000000000000004 becomes 0.3.
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// sliders returns a slider for each threshold of the alert whose value is a number.
func sliders(doc map[string]any) []slider {
	var all []slider
	for i, threshold := range objects(doc["stmt_thresholds"]) {
		value, ok := threshold["value"].(json.Number)
		if ok && i < maxThresholds {
			all = append(all, slider{
				Name: fmt.Sprintf("threshold%d", i), Status: text(threshold["status"]), Value: string(value), Stored: string(value),
			})
		}
	}
	return all
}

// replaceThresholds replaces the values of thresholds in doc by query parameters such as threshold0=8. It returns the parameters that it
// used. It ignores a parameter that is not a number or that equals the threshold's value.
func replaceThresholds(doc map[string]any, parameters url.Values) url.Values {
	used := url.Values{}
	for i, threshold := range objects(doc["stmt_thresholds"]) {
		name := fmt.Sprintf("threshold%d", i)
		value := parameters.Get(name)
		n, err := strconv.ParseFloat(value, 64)
		if i >= maxThresholds || err != nil || math.IsInf(n, 0) || math.IsNaN(n) || threshold["value"] == json.Number(value) {
			continue
		}
		threshold["value"] = json.Number(digits(n))
		used.Set(name, digits(n))
	}
	return used
}
