// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package drawingtest provides widgets, an alert and data for tests of pictures. It imports rehearsal and panel.
package drawingtest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Now returns the fixed time that test pictures use as the current time.
func Now() time.Time { return time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC) }

// World returns two days of data for two pumps. Pressure, flow and level are numbers, and state is a string or a number. The level has a
// short gap, and a long gap with a single value in it.
func World() panel.World {
	series := rehearsal.Series{}
	for pump := range 2 {
		asset := fmt.Sprintf("pump-%d", pump+1)
		for i := range 576 {
			at := Now().Add(time.Duration(i-575) * 5 * time.Minute)
			wave := math.Round(100*math.Sin(float64(i)/40+float64(pump))) / 100
			add := func(attribute string, value any) {
				key := rehearsal.Key{Asset: asset, Attribute: attribute}
				series[key] = append(series[key], rehearsal.Point{Time: at, Value: value})
			}
			add("pressure", 5+3*wave)
			add("flow", 1200+800*wave)
			if i == 460 || (i < 420 || i > 500) && i != 540 {
				add("level", 2+wave)
			}
			add("state", []any{"0", 1500.0, "E17"}[i/50%3])
		}
	}
	return panel.World{
		Recording: rehearsal.Recording{
			Data: series, Metadata: map[rehearsal.Key]any{{Asset: "pump-1", Attribute: "rated"}: 0.42, {Asset: "pump-2", Attribute: "rated"}: 0.7},
		},
		Now: Now(), Notes: []string{"recorded data"}, Assets: []string{"Pump north", "Pump south"},
		Alerts: []panel.AlertRow{{Name: "Pressure", Severity: "SEV2", Status: "alert"}, {Name: "Flow", Severity: "SEV4", Status: "no_alert"}},
		Events: []panel.EventRow{{Alert: "Pressure", OldStatus: "no_alert", NewStatus: "alert", At: Now().Add(-time.Hour)}},
	}
}

//go:embed widgets.json
var encoded []byte

// decode returns a new copy of widgets.json. It replaces each value such as "$pressure" with the list called pressure.
func decode() (file struct {
	Widgets map[string]map[string]any
	Lists   map[string][]any
	Alert   map[string]any
},
) {
	if err := json.Unmarshal(encoded, &file); err != nil {
		panic(err)
	}
	for _, widget := range file.Widgets {
		for attribute, value := range widget {
			if name, ok := value.(string); ok && strings.HasPrefix(name, "$") {
				widget[attribute] = file.Lists[name[1:]]
			}
		}
	}
	return file
}

// Widgets returns the widgets in widgets.json, by name. They cover nearly all widget types, and an unknown type.
func Widgets() map[string]map[string]any { return decode().Widgets }

// Alert returns an alert on the pressure of the first pump.
func Alert() map[string]any { return decode().Alert }
