// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package profile

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWrittenAndRead checks that Read restores a profile encoded by Text, including exact numbers.
func TestWrittenAndRead(t *testing.T) {
	t.Parallel()
	want := &Profile{
		Format:       Format,
		Habits:       []string{"bare", "small-pages=20"},
		Undetermined: map[string]string{"no-lists": "the engine has no object"},
		Facts: Facts{
			Defaults: map[string]map[string]any{"alert": {
				"active": false, "alert_items.query_limit": json.Number("9007199254740993"), "status": "no_data", "mute": nil,
			}},
			Words:     map[string]map[string][]string{"alert": {"severity": {"SEV1", "SEV2"}}},
			MaxLength: map[string]map[string]int{"alert": {"alert_items.ref_id": 8}},
			Min:       map[string]map[string]int64{"widget": {"height": -1}},
			Max:       map[string]map[string]int64{"widget": {"height": 1 << 62}},
		},
	}
	text, err := want.Text()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	empty, err := (&Profile{}).Text()
	if err != nil || empty != "{\n  \"format\": 1,\n  \"habits\": [],\n  \"facts\": {}\n}\n" {
		t.Errorf("%q %v", empty, err)
	}
}

// TestInvalidProfiles checks the error messages for invalid profiles.
func TestInvalidProfiles(t *testing.T) {
	t.Parallel()
	for text, words := range map[string]string{
		``:                                  `this is not the profile of an engine`,
		`[]`:                                `line 1 has an array where an object has to be`,
		`{}`:                                `this profile has null`,
		`{"format": "1"}`:                   `this profile has "1"`,
		`{"format": 2, "later": 1}`:         `format: this binary reads only the format 1, and this profile has 2`,
		`{"format": 1} {}`:                  `more than one value`,
		`{"format": 1, "habit": []}`:        `unknown field "habit"`,
		`{"format": 1, "habits": "bare"}`:   `line 1 has a string where an array has to be`,
		`{"format": 1, "habits": [null]}`:   `only a default may be null`,
		`{"format": 1, "untold": {"a": 1}}`: `line 1 has a number where a string has to be`,
		`{"format": 1, "facts": {"maximum": {}}}`:                                `unknown field "maximum"`,
		`{"format": 1, "facts": {"max": {"alert": 1}}}`:                          `where an object has to be`,
		`{"format": 1, "facts": {"max": {"alert": {"a": 1.5}}}}`:                 `where an integer has to be`,
		`{"format": 1, "facts": {"min": {"alert": {"a": 9223372036854775808}}}}`: `where an integer has to be`,
		`{"format": 1, "facts": {"max": {"alert": {"a": null}}}}`:                `only a default may be null`,
		`{"format": 1, "facts": {"max_length": {"alert": {"a": -1}}}}`:           `alert.a: it must be a number from 0 to 1048576, not -1`,
		`{"format": 1, "facts": {"defaults": {"alert": {"a": []}}}}`:             `alert.a: it must be a string, a number, true, false or null`,
		`{"format": 1, "habits": ["` + strings.Repeat("x", MaxSize) + `"]}`:      `a profile has at most 1048576 bytes`,
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), words) || len(err.Error()) > 300 {
			t.Errorf("%.80s: %v, want %q", text, err, words)
		}
	}
}

// FuzzProfile checks that encoding a valid profile and reading it back does not change it.
func FuzzProfile(f *testing.F) {
	f.Add(`{"format": 1, "habits": ["small-pages=20"], "untold": {"bare": "why"}}`)
	f.Add(`{"format": 1, "facts": {"defaults": {"alert": {"active": false, "a.b": 1e999, "c": null, "d": "x"}}, "words": {"a": {"b": []}}}}`)
	f.Add(`{"format": 1, "facts": {"max_length": {"a": {"b": 0}}, "min": {"a": {"b": -1}}, "max": {"a": {"b": 9223372036854775807}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(strings.NewReader(text))
		if err != nil {
			if len(err.Error()) > len(text)+1000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			return
		}
		again, err := p.Text()
		if err != nil {
			t.Fatal(err)
		}
		if len(again) > MaxSize {
			return // The encoded form may be longer than the input.
		}
		same, err := Read(strings.NewReader(again))
		if err != nil {
			t.Fatal(err)
		}
		if last, err := same.Text(); err != nil || last != again {
			t.Errorf("%s becomes %s (%v)", again, last, err)
		}
	})
}
