// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestParameters checks that a run measures sizes and times. TestPace checks times.
func TestParameters(t *testing.T) {
	t.Parallel()
	for topic, habits := range map[string][]string{
		"limits": {"small-bodies=2000", "small-bodies=1023", "small-bodies=65536", "small-bodies=1048575"},
	} {
		for _, want := range habits {
			inBubble(t, want, func(t *testing.T) {
				_, client := start(t, refserver.Options{Habits: []string{want}})
				report, err := Run(t.Context(), Options{Client: client, Write: true, Only: []string{topic}})
				if err != nil {
					t.Fatal(err)
				}
				if got := report.Habits(); !slices.Equal(got, []string{want}) {
					t.Errorf("found %v, want %s", got, want)
				}
			})
		}
	}
}

func TestRoundTime(t *testing.T) {
	t.Parallel()
	for measured, want := range map[time.Duration]string{
		0: "1ms", 3 * time.Millisecond: "3ms", 57 * time.Millisecond: "50ms", 119 * time.Millisecond: "100ms", 5700 * time.Millisecond: "5s",
		65 * time.Second: "1m",
	} {
		if got := roundTime(measured); got != want {
			t.Errorf("roundTime(%s) = %s, want %s", measured, got, want)
		}
	}
}

// TestFindings runs behind a proxy that changes requests or answers in ways for which there is no habit.
func TestFindings(t *testing.T) {
	t.Parallel()
	count := 0
	for name, c := range map[string]struct {
		topic  string
		ask    func(r *http.Request)
		answer func(header http.Header)
		want   []string
	}{
		"as expected": {topic: "tags"},
		"the proxy drops If-Match": {
			topic: "tags", ask: func(r *http.Request) { r.Header.Del("If-Match") },
			want: []string{"The engine makes an update although its If-Match has an old ETag, so it does not protect changes of others."},
		},
		"one tag": {
			topic: "tags", ask: func(r *http.Request) { r.Header.Del("If-Match") },
			answer: func(header http.Header) { header.Set("Etag", `"same"`) },
			want:   []string{"The ETag of an object stays the same although the object has changed, so it does not protect changes of others."},
		},
		"moving tags": {
			topic: "tags", answer: func(header http.Header) {
				count++
				header.Set("Etag", `"`+time.Duration(count).String()+`"`)
			},
			want: []string{"The ETag of an object changes without a change of the object, so updates that send the tag are refused."},
		},
		"other tags": {
			topic: "tags", answer: func(header http.Header) { header.Set("Etag", `"gzip-`+header.Get("Etag")+`"`) },
			want: []string{"The engine answers an update whose If-Match has the ETag of the object with 412."},
		},
		"no tags": {
			topic: "tags", answer: func(header http.Header) { header.Del("Etag") },
			want: []string{"The engine sends no ETag, and still refuses an If-Match with 412."},
		},
	} {
		inBubble(t, name, func(t *testing.T) {
			server, _ := start(t, refserver.Options{})
			client := connect(t, server, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if c.ask != nil {
					c.ask(r)
				}
				recorded := httptest.NewRecorder()
				server.ServeHTTP(recorded, r)
				if c.answer != nil {
					c.answer(recorded.Header())
				}
				copyAnswer(t, w, recorded)
			}))
			report, err := Run(t.Context(), Options{Client: client, Write: true, Only: []string{c.topic}})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Findings, c.want) || len(report.Left) > 0 {
				t.Errorf("found %q and left %v, want %q", report.Findings, report.Left, c.want)
			}
		})
	}
}
