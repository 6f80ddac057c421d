// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

// day contains the pressure of the pump p1, with one value every five minutes from 8:00. The pressure is above 8 only at 8:20 and 8:25, and
// above 9 only at 8:25. There are no values after 8:35.
const day = `{"p1": {"pressure": {"start": "2026-01-01T08:00:00Z", "step": "5m", "values": [7, 7, 7, 7, 8.5, 9.5, 7, 7]},
	"temperature": [{"time": "2026-01-01T09:00:00Z", "value": 20}]}}`

func pressure(more Object) Object { return servertest.PressureAlert("p1", more) }

// whatHappens lists the events that an alert creates if it runs on the data above (day) every five minutes. Each run uses only the value
// recorded at its time.
var whatHappens = []string{
	"08:20:00 no_alert () > warning (too high)",
	"08:25:00 warning (too high) > alert (far too high)",
	"08:30:00 alert (far too high) > no_alert ()",
	"08:40:00 no_alert () > no_data ()",
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// events returns an alert's events, oldest first, in the form "08:20:00 no_alert () > warning (too high)".
func events(t testing.TB, c *servertest.Client, alert Object) []string {
	t.Helper()
	list := c.Get(c.Path("alert", alert) + "events/?page_size=1000")
	var found []string
	for _, e := range servertest.Items(t, list, "results") {
		at := strings.TrimSuffix(strings.TrimPrefix(servertest.Text(t, e, "timestamp"), "2026-01-01T"), ".000000Z")
		text := func(name string) any {
			if e[name] == nil {
				return ""
			}
			return e[name]
		}
		found = append(found, fmt.Sprintf("%s %v (%v) > %v (%v)", at, e["old_status"], text("old_status_text"), e["new_status"],
			text("new_status_text")))
	}
	slices.Reverse(found)
	return found
}

func wantEvents(t *testing.T, c *servertest.Client, alert Object, want ...string) {
	t.Helper()
	if got := events(t, c, alert); !slices.Equal(got, want) {
		t.Errorf("the events are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTooManyPoints checks that the server rejects points that would exceed MaxPoints, and keeps the existing points.
func TestTooManyPoints(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	half := `[` + strings.Repeat("1,", refserver.MaxPoints/2-1) + `1]`
	add := func(asset, start, values string) error {
		text := `{"` + asset + `": {"pressure": {"start": "` + start + `", "step": 1, "values": ` + values + `}}}`
		return c.Server.AddSeries(t.Context(), "more", strings.NewReader(text))
	}
	for _, asset := range []string{"p1", "p2"} {
		if err := add(asset, "2026-01-01T00:00:00Z", half); err != nil {
			t.Fatal(err)
		}
	}
	if err := add("p3", "2026-01-01T00:00:00Z", "[1]"); err == nil || !strings.Contains(err.Error(), "at most 2000000") {
		t.Errorf("the error is %v", err)
	}
	if err := add("p1", "2026-01-01T00:00:00Z", "[2]"); err != nil { // Replaces a point with the same time.
		t.Error(err)
	}
	found, err := c.Server.Series(t.Context())
	if err != nil || len(found) != 2 || found[0].Points+found[1].Points != refserver.MaxPoints {
		t.Errorf("there is %v (%v)", found, err)
	}
}

// TestTimezoneAndMetadata checks that cron alerts use the time zone in Options.Timezone, and that METADATA items use the values in the file
// that Options.Metadata names.
func TestTimezoneAndMetadata(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{
		Series:   []string{file(t, "day.json", day)},
		Timezone: "Asia/Kolkata", // UTC+5:30.
		Metadata: file(t, "metadata.json", `{"p1": {"limit": 8}}`),
	})
	alert := pressure(Object{
		"type": "cron", "cron_minutes": "55", "cron_hours": "13", "cron_dom": "*", "cron_month": "*", "cron_dow": "?", "cron_year": "*",
		"stmt_target_variable": "C", "stmt_thresholds": []any{Object{"value": 1, "status": "alert"}},
	})
	query, _ := alert["alert_items"].([]any)
	alert["alert_items"] = append(query,
		Object{
			"ref_id": "B", "type": "METADATA",
			"query_filter_asset": Object{"id": "p1"}, "query_filter_metadata": Object{"id": "limit"},
		},
		Object{
			"ref_id": "C", "type": "EXPRESSION", "expression": "$A - $B",
			"expression_plain": `{"$function": {"body": "function ($A, $B) { return $A - $B }", "args": ["$A", "$B"], "lang": "js"}}`,
		})
	wantEvents(t, c, c.Create("alert", alert),
		// The alert runs once a day. The data ends before the second run, which therefore finds no data and is the last one.
		"08:25:00 no_alert () > alert ()", "2026-01-02T08:25:00 alert () > no_data ()")
}
