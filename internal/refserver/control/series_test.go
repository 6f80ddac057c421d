// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// limit is an alert that runs every minute. Its status is alert if the last value in that minute is above 8.
var limit = servertest.PressureAlert("p1", Object{
	"rate_value": 1, "stmt_time_window": 60, "stmt_aggregation": "last",
	"stmt_thresholds": []any{Object{"value": 8, "status": "alert"}},
})

func TestSeries(t *testing.T) {
	d := open(t, refserver.Options{})
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/series", nil), `{"series": [], "points": 0, "max_points": 2000000}`)
	alert := d.Must(http.StatusCreated, "POST", servertest.Paths["alert"], limit)
	got := d.ask(http.StatusOK, "POST", "/series",
		`{"p1": {"pressure": {"start": "2026-01-01T08:00:00Z", "step": "1m", "values": [7, 9, 7]}}}`)
	servertest.Equal(t, got, `{"series": [{"asset": "p1", "attribute": "pressure", "points": 3, "first": "2026-01-01T08:00:00Z",
		"last": "2026-01-01T08:02:00Z"}], "points": 3, "max_points": 2000000}`)
	if events := d.Server.Objects("event"); len(events) != 2 || events[0]["timestamp"] != "2026-01-01T08:01:00.000000Z" {
		t.Errorf("the events are %v", events)
	}
	servertest.Equal(t, d.ask(http.StatusOK, "POST", "/series", "time,ref_id,value\n2026-01-01T08:05:00Z,B,on\n")["points"], "4")
	d.ask(http.StatusNoContent, "DELETE", "/series", nil)
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/series", nil)["series"], "[]")
	if now := d.Get(d.Path("alert", alert)); now["status"] != "no_alert" || len(d.Server.Objects("event")) > 0 {
		t.Errorf("without data the alert is %v", now)
	}
}

// TestInvalidSeries checks that if a point is invalid, the server adds no points, and the error contains the position of the point.
func TestInvalidSeries(t *testing.T) {
	d := open(t, refserver.Options{})
	for body, want := range map[string]string{
		"": "body:1:1: there is nothing in it",
		"{\"p1\": {\"pressure\": [\n{\"time\": \"2026-01-01T08:00:00Z\", \"value\": 1}, {\"time\": 8, \"value\": 1}]}}": `body:1:2: ` +
			`series["p1"]["pressure"][1].time: want an ISO 8601 time`,
		"time,p1/pressure\n2026-01-01T08:00:00Z,1\n2026-01-01T08:00:00Z,1,2\n": "body:3:",
		"null": "body:1:1: there is no column time",
	} {
		got := servertest.Text(t, d.ask(http.StatusBadRequest, "POST", "/series", body), "detail")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q returns %s, want %s", body, got, want)
		}
	}
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/series", nil)["series"], "[]")
}

func TestClock(t *testing.T) {
	d := open(t, refserver.Options{})
	if got := d.ask(http.StatusOK, "GET", "/clock", nil); got["clock"] != "" {
		t.Errorf("the clock is %v", got)
	}
	servertest.Equal(t, d.ask(http.StatusOK, "PUT", "/clock", `{"clock": "2026-01-01T08:00:00Z"}`),
		`{"now": "2026-01-01T08:00:00.000000Z", "clock": "2026-01-01T08:00:00.000000Z"}`)
	d.ask(http.StatusOK, "POST", "/series", `{"p1": {"pressure": {"start": "2026-01-01T08:00:00Z", "step": "1m", "values": [7, 9, 7]}}}`)
	alert := d.Must(http.StatusCreated, "POST", servertest.Paths["alert"], limit)
	for _, step := range []struct{ advance, status string }{
		{advance: "59s", status: "no_alert"},
		{advance: "1s", status: "alert"},
		{advance: "1m", status: "no_alert"},
		{advance: "24h", status: "no_data"},
	} {
		d.ask(http.StatusOK, "PUT", "/clock", Object{"advance": step.advance})
		if got := d.Get(d.Path("alert", alert))["status"]; got != step.status {
			t.Errorf("%s later the alert is %v, want %s", step.advance, got, step.status)
		}
	}
	for _, wrong := range []string{
		`{}`, `{"clock": "", "advance": "1s"}`, `{"clock": "noon"}`, `{"advance": "soon"}`, `{"advance": "-1s"}`,
		`{"time": "now"}`, `7`,
	} {
		if got := d.ask(http.StatusBadRequest, "PUT", "/clock", wrong); got["detail"] == "" {
			t.Errorf("%s returns %v", wrong, got)
		}
	}
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/clock", nil)["clock"], `"2026-01-02T08:02:00.000000Z"`)
	servertest.Equal(t, d.ask(http.StatusOK, "PUT", "/clock", `{"clock": "now"}`)["clock"], `"now"`)
	servertest.Equal(t, d.ask(http.StatusOK, "PUT", "/clock", `{"clock": ""}`)["clock"], `""`)
}
