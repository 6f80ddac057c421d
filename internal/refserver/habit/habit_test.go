// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

// difference describes how a habit (a deviation from INTERFACE.md) changes what a client sees. The see function sends requests to a server
// and describes the responses. The other two fields contain the expected descriptions for a server with the habit and for a server without
// it.
type difference struct {
	see           func(c *servertest.Client) string
	with, without string
}

// differences returns the difference that each habit (a deviation from INTERFACE.md) makes, keyed by the habit as users write it, such as
// "bare" or "late-creates=1h".
func differences(t *testing.T) map[string]difference {
	t.Helper()
	found := scriptDifferences(t)
	for _, some := range []map[string]difference{
		contentDifferences(), schemeDifferences(), limitDifferences(), preconditionDifferences(),
	} {
		maps.Copy(found, some)
	}
	return found
}

// TestDifferences checks that clients notice the difference between a server with a habit (a deviation from INTERFACE.md) and a server
// without habits.
func TestDifferences(t *testing.T) {
	known := map[string]bool{}
	for given, d := range differences(t) {
		name, _, _ := strings.Cut(given, "=")
		known[name] = true
		if d.with == d.without {
			t.Errorf("with and without %s, a client is to see the same", given)
		}
		t.Run(name, func(t *testing.T) {
			if got := d.see(servertest.Serve(t, refserver.Options{Habits: []string{given}})); got != d.with {
				t.Errorf("a client sees\n%s\nwant\n%s", got, d.with)
			}
			if got := d.see(servertest.Serve(t, refserver.Options{})); got != d.without {
				t.Errorf("without the habit a client sees\n%s\nwant\n%s", got, d.without)
			}
		})
	}
	for _, name := range habit.Names() {
		if !known[name] {
			t.Errorf("nothing is known of the habit %s", name)
		}
	}
}

// TestHabitDefinitions checks that each habit (a deviation from INTERFACE.md) has a unique name and a summary, and violates at least one
// assumption in quirks.go. A habit that users notice must belong to a topic, which is a group of checks in the probe subcommand. However, a
// habit that affects only random requests needs no topic. The names in HiddenBy must be names of habits.
func TestHabitDefinitions(t *testing.T) {
	names := map[string]bool{}
	for _, h := range habit.All() {
		if names[h.Name] || h.Name == "" || strings.ContainsAny(h.Name, " =,") {
			t.Errorf("the name %q is no good", h.Name)
		}
		names[h.Name] = true
		if h.Summary == "" || strings.ContainsAny(h.Summary, "\n") || len(h.Summary) > 120 || strings.HasSuffix(h.Summary, ".") {
			t.Errorf("%s: the summary %q is no good", h.Name, h.Summary)
		}
		if isUnasked := strings.HasPrefix(h.Effect, "Nothing.") || h.Default == "0.1"; len(h.Quirks) == 0 || isUnasked != (h.Topic == "") {
			t.Errorf("%s has the quirks %v, the topic %q and the effect %q", h.Name, h.Quirks, h.Topic, h.Effect)
		}
		for _, name := range h.HiddenBy {
			if !slices.Contains(habit.Names(), name) {
				t.Errorf("%s is hidden by the unknown %q", h.Name, name)
			}
		}
	}
}

// TestInvalidNames checks that the error for an unknown habit (a deviation from INTERFACE.md) lists the known names, and that the error for
// an invalid parameter describes valid parameters.
func TestInvalidNames(t *testing.T) {
	for _, test := range []struct{ given, want string }{
		{given: "no-such-habit", want: `there is no habit "no-such-habit"; there are `},
		{given: "", want: `there is no habit ""`},
		{given: "bare=1", want: "the habit bare takes no parameter"},
		{given: "late-creates=soon", want: `the parameter of the habit late-creates must be a time such as 50ms, not "soon"`},
		{given: "late-creates=-1s", want: "must be a time"},
		{given: "masked-secrets=", want: "must not be empty"},
		{given: "small-pages=0", want: "must be a number"},
		{given: "dated-429=1.5", want: "must be a share"},
		{given: "dated-429=NaN", want: "must be a share"},
	} {
		_, err := refserver.New(refserver.Options{Habits: []string{test.given}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("the habit %q: %v, want %s", test.given, err, test.want)
		}
		for _, name := range habit.Names() {
			if strings.Contains(test.want, "there are") && !strings.Contains(err.Error(), name) {
				t.Errorf("the rejection lacks %s", name)
			}
		}
	}
	if _, err := refserver.New(refserver.Options{Habits: []string{"bare", "bare"}}); err == nil {
		t.Error("a habit may be given twice")
	}
}

func TestGroups(t *testing.T) { servertest.RunScripts(t, "testdata/scripts/*.txtar") }
