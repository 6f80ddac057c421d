// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

// read describes each point in a series file, as in "pump/pressure 2026-01-01T00:00:00Z 7.5 (float64)".
func read(t *testing.T, text string) ([]string, error) {
	t.Helper()
	var points []string
	err := series.Read("day", strings.NewReader(text), func(p series.Point) error {
		points = append(points, fmt.Sprintf("%s/%s %s %v (%T)", p.Asset, p.Attribute, p.Time.Format(time.RFC3339Nano), p.Value, p.Value))
		return nil
	})
	return points, err
}

// TestForms checks the points that Read finds in the inputs in testdata/forms.txtar. In that file, "=> " precedes the points.
func TestForms(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/forms.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	archive.Files = append(archive.Files, txtar.File{Name: "byte order mark, CRLF", Data: []byte(
		"\xef\xbb\xbfvalue, attribute,time,asset\r\n-1e3,pressure,2026-01-01T00:00:00Z,p1\r\n=> p1/pressure 2026-01-01T00:00:00Z -1000 (float64)",
	)})
	for _, file := range archive.Files {
		text, want, _ := strings.Cut(string(file.Data), "=> ")
		got, err := read(t, text)
		if diff := cmp.Diff(strings.TrimSpace(want), strings.Join(got, "\n")); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", file.Name, err, diff)
		}
	}
}

// TestErrors checks the errors for the invalid inputs in testdata/errors.txtar. In that file, "=> " precedes part of the expected error.
// The line and column numbers were counted by hand.
func TestErrors(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/errors.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	for _, file := range archive.Files {
		text, want, _ := strings.Cut(string(file.Data), "=> ")
		_, err := read(t, text)
		var placed *series.Error
		if !errors.As(err, &placed) || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if _, err := read(t, "7"); err == nil || !strings.Contains(err.Error(), "there is no column time") {
		t.Errorf("a single byte: %v", err)
	}
}

// TestDecodedSeries checks that ReadDecoded reads series in the order of their names, up to the first invalid one.
func TestDecodedSeries(t *testing.T) {
	points := 0
	valid := []any{map[string]any{"time": "2026-01-01T00:00:00Z", "value": json.Number("1")}}
	short := map[string]any{"start": "2026-01-01T00:00:00Z", "step": "10s", "values": []any{json.Number("1")}}
	err := series.ReadDecoded(map[string]any{"A": short, "B": json.Number("5"), "C": valid}, func(series.Point) error {
		points++
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), `["B"]`) || points != 1 {
		t.Errorf("after %d points: %v", points, err)
	}
	err = series.ReadDecoded(map[string]any{"A": map[string]any{"step": "secret"}}, nil)
	if err == nil || err.Error() != `series["A"].step is a string, but it has to be a duration such as "10s" or a number of seconds` {
		t.Errorf("a step that is no duration: %v", err)
	}
	err = series.ReadDecoded(map[string]any{"A": []any{map[string]any{"time": "2026-01-01T00:00:00Z", "value": json.Number("7e999")}}}, nil)
	if err == nil || !strings.Contains(err.Error(), "too large") || strings.Contains(err.Error(), "7e999") {
		t.Errorf("a number that is too large: %v", err)
	}
	if err := series.ReadDecoded(valid, nil); err == nil || !strings.Contains(err.Error(), "has to be an object") {
		t.Errorf("a list instead of an object: %v", err)
	}
}

// TestRejectedPoint checks that Read stops when add returns an error, and returns this error with the position of the rejected point.
func TestRejectedPoint(t *testing.T) {
	full := errors.New("enough")
	for _, c := range []struct{ text, want string }{
		{text: "time,A,B\n2026-01-01T00:00:00Z,1,2\n", want: "day:2:24: enough"},
		{text: `{"A": {"start": "2026-01-01T00:00:00Z", "step": 1, "values": [1, 2]}}`, want: `series["A"].values[1]: enough`},
		{
			text: "{\n" + `"A": {"b": [{"time": "2026-01-01T00:00:00Z", "value": 1},` + "\n" + `{"time": "2026-01-01T00:00:00Z", "value": 1}]}}`,
			want: `day:2:1: series["A"]["b"][1]: enough`,
		},
	} {
		taken := 0
		err := series.Read("day", strings.NewReader(c.text), func(series.Point) error {
			if taken++; taken > 1 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestManyLines checks the position of an error after 400,000 lines of JSON and after 100,000 lines of CSV. No single line is too large.
func TestManyLines(t *testing.T) {
	_, err := read(t, "time,A\n"+strings.Repeat("2026-01-01T00:00:00Z,1\n", 100_000)+"soon,1\n")
	if want := `day:100002:1: "soon" is not`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	text := `{"A": [` + strings.Repeat("{\"time\": \"2026-01-01T00:00:00Z\",\n\"value\": 1},\n", 200_000) + "{\"time\": \"2026-01-02\", \"value\": 1}],\n" +
		`  "B": [5]}`
	_, err = read(t, text)
	if want := `day:400002:3: series["B"][0]`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// endless is a reader that repeats a string forever. It fails the test if too much is read from it.
type endless struct {
	t     *testing.T
	begin string
	again string
	left  int
}

func (e *endless) Read(into []byte) (int, error) {
	text := e.begin
	if e.begin = ""; text == "" {
		text = e.again
	}
	if e.left -= len(text); e.left < 0 {
		e.t.Fatal("the reader doesn't stop")
	}
	return copy(into, text), nil
}

// TestEndlessLines checks that Read reports an error for an endless CSV line or JSON value before memory runs out.
func TestEndlessLines(t *testing.T) {
	for begin, want := range map[string]string{
		"time,A\n2026-01-01T00:00:00Z,":   "line 2: something that begins here is larger than the maximum of 1 MiB",
		"time,A\n2026-01-01T00:00:00Z,\"": "line 2: something that begins here is larger than the maximum of 1 MiB",
		"time,":                           "line 1: something that begins here is larger than the maximum of 1 MiB",
		"{\n\"A\": [\"":                   "line 2: something that begins here is larger than the maximum of 128 MiB",
	} {
		from := &endless{t: t, begin: begin, again: strings.Repeat("1", 4000), left: 200 << 20}
		err := series.Read("day", from, func(series.Point) error { return nil })
		if err == nil || err.Error() != "day: "+want {
			t.Errorf("%q: got %v, want %s", begin, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"time,asset,attribute,value\n2026-01-01T00:00:00Z,p1,pressure,7.5\n",
		"time,p1/pressure,B\n2026-01-01T00:00:00Z,1,2\n",
		`{"p1": {"pressure": [{"time": "2026-01-01T00:00:00Z", "value": 7.5}]}}`,
		`{"A": {"values": [4, 5], "step": 90, "start": "2026-01-01T00:00:00Z"}}`,
		`{"A": {"values": [{"time"`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		budgettest.Within(t, text, func() {
			_ = series.Read("day", strings.NewReader(text), func(series.Point) error { return nil })
		})
		err := series.Read("day", strings.NewReader(text), func(p series.Point) error {
			switch p.Value.(type) {
			case float64, bool, string:
			default:
				t.Errorf("a value is a %T", p.Value)
			}
			if p.Attribute == "" || p.Time.Location() != time.UTC {
				t.Errorf("the point is %v", p)
			}
			return nil
		})
		var placed *series.Error
		if err != nil && (!errors.As(err, &placed) || placed.Line < 1 || placed.Column < 1) {
			t.Errorf("the error is %v", err)
		}
	})
}
