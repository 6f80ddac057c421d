// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// AlertRow is a row in a list of alerts.
type AlertRow struct {
	Name, Severity, Status string
}

// EventRow is a row in a list of events: a change of an alert's status.
type EventRow struct {
	Alert, OldStatus, NewStatus string
	At                          time.Time
}

// table shows one row for each item or, if an item has more than one value, one row for each time.
func (v *widget) table() {
	v.panel.Kind = Table
	items := v.visible()
	if v.noData(items) {
		return
	}
	if !slices.ContainsFunc(items, func(i chartItem) bool { return len(i.values.Points) > 1 }) {
		v.panel.Columns = []string{"Name", "Value"}
		for _, item := range items {
			v.panel.Rows = append(v.panel.Rows, []Cell{{Text: item.name}, v.cell(item.aggregated("last"))})
		}
		return
	}
	v.panel.Columns = []string{"Time"}
	rows := map[time.Time][]Cell{}
	for i, item := range items {
		v.panel.Columns = append(v.panel.Columns, item.name)
		points := item.values.Points
		for _, p := range points[max(0, len(points)-10*maxRows):] {
			if rows[p.Time] == nil {
				rows[p.Time] = make([]Cell, len(items)+1)
			}
			rows[p.Time][i+1] = v.cell(p.Value)
		}
	}
	format := cmp.Or(PlainText(v.attributes["x_axis_format"], 40), "yyyy-MM-dd HH:mm:ss")
	times := slices.SortedFunc(maps.Keys(rows), func(a, b time.Time) int { return b.Compare(a) })
	if v.oldestFirst() {
		slices.Reverse(times)
	}
	for _, at := range times[:min(len(times), maxRows)] {
		row := rows[at]
		row[0] = Cell{Text: formatTime(at.In(v.zone), format)}
		v.panel.Rows = append(v.panel.Rows, row)
	}
	if len(times) > maxRows {
		v.note(fmt.Sprintf("%d of %d rows", maxRows, len(times)))
	}
}

func (v *widget) oldestFirst() bool {
	return slices.ContainsFunc(v.elements("chart_items", maxItems), func(a attributes) bool {
		n, ok := a.number("query_sort_direction")
		return ok && n > 0
	})
}

func (v *widget) cell(value any) Cell {
	if value == nil {
		return Cell{Text: "–"}
	}
	c := Cell{Text: v.shown(value)}
	if n, ok := value.(float64); ok {
		if l, reached := v.levelOf(n); reached {
			c.Color = l.color
		}
	}
	return c
}

// list shows a list of alerts, events or assets. Other lists are empty, because only the engine knows the actions and commands.
func (v *widget) list(kind string) {
	v.panel.Kind = Table
	v.note(v.filters()...)
	wanted := strings.ToLower(v.text("filter_name"))
	named := func(name string) bool { return strings.Contains(strings.ToLower(name), wanted) }
	if kind == "alertlist" || kind == "alertevents" {
		v.note(v.world.Notes...)
	}
	switch kind {
	case "alertlist":
		v.panel.Columns = []string{"Alert", "Severity", "Status"}
		for _, a := range v.world.Alerts {
			if named(a.Name) && allows(v.texts("filter_status"), a.Status) {
				v.row(Cell{Text: a.Name}, Cell{Text: a.Severity}, statusCell(a.Status))
			}
		}
	case "alertevents":
		v.panel.Columns = []string{"Time", "Alert", "From", "To"}
		for _, e := range v.world.Events {
			if named(e.Alert) && allows(v.texts("filter_old_status"), e.OldStatus) && allows(v.texts("filter_new_status"), e.NewStatus) {
				v.row(Cell{Text: e.At.In(v.zone).Format("2006-01-02 15:04")}, Cell{Text: e.Alert}, statusCell(e.OldStatus), statusCell(e.NewStatus))
			}
		}
	case "assetlist":
		v.panel.Columns = []string{"Asset"}
		for _, asset := range v.world.Assets {
			if named(asset) {
				v.row(Cell{Text: asset})
			}
		}
	default:
		v.panel.Empty = "Only the engine knows this list"
		return
	}
	if len(v.panel.Rows) == 0 {
		v.panel.Empty = "Nothing to list"
	}
}

func (v *widget) row(cells ...Cell) {
	if len(v.panel.Rows) < maxRows {
		for i := range cells {
			cells[i].Text = PlainText(cells[i].Text, maxName)
		}
		v.panel.Rows = append(v.panel.Rows, cells)
	}
}

func statusCell(status string) Cell { return Cell{Text: status, Color: StatusColor(status)} }

func allows(filter []string, value string) bool {
	return len(filter) == 0 || slices.ContainsFunc(filter, func(f string) bool { return strings.EqualFold(f, value) })
}

func (v *widget) filters() (notes []string) {
	for _, f := range []struct{ attribute, words string }{
		{"filter_name", "name has "},
		{"filter_asset_name", "asset has "},
		{"filter_status", "status is "},
		{"filter_old_status", "old status is "},
		{"filter_new_status", "new status is "},
		{"alert_list_type", "form: "},
		{"asset_list_type", "form: "},
		{"action_list_type", "form: "},
		{"command_list_type", "form: "},
	} {
		if value := cmp.Or(v.text(f.attribute), strings.Join(v.texts(f.attribute), " or ")); value != "" {
			notes = append(notes, f.words+value)
		}
	}
	return notes
}

func (v *widget) unknown(kind string) {
	v.panel.Kind = Table
	v.note(fmt.Sprintf("the type %q is not known, so its attributes are listed", PlainText(kind, 40)))
	v.panel.Columns = []string{"Attribute", "Value"}
	for _, name := range slices.Sorted(maps.Keys(v.attributes)) {
		value := v.attributes[name]
		if value == nil || slices.Contains([]string{"id", "tab", "name", "type", "position_x", "position_y", "width", "height"}, name) {
			continue
		}
		text := PlainText(value, maxName)
		if _, isScalar := value.(map[string]any); text == "" || isScalar {
			encoded, err := json.Marshal(value)
			if err != nil {
				continue
			}
			text = PlainText(string(encoded), maxName)
		}
		v.row(Cell{Text: name}, Cell{Text: text})
	}
	if len(v.panel.Rows) == 0 {
		v.panel.Empty = "No attributes"
	}
}
