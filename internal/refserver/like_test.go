// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/profile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// testProfile returns a profile with the habits (deviations from INTERFACE.md), defaults, valid values and limits of an engine. Some parts
// of the profile are invalid or unknown, and the server must ignore these parts.
func testProfile() *profile.Profile {
	return &profile.Profile{
		Habits: []string{"small-pages=2", "bare", "later-habit", "small-bodies=x"},
		Facts: profile.Facts{
			Defaults: map[string]map[string]any{
				"alert": {
					"active": false, "alert_items.query_limit": json.Number("50"), "alert_items": "x", "mute": json.Number("1"), "later": true,
					"description": "d", "stmt_time_window": "5m", "notify_error": nil, "notify_timeout": "yes",
				},
				"robot": {"active": true},
			},
			Words: map[string]map[string][]string{
				"alert": {"severity": {"SEV1", "SEV2"}, "type": nil, "rate_unit": {}, "stmt_operator": {"ge"}},
			},
			MaxLength: map[string]map[string]int{
				"alert": {"name": 20, "alert_items.ref_id": 8, "active": 3}, "dashboard": {"name": 3},
			},
			Min: map[string]map[string]int64{"alert": {"alert_items.query_limit": 10, "name": 1}},
			Max: map[string]map[string]int64{"alert": {"alert_items.query_limit": 100, "alert_items.later.deep": 1}},
		},
	}
}

// checkTestProfile checks that a server behaves like the engine in the profile that testProfile returns.
func checkTestProfile(t *testing.T, c *servertest.Client) {
	t.Helper()
	alert := func(name, severity, ref string, limit any) servertest.Object {
		return servertest.Object{
			"name": name, "severity": severity, "type": "rate",
			"alert_items": []any{servertest.Object{"ref_id": ref, "query_limit": limit}},
		}
	}
	made := c.Create("alert", alert("Level of a tank 1234", "SEV2", "LONGNAME", nil))
	items := servertest.Items(t, made, "alert_items")
	defaults := []any{made["active"], items[0]["query_limit"], made["description"], made["stmt_time_window"], made["notify_error"]}
	servertest.Equal(t, defaults, `[false,50,"d","5m",null]`)
	const path = "/v3/engine/alert/alerts/"
	c.Patch("alert", made, servertest.Object{"rate_unit": "week"})
	c.MustRejectField("stmt_operator", http.MethodPatch, c.Path("alert", made), servertest.Object{"stmt_operator": "le"})
	c.MustRejectField("name", http.MethodPost, servertest.Paths["dashboard"], servertest.Object{"name": "long"})
	c.MustRejectField("severity", http.MethodPost, path, alert("Level", "SEV3", "A", nil))
	c.MustRejectField("name", http.MethodPost, path, alert("Level of a tank 12345", "SEV2", "A", nil))
	c.MustRejectField("alert_items", http.MethodPost, path, alert("Level", "SEV2", "LONGERONE", nil))
	c.MustRejectField("alert_items", http.MethodPost, path, alert("Level", "SEV2", "A", 9))
	c.MustRejectField("alert_items", http.MethodPatch, c.Path("alert", made), servertest.Object{
		"alert_items": []any{servertest.Object{"ref_id": "A", "query_limit": 101}},
	})
}

// TestProfile checks that a server imitates the engine in a profile from Options.Like or SetProfile. The server must also have the habits
// (deviations from INTERFACE.md) in Options.Habits. If the profile contains one of these habits too, the parameter in Options.Habits must
// apply.
func TestProfile(t *testing.T) {
	t.Parallel()
	c := servertest.Serve(t, refserver.Options{Like: testProfile(), Habits: []string{"small-pages=7", "text-numbers"}})
	if want := []string{"bare", "small-pages=7", "text-numbers"}; !slices.Equal(c.Server.Habits(), want) {
		t.Errorf("the habits are %v, want %v", c.Server.Habits(), want)
	}
	if err := c.Server.SetHabits(nil); err != nil {
		t.Fatal(err)
	}
	checkTestProfile(t, c)

	c = servertest.Serve(t, refserver.Options{Habits: []string{"no-lists"}})
	ignored, err := c.Server.SetProfile(testProfile())
	if err != nil || !slices.Equal(ignored, refserver.Ignored(testProfile())) {
		t.Errorf("ignored %v (%v)", ignored, err)
	}
	if want := []string{"small-pages=2", "bare"}; !slices.Equal(c.Server.Habits(), want) {
		t.Errorf("the habits are %v, want %v", c.Server.Habits(), want)
	}
	if err := c.Server.SetHabits(nil); err != nil {
		t.Fatal(err)
	}
	checkTestProfile(t, c)
	if ignored, err := c.Server.SetProfile(&profile.Profile{}); len(ignored) > 0 || err != nil {
		t.Errorf("%v %v", ignored, err)
	}
	if made := c.Create("alert", servertest.Object{"name": "Level", "severity": "SEV8", "type": "rate"}); made["active"] != true {
		t.Error("a fact of the profile before is left")
	}
}

// TestIgnoredParts checks that Ignored returns a message for every part of a profile that the server can't imitate.
func TestIgnoredParts(t *testing.T) {
	t.Parallel()
	want := []string{
		`habits: there is no habit "later-habit"`,
		`habits: the parameter of the habit small-bodies must be a number such as 4096, not "x"`,
		`facts.defaults.alert.alert_items: the value does not fit the field`,
		`facts.defaults: there is no field "later" in the kind alert`,
		`facts.defaults.alert.mute: the value does not fit the field`,
		`facts.defaults.alert.notify_timeout: the value does not fit the field`,
		`facts.defaults: there is no kind "robot"`,
		`facts.words.alert.type: the value does not fit the field`,
		`facts.max_length.alert.active: the value does not fit the field`,
		`facts.min.alert.name: the value does not fit the field`,
		`facts.max: there is no field "alert_items.later.deep" in the kind alert`,
	}
	if diff := cmp.Diff(want, refserver.Ignored(testProfile())); diff != "" {
		t.Error(diff)
	}
}
