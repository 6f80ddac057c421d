// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost_test

import (
	"context"
	"fmt"
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
	dashboard := lost.Key{Kind: "dashboard", ID: "d"}
	at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339Nano) }
	tests := map[string]struct {
		know             func(m *lost.Memory, create *lost.Create)
		doc              lost.Document
		proven, possible bool
	}{
		"of an unknown age":           {nil, lost.Document{"name": "a"}, false, true},
		"not in the list before":      {func(_ *lost.Memory, c *lost.Create) { c.Known = true }, lost.Document{"name": "a"}, true, false},
		"something else":              {func(_ *lost.Memory, c *lost.Create) { c.Known = true }, lost.Document{"name": "b"}, false, true},
		"below an object of this run": {func(m *lost.Memory, _ *lost.Create) { m.Own(dashboard) }, lost.Document{"name": "a"}, true, false},
		"of another create":           {func(m *lost.Memory, _ *lost.Create) { m.Own(lost.Key{Kind: "tab", ID: "7"}) }, lost.Document{"name": "a"}, false, false},
		"made now":                    {noteDate, lost.Document{"name": "a", "created_at": at(time.Millisecond)}, true, false},
		"made long before":            {noteDate, lost.Document{"name": "a", "created_at": at(-48 * time.Hour)}, false, false},
		"made before, by this clock":  {useClock, lost.Document{"name": "a", "created_at": at(-10 * time.Second)}, false, false},
		"made before, by some clock":  {noteDate, lost.Document{"name": "a", "created_at": at(-10 * time.Second)}, false, true},
		"made now, by another clock": {func(m *lost.Memory, c *lost.Create) {
			noteDate(m, c)
			m.Clock.Check(time.Now().Add(-time.Hour), time.Now(), time.Now())
		}, lost.Document{"name": "a", "created_at": at(time.Millisecond)}, false, true},
		"made in time to come":         {noteDate, lost.Document{"name": "a", "created_at": at(time.Hour)}, false, true},
		"made now, by an unknown time": {nil, lost.Document{"name": "a", "created_at": at(0)}, false, true},
		"made at no time":              {noteDate, lost.Document{"name": "a", "created_at": "now"}, false, true},
		"made before, and not listed": {
			func(m *lost.Memory, c *lost.Create) { noteDate(m, c); c.Known = true },
			lost.Document{"name": "a", "created_at": at(-10 * time.Second)},
			true, false,
		},
		"in the list before": {func(m *lost.Memory, c *lost.Create) {
			m.See(lost.Key{Kind: "tab", ID: "7"})
			c.Known, c.Sent = true, time.Now().Add(time.Nanosecond)
		}, lost.Document{"name": "a"}, false, false},
		"without an id": {func(_ *lost.Memory, c *lost.Create) { c.Known = true }, lost.Document{"id": nil, "name": "a"}, false, false},
	}
	for name, test := range tests {
		m, create := lost.NewMemory(), &lost.Create{Kind: "tab", Parent: dashboard, Sent: time.Now()}
		if test.know != nil {
			test.know(m, create)
		}
		if _, has := test.doc["id"]; !has {
			test.doc["id"] = "7"
		}
		proven, candidates := m.Judge(create, []lost.Document{test.doc}, func(doc lost.Document) ([]string, bool) {
			names := said(lost.Document{"name": "a"}, doc)
			return names, len(names) == 0
		})
		if (len(proven) == 1) != test.proven || (len(candidates) == 1) != test.possible {
			t.Errorf("%s: proven %v, candidates %+v", name, proven, candidates)
		}
	}
}

// useClock lets the memory know that times of creation are of the engine's clock, too.
func useClock(m *lost.Memory, c *lost.Create) {
	noteDate(m, c)
	m.Clock.Check(time.Now(), time.Now(), time.Now())
}

// noteDate lets the memory know that the engine's clock is the own one.
func noteDate(m *lost.Memory, _ *lost.Create) {
	m.Clock.Note(http.Header{"Date": {time.Now().UTC().Format(http.TimeFormat)}}, time.Now(), time.Now())
}

// The more replies, the closer the bounds: an object made a tenth of a second before the create is known to be older.
func TestClockNarrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := lost.NewMemory()
		ahead := func() time.Time { return time.Now().Add(90 * time.Minute).UTC() }
		older := func() bool {
			sent := time.Now()
			doc := lost.Document{"id": "7", "created_at": ahead().Add(-100 * time.Millisecond).Format(time.RFC3339Nano)}
			proven, candidates := m.Judge(&lost.Create{Kind: "node", Sent: sent}, []lost.Document{doc}, func(lost.Document) ([]string, bool) { return nil, true })
			return len(proven)+len(candidates) == 0
		}
		time.Sleep(300 * time.Millisecond)
		for range 100 {
			m.Clock.Note(http.Header{"Date": {ahead().Format(http.TimeFormat)}}, time.Now().Add(-10*time.Millisecond), time.Now())
			time.Sleep(70 * time.Millisecond)
		}
		m.Clock.Check(ahead(), time.Now(), time.Now())
		if !older() {
			t.Error("an object that was made before is taken for a new one")
		}
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
