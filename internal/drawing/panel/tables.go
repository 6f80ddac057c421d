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

// AlertRow is an alert in a list widget.
type AlertRow struct {
	Name, Severity, Status string
}

// EventRow is a row of a list widget. It shows that an alert's status has changed.
type EventRow struct {
	Alert, OldStatus, NewStatus string
	At                          time.Time
}

// showTable shows one row for each item. If any item has several values, the table has one row for each timestamp instead.
func (v *widget) showTable() {
	v.panel.Kind = Table
	items := v.visibleItems()
	if v.showNoData(items) {
		return
	}
	if !slices.ContainsFunc(items, func(i chartItem) bool { return len(i.values.Points) > 1 }) {
		v.panel.Columns = []string{"Name", "Value"}
		for _, item := range items {
			v.panel.Rows = append(v.panel.Rows, []Cell{{Text: item.name}, v.cell(item.aggregate("last"))})
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
	if v.isOldestFirst() {
		slices.Reverse(times)
	}
	for _, at := range times[:min(len(times), maxRows)] {
		row := rows[at]
		row[0] = Cell{Text: formatTime(at.In(v.zone), format)}
		v.panel.Rows = append(v.panel.Rows, row)
	}
	if len(times) > maxRows {
		v.addNotes(fmt.Sprintf("%d of %d rows", maxRows, len(times)))
	}
}

func (v *widget) isOldestFirst() bool {
	return slices.ContainsFunc(v.elements("chart_items", maxItems), func(a attributes) bool {
		n, ok := a.number("query_sort_direction")
		return ok && n > 0
	})
}

func (v *widget) cell(value any) Cell {
	c := Cell{Text: v.displayText(value)}
	if n, ok := value.(float64); ok {
		if l, reached := v.reachedLevel(n); reached {
			c.Color = l.color
		}
	}
	return c
}

// showList shows a list of alerts, events or assets. Lists of actions and commands stay empty, because only the engine has their data.
func (v *widget) showList(kind string) {
	v.panel.Kind = Table
	v.addNotes(v.filterNotes()...)
	wanted := strings.ToLower(v.text("filter_name"))
	named := func(name string) bool { return strings.Contains(strings.ToLower(name), wanted) }
	if kind == "alertlist" || kind == "alertevents" {
		v.addNotes(v.world.Notes...)
	}
	switch kind {
	case "alertlist":
		v.panel.Columns = []string{"Alert", "Severity", "Status"}
		for _, a := range v.world.Alerts {
			if named(a.Name) && passes(v.texts("filter_status"), a.Status) {
				v.addRow(Cell{Text: a.Name}, Cell{Text: a.Severity}, statusCell(a.Status))
			}
		}
	case "alertevents":
		v.panel.Columns = []string{"Time", "Alert", "From", "To"}
		for _, e := range v.world.Events {
			if named(e.Alert) && passes(v.texts("filter_old_status"), e.OldStatus) && passes(v.texts("filter_new_status"), e.NewStatus) {
				v.addRow(Cell{Text: e.At.In(v.zone).Format("2006-01-02 15:04")}, Cell{Text: e.Alert}, statusCell(e.OldStatus), statusCell(e.NewStatus))
			}
		}
	case "assetlist":
		v.panel.Columns = []string{"Asset"}
		for _, asset := range v.world.Assets {
			if named(asset) {
				v.addRow(Cell{Text: asset})
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

func (v *widget) addRow(cells ...Cell) {
	if len(v.panel.Rows) < maxRows {
		for i := range cells {
			cells[i].Text = PlainText(cells[i].Text, maxName)
		}
		v.panel.Rows = append(v.panel.Rows, cells)
	}
}

func statusCell(status string) Cell { return Cell{Text: status, Color: StatusColor(status)} }

func passes(filter []string, value string) bool {
	return len(filter) == 0 || slices.ContainsFunc(filter, func(f string) bool { return strings.EqualFold(f, value) })
}

func (v *widget) filterNotes() (notes []string) {
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

func (v *widget) showAttributes(kind string) {
	v.panel.Kind = Table
	v.addNotes(fmt.Sprintf("the type %q is not known, so its attributes are listed", PlainText(kind, 40)))
	v.panel.Columns = []string{"Attribute", "Value"}
	for _, name := range slices.Sorted(maps.Keys(v.attributes)) {
		value := v.attributes[name]
		if value == nil || slices.Contains([]string{"id", "tab", "name", "type", "position_x", "position_y", "width", "height"}, name) {
			continue
		}
		text := PlainText(value, maxName)
		if _, isScalar := value.(map[string]any); text == "" || isScalar {
			encoded, _ := json.Marshal(value) // Attributes come from JSON, so Marshal returns no error.
			text = PlainText(string(encoded), maxName)
		}
		v.addRow(Cell{Text: name}, Cell{Text: text})
	}
	if len(v.panel.Rows) == 0 {
		v.panel.Empty = "No attributes"
	}
}
