// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// said compares the fields of small documents by their texts.
func said(sent, found lost.Document) []string {
	var names []string
	for name, value := range sent {
		if fmt.Sprint(value) != fmt.Sprint(found[name]) {
			names = append(names, name)
		}
	}
	return names
}

func TestJudge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testJudge)
}

func testJudge(t *testing.T) {
	dashboard := lost.Key{Kind: "dashboard", ID: "d"}
	known := func(_ *lost.Memory, c *lost.Create) { c.Known = true }
	// The run is 3.3 seconds old, the header Date has no tenths: the engine's clock may be 0.3 seconds behind or 0.7 ahead.
	tests := map[string]struct {
		know             func(m *lost.Memory, create *lost.Create)
		made             time.Duration // after the create was sent; 0 for one without a time
		doc              lost.Document
		proven, possible bool
	}{
		"of an unknown age":           {nil, 0, nil, false, true},
		"not in the list before":      {known, 0, nil, true, false},
		"something else":              {known, 0, lost.Document{"name": "b"}, false, true},
		"without an id":               {known, 0, lost.Document{"id": nil}, false, false},
		"below an object of this run": {func(m *lost.Memory, _ *lost.Create) { m.Claim(dashboard) }, 0, nil, true, false},
		"of another create":           {func(m *lost.Memory, _ *lost.Create) { m.Claim(lost.Key{Kind: "tab", ID: "7"}) }, 0, nil, false, false},
		"in the list before": {func(m *lost.Memory, c *lost.Create) {
			m.NoteSeen(lost.Key{Kind: "tab", ID: "7"})
			c.Known, c.Sent = true, c.Sent.Add(time.Nanosecond)
		}, 0, nil, false, false},
		"made at no time":                         {noteDate, 0, lost.Document{"created_at": "now"}, false, true},
		"made now, by an unknown clock":           {nil, time.Millisecond, nil, false, true},
		"made now":                                {noteDate, time.Millisecond, nil, true, false},
		"made now or just before":                 {noteDate, -100 * time.Millisecond, nil, true, false},
		"made before, by some clock":              {noteDate, -10 * time.Second, nil, false, true},
		"made long before":                        {noteDate, -48 * time.Hour, nil, false, false},
		"made in time to come":                    {noteDate, time.Hour, nil, false, true},
		"made before, and not listed":             {func(m *lost.Memory, c *lost.Create) { noteDate(m, c); known(m, c) }, -10 * time.Second, nil, true, false},
		"made after another":                      {makeOne(0), time.Millisecond, nil, true, false},
		"made before another":                     {makeOne(0), -1100 * time.Millisecond, nil, false, false},
		"made after another, by another clock":    {makeOne(-time.Hour), -time.Hour + time.Millisecond, nil, true, false},
		"made before another, by another machine": {makeOne(0), -100 * time.Millisecond, nil, true, false},
		"made before another, by another clock":   {makeOne(-time.Hour), -time.Hour - 1100*time.Millisecond, nil, false, false},
		"made now, others in time to come":        {makeOne(time.Hour), time.Millisecond, nil, false, false},
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
		proven, candidates := m.Judge(create, []lost.Document{doc}, func(doc lost.Document) ([]string, bool) {
			names := said(lost.Document{"name": "a"}, doc)
			return names, len(names) == 0
		})
		if (len(proven) == 1) != test.proven || (len(candidates) == 1) != test.possible {
			t.Errorf("%s: proven %v, candidates %+v", name, proven, candidates)
		}
	}
}

// at is a time as the engine writes it.
func at(when time.Time) string { return when.UTC().Format("2006-01-02T15:04:05.000000Z07:00") }

// noteDate lets the memory know that the engine's clock is the own one.
func noteDate(m *lost.Memory, _ *lost.Create) {
	m.Clock.Note(http.Header{"Date": {time.Now().UTC().Format(http.TimeFormat)}}, time.Now(), time.Now())
}

// useClock lets the memory know that times of creation of nodes are of the own clock.
func useClock(m *lost.Memory) {
	m.NoteCreated(lost.Key{Kind: "node", ID: "1"}, lost.Document{"created_at": at(time.Now())}, time.Now())
}

// makeOne lets the run have made another tab before the create, at a time by the engine's clock.
func makeOne(ahead time.Duration) func(m *lost.Memory, c *lost.Create) {
	return func(m *lost.Memory, c *lost.Create) {
		noteDate(m, c)
		m.NoteCreated(lost.Key{Kind: "tab", ID: "1"}, lost.Document{"created_at": at(time.Now().Add(ahead))}, time.Now())
		c.Sent = c.Sent.Add(time.Microsecond)
	}
}

// Of an engine whose times of creation have whole seconds, an object is newer or older than another one only in another second.
func TestTimesInWholeSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := lost.NewMemory()
		doc := func(after time.Duration) lost.Document {
			return lost.Document{"id": "7", "created_at": time.Now().Add(after - time.Hour).UTC().Format(time.RFC3339)}
		}
		time.Sleep(500 * time.Millisecond)
		m.NoteCreated(lost.Key{Kind: "tab", ID: "1"}, doc(0), time.Now())
		time.Sleep(time.Millisecond)
		create := &lost.Create{Kind: "tab", Sent: time.Now()}
		for after, want := range map[time.Duration][2]int{-3 * time.Second: {0, 0}, 0: {0, 1}, time.Second: {1, 0}} {
			proven, candidates := m.Judge(create, []lost.Document{doc(after)}, func(lost.Document) ([]string, bool) { return nil, true })
			if len(proven) != want[0] || len(candidates) != want[1] {
				t.Errorf("%s after the other: proven %v, candidates %+v", after, proven, candidates)
			}
		}
	})
}

