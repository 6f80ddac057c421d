// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
)

// read returns the points as lines: asset/attribute time value (type).
func read(t *testing.T, text string) ([]string, error) {
	t.Helper()
	var points []string
	err := series.Read("day", strings.NewReader(text), func(p series.Point) error {
		points = append(points, fmt.Sprintf("%s/%s %s %v (%T)", p.Asset, p.Attribute, p.Time.Format(time.RFC3339Nano), p.Value, p.Value))
		return nil
	})
	return points, err
}

func TestForms(t *testing.T) {
	for name, form := range map[string]struct {
		text string
		want []string
	}{
		"long": {
			text: "time,asset,attribute,value\n2026-01-01T00:00:00Z,p1,pressure,7.5\n2026-01-01T01:00:00+01:00,p1,on,true\n" +
				"2026-01-01T00:00:00.5Z,p2,state,open\n",
			want: []string{"p1/pressure 2026-01-01T00:00:00Z 7.5 (float64)", "p1/on 2026-01-01T00:00:00Z true (bool)", "p2/state " +
				"2026-01-01T00:00:00.5Z open (string)"},
		},
		"long, other order of columns, byte order mark, CRLF": {
			text: "\xef\xbb\xbfvalue, attribute,time,asset\r\n-1e3,pressure,2026-01-01T00:00:00Z,p1\r\n",
			want: []string{"p1/pressure 2026-01-01T00:00:00Z -1000 (float64)"},
		},
		"by ref_id": {
			text: "time,ref_id,value\n2026-01-01T00:00:00Z,A,\"a \"\"b\"\"\"\n2026-01-01T00:01:00Z,A,\n",
			want: []string{`/A 2026-01-01T00:00:00Z a "b" (string)`},
		},
		"wide": {
			text: "time,p1/pressure,B\n2026-01-01T00:00:00Z,1,2\n2026-01-01T00:01:00Z,,0x10\n",
			want: []string{"p1/pressure 2026-01-01T00:00:00Z 1 (float64)", "/B 2026-01-01T00:00:00Z 2 (float64)", "/B 2026-01-01T00:01:00Z " +
				"0x10 (string)"},
		},
		"points by asset": {
			text: ` {"p1": {"pressure": [{"time": "2026-01-01T00:00:00Z", "value": 7.5}, {"value": null, "time": "2026-01-01T00:00:10Z"}], ` +
				`"on": []}}`,
			want: []string{"p1/pressure 2026-01-01T00:00:00Z 7.5 (float64)"},
		},
		"points by ref_id": {
			text: `{"A": [{"time": "2026-01-01T00:00:00Z", "value": "x"}], "B": [{"time": "2026-01-01T00:00:00Z", "value": false}]}`,
			want: []string{"/A 2026-01-01T00:00:00Z x (string)", "/B 2026-01-01T00:00:00Z false (bool)"},
		},
		"short form": {
			`{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": "10s", "values": [1, null, 3]}},
			  "A": {"values": [4, 5], "step": 90, "start": "2026-01-01T00:00:00Z"}}`,
			[]string{
				"p1/pressure 2026-01-01T00:00:00Z 1 (float64)", "p1/pressure 2026-01-01T00:00:20Z 3 (float64)",
				"/A 2026-01-01T00:00:00Z 4 (float64)", "/A 2026-01-01T00:01:30Z 5 (float64)",
			},
		},
		"other spellings of times and steps": {
			text: `{"A": {"start": "2026-01-01", "step": "1d", "values": [1, 2]}, "B": [{"time": "2026-01-01 08:00+0100", "value": 3}]}`,
			want: []string{"/A 2026-01-01T00:00:00Z 1 (float64)", "/A 2026-01-02T00:00:00Z 2 (float64)", "/B 2026-01-01T07:00:00Z 3 (float64)"},
		},
		"attributes with the names of the short form": {
			text: `{"p1": {"values": [{"time": "2026-01-01T00:00:00Z", "value": 1}], "start": [], "step": {"start": "2026-01-01T00:00:00Z", ` +
				`"step": 1, "values": [2]}}}`,
			want: []string{"p1/values 2026-01-01T00:00:00Z 1 (float64)", "p1/step 2026-01-01T00:00:00Z 2 (float64)"},
		},
		"no series": {text: `{}`, want: nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := read(t, form.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(form.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestErrors checks file, line, column and path of errors. The positions were counted by hand.
func TestErrors(t *testing.T) {
	for _, wrong := range []struct{ text, want string }{
		{text: "", want: "day:1:1: there is nothing in it"},
		{text: "  \n ", want: "day:1:1: there is nothing in it"},
		{text: "time\n", want: "day:1:1: there is no column except time"},
		{text: "a,b\n", want: "day:1:1: there is no column time"},
		{text: "time,value\n", want: `day:1:1: the columns are "time,value"`},
		{text: "time,,A\n", want: "day:1:6: the column has no name"},
		{text: "time,A,A\n", want: `day:1:8: the column "A" is there twice`},
		{text: "time,a/b/c\n", want: `day:1:6: "a/b/c" is not ASSET/ATTRIBUTE`},
		{text: "time,A\n2026-13-01,1\n", want: `day:2:1: "2026-13-01" is not an ISO 8601 time such as 2026-01-01T00:00:00Z`},
		{text: "time,A\n2026-01-01T00:00:00Z\n", want: "day:2:1: the line does not have the 2 columns of the header"},
		{
			text: "time,A\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:00Z,NaN\n",
			want: `day:3:22: "NaN" is not a number; leave the cell empty if there is no value`,
		},
		{text: "time,A\n2026-01-01T00:00:00Z,1e999\n", want: `day:2:22: "1e999" is larger than a number can be`},
		{text: "time,A\n\"2026-01-01T00:00:00Z,1\n", want: "day:2:25: extraneous or missing"},
		{text: "time,asset,attribute,value\n2026-01-01T00:00:00Z,,x,1\n", want: "day:2:22: the cell is empty, but it has to name the asset"},
		{
			text: "time,ref_id,value\n2026-01-01T00:00:00Z,,1\n",
			want: "day:2:22: the cell is empty, but it has to name the attribute or the ref_id",
		},

		{text: `[]`, want: `day:1:1: want an object {"ASSET": {"ATTRIBUTE": POINTS}}`},
		{
			text: "{\n  \"p1\": 5}",
			want: `day:2:9: series["p1"]: want a list of {"time", "value"} or an object {"start", "step", "values"}, or an object of those by ` +
				`attribute, not the number 5`,
		},
		{
			text: `{"a": {"p": true}}`,
			want: `day:1:13: series["a"]["p"]: want a list of {"time", "value"} or an object {"start", "step", "values"}, not true`,
		},
		{
			text: `{"a": {"p": [{"time": "yesterday", "value": 1}]}}`,
			want: `day:1:23: series["a"]["p"][0].time: "yesterday" is not an ISO 8601 time`,
		},
		{text: `{"a": {"p": [{"time": 3, "value": 1}]}}`, want: `day:1:23: series["a"]["p"][0].time: want an ISO 8601 time, not the number 3`},
		{
			text: `{"a": {"p": [{"time": "2026-01-01T00:00:00Z", "value": [1]}]}}`,
			want: `day:1:56: series["a"]["p"][0].value: want a number, a boolean, a text or null, not a list`,
		},
		{text: `{"a": {"p": [{"time": "2026-01-01T00:00:00Z"}]}}`, want: `day:1:45: series["a"]["p"][0]: a point has both time and value`},
		{text: `{"a": {"p": [{"at": "2026-01-01T00:00:00Z"}]}}`, want: `series["a"]["p"][0]: a point has time and value, and no "at"`},
		{text: `{"A": [7]}`, want: `day:1:8: series["A"][0]: want {"time": TIME, "value": VALUE}, not the number 7`},
		{text: `{"A": {"start": "2026-01-01T00:00:00Z", "values": [1]}}`, want: `series["A"]: the series has no step`},
		{text: `{"A": {"step": "1m", "values": [1]}}`, want: `series["A"]: the series has no start`},
		{
			text: `{"A": {"start": "2026-01-01T00:00:00Z", "step": "soon"}}`,
			want: `day:1:49: series["A"].step: "soon" is neither a duration above 0 such as "10s"`,
		},
		{text: `{"A": {"step": 0}}`, want: `day:1:16: series["A"].step: a step must be above 0`},
		{text: `{"A": {"step": 1e300}}`, want: `series["A"].step: a step has at most 366 days`},
		{
			text: `{"A": {"start": "9999-12-31T00:00:00Z", "step": "24h", "values": [1, 2]}}`,
			want: `series["A"].values[1]: the time lies beyond the year 9999`,
		},
		{
			text: `{"A": {"start": "2026-01-01T00:00:00Z", "stop": 3}}`,
			want: `series["A"]["stop"]: the members of a series are start, step and values`,
		},
		{text: `{"a": {"p": {"begin": 3}}}`, want: `series["a"]["p"]: "begin" is not one of start, step and values`},
		{text: `{"": []}`, want: `series[""]: an asset or a ref_id has a name`},
		{text: "{\"A\": [\n", want: "day:2:1: the JSON text ends in the middle"},
		{text: "{\"A\":\n  tru}", want: "day:2:"},
		{text: "{\"A\": []}\n{}", want: "day:2:1: something follows the object"},
	} {
		_, err := read(t, wrong.text)
		var placed *series.Error
		if !errors.As(err, &placed) || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("%s\n got %v\nwant %s", wrong.text, err, wrong.want)
		}
	}
}

// TestRefusedPoint checks that an error of add is reported with the position of the point.
func TestRefusedPoint(t *testing.T) {
	full := errors.New("enough")
	for _, c := range []struct{ text, want string }{
		{text: "time,A,B\n2026-01-01T00:00:00Z,1,2\n", want: "day:2:24: enough"},
		{text: `{"A": {"start": "2026-01-01T00:00:00Z", "step": 1, "values": [1, 2]}}`, want: `series["A"].values[1]: enough`},
		{
			text: `{"A": {"b": [{"time": "2026-01-01T00:00:00Z", "value": 1},` + "\n" + `{"time": "2026-01-01T00:00:00Z", "value": 1}]}}`,
			want: `day:2:44: series["A"]["b"][1]: enough`,
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

// TestManyLines checks line numbers in an input of more lines than the reader remembers.
func TestManyLines(t *testing.T) {
	text := `{"A": [` + strings.Repeat("{\"time\": \"2026-01-01T00:00:00Z\",\n\"value\": 1},\n", 200_000) + `5]}`
	_, err := read(t, text)
	if want := `day:400001:1: series["A"][200000]`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
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
