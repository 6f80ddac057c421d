// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

func differingFields(sent, found lost.Document) []string {
	var names []string
	for name, value := range sent {
		if fmt.Sprint(value) != fmt.Sprint(found[name]) {
			names = append(names, name)
		}
	}
	return names
}

// TestCandidates checks which objects Candidates returns for a create, and which of them it marks as proven to come from this create.
func TestCandidates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testCandidates)
}

func testCandidates(t *testing.T) {
	t.Helper()
	dashboard := lost.Key{Kind: "dashboard", ID: "d"}
	known := func(_ *lost.Memory, c *lost.Create) { c.Known = true }
	// The local time of the create is, for example, 12:00:03.3. If the Date header is 12:00:03, the engine's time is from 12:00:03 to
	// 12:00:04. The engine's clock is therefore at most 0.3 seconds behind and at most 0.7 seconds ahead.
	tests := map[string]struct {
		know             func(m *lost.Memory, create *lost.Create)
		made             time.Duration // the creation time relative to the create; 0 if the object has none
		doc              lost.Document // the fields whose values differ from those that were sent
		proven, possible bool
	}{
		"unknown age":            {possible: true},
		"not in the list before": {know: known, proven: true},
		"a different value":      {know: known, doc: lost.Document{"name": "b"}, possible: true},
		"no id":                  {know: known, doc: lost.Document{"id": nil}},
		"child of this run":      {know: func(m *lost.Memory, _ *lost.Create) { m.Claim(dashboard) }, proven: true},
		"of a different create":  {know: func(m *lost.Memory, _ *lost.Create) { m.Claim(lost.Key{Kind: "tab", ID: "7"}) }},
		"in the list before": {know: func(m *lost.Memory, c *lost.Create) {
			m.NoteSeen(lost.Key{Kind: "tab", ID: "7"})
			c.Known, c.Number = true, m.Begin()
		}},
		"made, unreadable time":   {know: noteDate, doc: lost.Document{"created_at": "now"}, possible: true},
		"made now, unknown clock": {made: time.Millisecond, possible: true},
		"made now":                {know: noteDate, made: time.Millisecond, proven: true},
		"made now or just before": {know: noteDate, made: -100 * time.Millisecond, proven: true},
		"made 10 s before":        {know: noteDate, made: -10 * time.Second, possible: true},
		"made early in the run":   {know: noteExactDate, made: -2500 * time.Millisecond, proven: true},
		"made 48 h before":        {know: noteDate, made: -48 * time.Hour},
		"made in the future":      {know: noteDate, made: time.Hour, possible: true},
		"made before, but not listed": {know: func(m *lost.Memory, c *lost.Create) {
			noteDate(m, c)
			known(m, c)
		}, made: -10 * time.Second, proven: true},
		"made after a different one":                 {know: makeOne(0), made: time.Millisecond, proven: true},
		"made before a different one":                {know: makeOne(0), made: -1100 * time.Millisecond},
		"made after a different one, other clock":    {know: makeOne(-time.Hour), made: -time.Hour + time.Millisecond, proven: true},
		"made before a different one, other machine": {know: makeOne(0), made: -100 * time.Millisecond, proven: true},
		"made before a different one, other clock":   {know: makeOne(-time.Hour), made: -time.Hour - 1100*time.Millisecond},
		"made now, others in the future":             {know: makeOne(time.Hour), made: time.Millisecond},
	}
	for name, test := range tests {
		m := lost.NewMemory()
		time.Sleep(3300*time.Millisecond - time.Duration(time.Now().Nanosecond()))
		create := &lost.Create{Kind: "tab", Parent: dashboard, Sent: time.Now()}
		if test.know != nil {
			test.know(m, create)
		}
		doc := lost.Document{"id": "7", "name": "a"}
		if test.made != 0 {
			doc["created_at"] = at(create.Sent.Add(test.made))
		}
		maps.Copy(doc, test.doc)
		time.Sleep(2 * time.Millisecond)
		candidates := m.Candidates(create, []lost.Document{doc}, func(doc lost.Document) ([]string, bool) {
			names := differingFields(lost.Document{"name": "a"}, doc)
			return names, len(names) == 0
		})
		if len(candidates) == 1 != (test.proven || test.possible) || len(candidates) == 1 && candidates[0].IsProven != test.proven {
			t.Errorf("%s: candidates %+v", name, candidates)
		}
	}
}

func at(when time.Time) string { return when.UTC().Format("2006-01-02T15:04:05.000000Z07:00") }

// noteDate calls NoteDate with a Date header that equals the local time.
func noteDate(m *lost.Memory, _ *lost.Create) {
	m.NoteDate(http.Header{"Date": {time.Now().UTC().Format(http.TimeFormat)}}, time.Now(), time.Now())
}

// noteExactDate calls NoteDate with two Date headers that together prove that the engine's clock agrees with this machine's.
func noteExactDate(m *lost.Memory, c *lost.Create) {
	second := c.Sent.Truncate(time.Second)
	for _, date := range []time.Time{second.Add(-time.Second), second} {
		m.NoteDate(http.Header{"Date": {date.UTC().Format(http.TimeFormat)}}, second, second)
	}
}

// makeOne returns a function that records a successful create of a tab, earlier in this run than the create whose reply was lost. ahead is
// how far the engine's clock is ahead of the local one, so the tab's creation time is ahead later than the local time.
func makeOne(ahead time.Duration) func(m *lost.Memory, c *lost.Create) {
	return func(m *lost.Memory, c *lost.Create) {
		noteDate(m, c)
		m.NoteCreated(lost.Key{Kind: "tab", ID: "1"}, lost.Document{"created_at": at(time.Now().Add(ahead))}, time.Now())
		c.Sent = c.Sent.Add(time.Microsecond)
	}
}