// What the run before made less than a second before this one began is never proven to be new. What this run made is, as soon as
// another object of this run shows by which clock.
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
		judge := func(want string) {
			noteDate(m, nil)
			proven, candidates := m.Judge(create, []lost.Document{twin, lostOne}, func(lost.Document) ([]string, bool) { return nil, true })
			var got []any
			for _, doc := range proven {
				got = append(got, doc["id"])
			}
			got = append(got, "not")
			for _, candidate := range candidates {
				got = append(got, candidate.ID)
			}
			if fmt.Sprint(got) != want {
				t.Errorf("proven are %v, want %s", got, want)
			}
		}
		judge("[not 7 8]")
		time.Sleep(time.Second)
		judge("[not 7 8]")
		useClock(m)
		judge("[8 not 7]")
	})
}

// A search waits for the creates of its name, and the creates that come later wait for it.
func TestTurns(t *testing.T) {
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
		if turn.Searches("x") != 1 || turn.Searches("y") != 0 {
			t.Error("the search does not count")
		}
		events = append(events, "created")
		endFirst()
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := turn.Create(short); err == nil {
			t.Error("a create whose caller gave up goes on")
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

func TestFateOf(t *testing.T) {
	t.Parallel()
	item := func(id, label string) lost.Document {
		if id == "" {
			return lost.Document{"label": label}
		}
		return lost.Document{"id": id, "label": label}
	}
	removed := lost.Document{"id": "2", "deleted": true}
	items := func(items ...any) lost.Document { return lost.Document{"items": items} }
	tests := map[string]struct {
		patch, doc lost.Document
		want       lost.Fate
		missing    []string
	}{
		"all of it":                     {lost.Document{"a": 1, "b": 2}, lost.Document{"a": 1, "b": 2, "c": 3}, lost.Made, nil},
		"nothing of it":                 {lost.Document{"a": 1, "b": 2}, lost.Document{"a": 0}, lost.NotMade, []string{"a", "b"}},
		"a part of it":                  {lost.Document{"a": 1, "b": 2}, lost.Document{"a": 1}, lost.Unclear, []string{"b"}},
		"cleared":                       {lost.Document{"a": nil, "b": []any{}}, lost.Document{"a": "", "b": nil}, lost.Made, nil},
		"not cleared":                   {lost.Document{"a": nil}, lost.Document{"a": "x"}, lost.NotMade, []string{"a"}},
		"a new item":                    {items(item("1", "x"), item("", "y")), items(item("1", "x"), item("9", "y")), lost.Made, nil},
		"no new item":                   {items(item("1", "x"), item("", "y")), items(item("1", "x")), lost.NotMade, []string{"items"}},
		"another new item":              {items(item("1", "x"), item("", "y")), items(item("1", "x"), item("9", "z")), lost.Unclear, []string{"items"}},
		"one of two equal new items":    {items(item("", "y"), item("", "y")), items(item("9", "y")), lost.Unclear, []string{"items"}},
		"two equal new items":           {items(item("", "y"), item("", "y")), items(item("9", "y"), item("8", "y")), lost.Made, nil},
		"a new item, ids that changed":  {items(item("1", "x"), item("", "y")), items(item("5", "x"), item("6", "y")), lost.Made, nil},
		"a new item decides":            {lost.Document{"a": 1, "items": []any{item("", "y")}}, lost.Document{"a": 2, "items": []any{item("9", "y")}}, lost.Made, []string{"a"}},
		"no new item decides":           {lost.Document{"a": 1, "items": []any{item("", "y")}}, lost.Document{"a": 1, "items": []any{}}, lost.NotMade, []string{"items"}},
		"an item was removed":           {items(item("1", "x"), removed), items(item("1", "x")), lost.Made, nil},
		"an item was not removed":       {items(item("1", "x"), removed), items(item("1", "x"), item("2", "z")), lost.NotMade, []string{"items"}},
		"an item was changed":           {items(item("1", "x")), items(item("1", "x")), lost.Made, nil},
		"an item was not changed":       {items(item("1", "x")), items(item("1", "w")), lost.NotMade, []string{"items"}},
		"somebody's item beside it all": {items(item("1", "x")), items(item("1", "x"), item("3", "z")), lost.Made, nil},
	}
	for name, test := range tests {
		fate, missing := lost.FateOf(test.patch, test.doc, map[string]string{"items": "deleted"}, func(sent, found lost.Document) []string {
			return said(withoutIDs(sent), withoutIDs(found))
		})
		slices.Sort(missing)
		if fate != test.want || !slices.Equal(missing, test.missing) {
			t.Errorf("%s: the fate is %d without %v, want %d without %v", name, fate, missing, test.want, test.missing)
		}
	}
}

// withoutIDs is a document whose items have no ids, which views do not have either.
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
