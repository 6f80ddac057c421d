// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
)

func TestLoad(t *testing.T) {
	directory := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(directory, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	afternoon := write("afternoon.csv", "time,asset,attribute,value\n2026-01-01T13:00:00Z,p1,on,3\n2026-01-01T12:00:00Z,p1,on,2\n")
	morning := write("morning.json", `{"p1": {"on": [{"time": "2026-01-01T08:00:00Z", "value": 1}]}, "A": []}`)

	got, err := series.Load(t.Context(), 3, afternoon, morning)
	if err != nil {
		t.Fatal(err)
	}
	at := func(hour int) time.Time { return time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC) }
	want := rehearsal.Series{{Asset: "p1", Attribute: "on"}: {
		{Time: at(8), Value: 1.0},
		{Time: at(12), Value: 2.0},
		{Time: at(13), Value: 3.0},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := series.Load(t.Context(), 2, afternoon, morning); err == nil ||
		!strings.Contains(err.Error(), morning+`:1:2: series["p1"]["on"][0]: `+
			`there are more than 2 points`) {
		t.Errorf("the error is %v", err)
	}
	metadata, err := series.LoadMetadata(t.Context(), write("metadata.json", `{"p1": {"limit": 8, "name": "one"}, "M": true}`))
	wantMetadata := map[rehearsal.Key]any{
		{Asset: "p1", Attribute: "limit"}: 8.0, {Asset: "p1", Attribute: "name"}: "one",
		{Attribute: "M"}: true,
	}
	if diff := cmp.Diff(wantMetadata, metadata); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for text, want := range map[string]string{
		"[1]": "is not a JSON object", `{"p1": {"limit": [8]}}`: "the value of p1/limit",
		`{"M": null}`: "the value of M", `{"M": 1e999}`: `the value of M: the number is too large; want one from -1.79e308 to 1.79e308`,
	} {
		if _, err := series.LoadMetadata(t.Context(), write("wrong.json", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
	if _, err := series.Load(t.Context(), 2, directory); err == nil || strings.Count(err.Error(), directory) != 1 {
		t.Errorf("the error for a directory is %v", err)
	}
	if _, err := series.Load(t.Context(), 2, filepath.Join(directory, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}