// candidateIDs returns the candidates' ids. It adds "!" to an id if this candidate is proven to be the object that the create request
// created.
func candidateIDs(m *lost.Memory, create *lost.Create, docs ...lost.Document) string {
	var ids []string
	for _, c := range m.Candidates(create, docs, func(lost.Document) ([]string, bool) { return nil, true }) {
		if c.IsProven {
			c.ID += "!"
		}
		ids = append(ids, c.ID)
	}
	return strings.Join(ids, " ")
}

// TestTimesInWholeSeconds checks creation times without fractional seconds. An object created in the same second in which the request was
// sent may be older than the request, so Candidates can't prove that the request created it.
func TestTimesInWholeSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := lost.NewMemory()
		doc := func(id string, after time.Duration) lost.Document {
			return lost.Document{"id": id, "created_at": time.Now().Add(after - time.Hour).UTC().Format(time.RFC3339)}
		}
		time.Sleep(500 * time.Millisecond)
		m.NoteCreated(lost.Key{Kind: "tab", ID: "1"}, doc("1", 0), time.Now())
		time.Sleep(time.Millisecond)
		create := &lost.Create{Kind: "tab", Sent: time.Now()}
		if got := candidateIDs(m, create, doc("before", -3*time.Second), doc("same", 0), doc("after", time.Second)); got != "same after!" {
			t.Errorf("the candidates are %s", got)
		}
	})
}

// TestRunsThatFollowEachOther checks two Terraform runs. The second run begins less than a second after the first has created an object.
// Because clocks may differ, the second run could take this object for its own, which must never happen. Once a create in the second run
// has returned a response, the run knows how far the engine's clock is off. From then on, it must also recognize its own objects.
func TestRunsThatFollowEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(900 * time.Millisecond)
		twin := lost.Document{"id": "7", "created_at": at(time.Now())}
		time.Sleep(50 * time.Millisecond)
		m := lost.NewMemory()
		time.Sleep(10 * time.Millisecond)
		create := &lost.Create{Kind: "node", Sent: time.Now()}
		time.Sleep(time.Millisecond)
		lostOne := lost.Document{"id": "8", "created_at": at(time.Now())}
		for step, want := range []string{"7 8", "7 8", "7 8!"} {
			switch step {
			case 1:
				time.Sleep(time.Second)
			case 2: // This run creates another node.
				m.NoteCreated(lost.Key{Kind: "node", ID: "1"}, lost.Document{"created_at": at(time.Now())}, time.Now())
			}
			noteDate(m, nil)
			if got := candidateIDs(m, create, twin, lostOne); got != want {
				t.Errorf("step %d: the candidates are %s, want %s", step, got, want)
			}
		}
	})
}

// TestSearchesAndCreatesDoNotOverlap checks that a search waits for creates with the same name that are in progress. Creates with this name
// that begin during the search must wait until it ends.
func TestSearchesAndCreatesDoNotOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turn := lost.NewMemory().Turn("alert", "a")
		var events []string
		endFirst, err := turn.Create(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			end, err := turn.Search(t.Context(), "x")
			if err != nil {
				t.Error(err)
				return
			}
			events = append(events, "search")
			time.Sleep(time.Second)
			events = append(events, "found")
			end()
		}()
		synctest.Wait()
		if turn.SearchCount("x") != 1 || turn.SearchCount("y") != 0 {
			t.Error("the search does not count")
		}
		events = append(events, "created")
		endFirst()
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := turn.Create(short); err == nil {
			t.Error("a create began although its context had ended")
		}
		endSecond, err := turn.Create(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, "created again")
		endSecond()
		if got := strings.Join(events, ", "); got != "created, search, found, created again" {
			t.Errorf("it went: %s", got)
		}
	})
}

func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/outcomes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Case, Outcome string
		Patch, Doc    lost.Document
		Missing       []string
	}
	if err := yaml.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	names := map[lost.Outcome]string{lost.Applied: "made", lost.NotApplied: "not made", lost.Unclear: "unclear"}
	for _, c := range cases {
		outcome, missing := lost.OutcomeOf(c.Patch, c.Doc, map[string]string{"items": "deleted"}, func(sent, found lost.Document) []string {
			return differingFields(withoutIDs(sent), withoutIDs(found))
		})
		slices.Sort(missing)
		if names[outcome] != c.Outcome || !slices.Equal(missing, c.Missing) {
			t.Errorf("%s: the outcome is %s without %v, want %s without %v", c.Case, names[outcome], missing, c.Outcome, c.Missing)
		}
	}
}

// withoutIDs returns a copy of doc in which each array element is replaced by the value of its label field, so that the ids of elements
// don't matter.
func withoutIDs(doc lost.Document) lost.Document {
	plain := lost.Document{}
	for name, value := range doc {
		plain[name] = value
		if array, ok := value.([]any); ok {
			var labels []any
			for _, element := range array {
				object, _ := element.(lost.Document)
				labels = append(labels, object["label"])
			}
			plain[name] = labels
		}
	}
	return plain
}

// TestMayBeProven checks when MayBeProven returns true. The candidate must have the values that were sent, and its creation time must not
// yet prove whether it is older than the create.
func TestMayBeProven(t *testing.T) {
	t.Parallel()
	const created = "2026-01-01T00:00:00Z"
	if !(lost.Candidate{CreatedAt: created}).MayBeProven() {
		t.Error("a creation time does not suffice")
	}
	for _, c := range []lost.Candidate{{}, {CreatedAt: created, IsNew: true}, {CreatedAt: created, Differing: []string{"description"}}} {
		if c.MayBeProven() {
			t.Errorf("%+v may be proven", c)
		}
	}
}
