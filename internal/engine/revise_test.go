// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// versioned is an engine with one alert. Each write increases the alert's version, and the ETag contains the version.
type versioned struct {
	t       *testing.T
	version int
	name    string
	sent    []string // "If-Match name" of each PATCH
	tag     func(version int) string
	matches func(tag string, version int) bool
	before  func(v *versioned, r *http.Request) // called before each request
	lose    int                                 // the number of the PATCH whose answer is lost; the first is 1
}

func newVersioned(t *testing.T) *versioned {
	tag := func(version int) string { return fmt.Sprintf(`"v%d"`, version) }
	return &versioned{t: t, version: 1, name: "a", tag: tag, matches: func(given string, version int) bool { return given == tag(version) }}
}

func (v *versioned) write(name string) { v.name, v.version = name, v.version+1 }

func (v *versioned) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if v.before != nil {
		v.before(v, r)
	}
	if r.Method == http.MethodPatch {
		var body map[string]string
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			v.t.Error(err)
		}
		given := r.Header.Get("If-Match")
		v.sent = append(v.sent, given+" "+body["name"])
		if given != "" && !v.matches(given, v.version) {
			answer(v.t, w, http.StatusPreconditionFailed, `{"detail": "changed"}`)
			return
		}
		v.write(body["name"])
		if len(v.sent) == v.lose {
			panic(http.ErrAbortHandler)
		}
	}
	if tag := v.tag(v.version); tag != "" {
		w.Header().Set("ETag", tag)
	}
	answer(v.t, w, http.StatusOK, fmt.Sprintf(`{"id": "7", "name": %q}`, v.name))
}

// rename appends "!" to the alert's name. It returns no update if the name already ends with "!".
func rename(doc Document) Document {
	name, _ := doc["name"].(string)
	if strings.HasSuffix(name, "!") {
		return nil
	}
	return Document{"name": name + "!"}
}

// writesBetween changes the alert right before each of the first PATCHes, like another user. times is the number of these changes.
func writesBetween(times int) func(v *versioned, r *http.Request) {
	return func(v *versioned, r *http.Request) {
		if r.Method == http.MethodPatch && times > 0 {
			times--
			v.write(v.name + "r")
		}
	}
}

// Each case lists the updates that Revise sends, each with its If-Match header. Somebody else may write between two updates, and the
// engine's ETags may be missing or unusable.
func TestReviseOfAVersion(t *testing.T) {
	for name, test := range map[string]struct {
		change func(v *versioned)
		sent   []string
		name   string
	}{
		"undisturbed": {func(*versioned) {}, []string{`"v1" a!`}, "a!"},
		"a rival":     {func(v *versioned) { v.before = writesBetween(1) }, []string{`"v1" a!`, `"v2" ar!`}, "ar!"},
		"four rivals": {
			func(v *versioned) { v.before = writesBetween(4) },
			[]string{`"v1" a!`, `"v2" ar!`, `"v3" arr!`, `"v4" arrr!`, `"v5" arrrr!`},
			"arrrr!",
		},
		"no tags":         {func(v *versioned) { v.tag = func(int) string { return "" } }, []string{` a!`}, "a!"},
		"a weak tag":      {func(v *versioned) { v.tag = func(int) string { return `W/"v1"` } }, []string{` a!`}, "a!"},
		"an unusable tag": {func(v *versioned) { v.tag = func(int) string { return `"v 1"` } }, []string{` a!`}, "a!"},
		"a lost answer":   {func(v *versioned) { v.lose = 1 }, []string{`"v1" a!`, `"v1" a!`}, "a!"},
		"a proxy that changes tags": {
			func(v *versioned) { v.matches = func(string, int) bool { return false } }, []string{`"v1" a!`, ` a!`}, "a!",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := newVersioned(t)
				test.change(v)
				c := inMemory(t, Config{}, v.ServeHTTP)
				must(t, errorOf(c.Revise(t.Context(), Alerts, "7", Snapshot{}, rename)))
				if !slices.Equal(v.sent, test.sent) || v.name != test.name {
					t.Errorf("sent %q, want %q; the name is %q", v.sent, test.sent, v.name)
				}
			})
		})
	}
}

// Somebody else writes before each update. Revise gives up with an error that says so, and overwrites nothing.
func TestReviseEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := newVersioned(t)
		v.before = writesBetween(1000)
		c := inMemory(t, Config{}, v.ServeHTTP)
		_, err := c.Revise(t.Context(), Alerts, "7", Snapshot{}, rename)
		if !isStatus(err, http.StatusPreconditionFailed) || !strings.Contains(err.Error(), "5 updates were refused, because name had changed") {
			t.Fatalf("the error is %v", err)
		}
		if len(v.sent) != maxRevisions || strings.Contains(v.name, "!") {
			t.Errorf("%d updates were sent, and the name is %q", len(v.sent), v.name)
		}
	})
}

// After somebody else's write, the engine still returns the old ETag for a while. Revise waits for the new ETag before it updates again.
func TestReviseOfALateEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := newVersioned(t)
		reads, tag := 0, v.tag
		v.tag = func(version int) string {
			if reads++; reads < 4 {
				return `"v0"`
			}
			return tag(version)
		}
		c := inMemory(t, Config{}, v.ServeHTTP)
		must(t, errorOf(c.Revise(t.Context(), Alerts, "7", Snapshot{}, rename)))
		if want := []string{`"v0" a!`, `"v1" a!`}; !slices.Equal(v.sent, want) {
			t.Errorf("sent %q, want %q", v.sent, want)
		}
	})
}
