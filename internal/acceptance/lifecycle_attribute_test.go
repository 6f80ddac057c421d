// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestEachAttribute changes, clears and restores every attribute. Then somebody else changes the attribute in the engine. Each row (a
// change of one attribute) has its own object. So one apply tests all rows, and each PATCH belongs to one row.
func TestEachAttribute(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		d := objectOf(t, c.object)
		s := &spreadTest{lifecycleCase: c, testEngine: startEngine(t, refserver.Options{}), facts: d.Facts, ids: map[int]string{}}
		s.start(t)
		changed := func(r row) string { return r.changed }

		s.step(t, full, nil)
		s.docs = s.documents(t)
		s.step(t, changed, func(r row) bool { return !r.reorders })
		s.changed = s.documents(t)
		s.check(t, s.changed, s.checkChanged)
		s.noteLabels()
		s.step(t, minimal, func(r row) bool { return !r.required || !r.reorders })
		s.check(t, nil, s.checkCleared)
		s.step(t, full, nil)
		s.docs = s.documents(t)
		s.drift(t)
		s.step(t, full, func(r row) bool { return !r.replaces && !r.reorders && !r.relabels })
		s.check(t, s.documents(t), s.checkMended)
	})
}

type spreadTest struct {
	lifecycleCase
	*testEngine
	*terraformRun
	facts   lens.Facts
	ids     map[int]string         // by row
	docs    map[int]map[string]any // the engine's documents of the full objects, by row
	changed map[int]map[string]any // the engine's documents of the changed objects, by row
}

func (s *spreadTest) start(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	connect(t, dir, s.testEngine)
	s.terraformRun = startTerraform(t, dir)
}

// step applies the configuration with the value that pick returns for each row. If moves returns true for a row, its object must be
// updated, or replaced if the row says so; if false, the object must not change. If moves is nil, any object may change. The next plan must
// be empty.
func (s *spreadTest) step(t *testing.T, pick func(r row) string, moves func(r row) bool) {
	t.Helper()
	s.ClearRequests()
	actions := s.applied(t, s.spread(pick))
	for i, r := range s.changes() {
		want := "update"
		switch {
		case moves == nil:
			continue
		case !moves(r):
			want = ""
		case r.replaces:
			want = "replace"
		}
		if got := actions[s.address(i)]; got != want {
			t.Errorf("%s: the plan is %q, want %q", s.address(i), got, want)
		}
	}
}

// documents reads the object of each row from the engine. The keys are the indexes of the rows.
func (s *spreadTest) documents(t *testing.T) map[int]map[string]any {
	t.Helper()
	ids := s.stateIDs(t)
	docs := map[int]map[string]any{}
	for i := range s.changes() {
		s.ids[i] = ids[s.address(i)]
		doc, ok := s.Object(s.object, s.ids[i])
		if !ok {
			t.Fatalf("the engine lacks %s", s.address(i))
		}
		docs[i] = doc
	}
	return docs
}

func (s *spreadTest) check(t *testing.T, docs map[int]map[string]any, one func(i int, r row, doc map[string]any) error) {
	t.Helper()
	for i, r := range s.changes() {
		if err := one(i, r, docs[i]); err != nil {
			t.Errorf("%s: %s", s.address(i), err)
		}
	}
}

// checkChanged checks that one PATCH sent only the keys of the changed attribute, and that the engine has a new value. If only the order of
// elements changed, the provider may have sent no PATCH.
func (s *spreadTest) checkChanged(i int, r row, doc map[string]any) error {
	if r.replaces {
		return nil
	}
	patch, err := s.patch(i)
	switch {
	case r.reorders && err == nil:
		return fmt.Errorf("PATCH sent %v for another order", patch)
	case r.reorders:
		return nil
	case err != nil:
		return err
	}
	for _, key := range r.keys() {
		if _, sent := patch[key]; !sent || len(patch) != len(r.keys()) {
			return fmt.Errorf("PATCH sent %v, want the keys %v", patch, r.keys())
		}
		if reflect.DeepEqual(doc[key], s.docs[i][key]) {
			return fmt.Errorf("%s is still %v", key, doc[key])
		}
		if err := sameIDs(doc[key], s.docs[i][key]); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// checkCleared checks the PATCH after an optional attribute was removed from the configuration. It must have sent the engine's default,
// null, an empty array, or elements that are marked as removed.
func (s *spreadTest) checkCleared(i int, r row, _ map[string]any) error {
	if r.required || s.isCleared(i, r) {
		return nil
	}
	patch, err := s.patch(i)
	if err != nil {
		return err
	}
	for key, value := range patch {
		if !slices.Contains(r.keys(), key) {
			return fmt.Errorf("PATCH sent %s", key)
		}
		if !isCleared(value, s.clearing(i, key), s.facts.Tombstones[key]) {
			return fmt.Errorf("PATCH sent %s = %v", key, value)
		}
	}
	return nil
}

// isCleared reports whether the changed value of a row already means "cleared". Then clearing needs no PATCH.
func (s *spreadTest) isCleared(i int, r row) bool {
	return !slices.ContainsFunc(r.keys(), func(key string) bool { return !isCleared(s.changed[i][key], s.clearing(i, key), "") })
}

// clearing returns the value that the provider sends to clear a key: [] for a list, or the engine's default, which may be null.
func (s *spreadTest) clearing(i int, key string) any {
	if _, isList := s.docs[i][key].([]any); isList {
		return []any{}
	}
	return s.facts.Defaults[key]
}

func isCleared(value, clearing any, tombstone string) bool {
	elements, isList := value.([]any)
	for _, element := range elements {
		object, _ := element.(map[string]any)
		if tombstone == "" || object[tombstone] != true {
			return false
		}
	}
	return isList || fmt.Sprint(value) == fmt.Sprint(clearing)
}

func (s *spreadTest) drift(t *testing.T) {
	t.Helper()
	for i, r := range s.changes() {
		if r.replaces {
			continue
		}
		err := s.Edit(s.object, s.ids[i], func(doc map[string]any) {
			for _, key := range r.keys() {
				doc[key] = s.changed[i][key]
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// noteLabels sets relabels in rows that change only names in references, for example "Pump" in { id = "1", name = "Pump" }.
func (s *spreadTest) noteLabels() {
	for i, r := range s.changes() {
		s.rows[i].relabels = !r.reorders && !slices.ContainsFunc(r.keys(), func(key string) bool {
			return !reflect.DeepEqual(unlabelled(s.docs[i][key]), unlabelled(s.changed[i][key]))
		})
	}
}

// unlabelled returns a copy of a document's value in which references such as {"id": "1", "name": "Pump"} have no name. It does not change
// the values of parameters: they can be any JSON, so an object there may only look like a reference.
func unlabelled(value any) any {
	switch value := value.(type) {
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = unlabelled(element)
		}
		return list
	case map[string]any:
		isReference := value["id"] != nil && len(value) <= 3
		object := map[string]any{}
		for key, member := range value {
			switch {
			case key == "value":
				object[key] = member
			case key != "name" || !isReference:
				object[key] = unlabelled(member)
			}
		}
		return object
	default:
		return value
	}
}

// checkMended checks that an apply has restored an attribute that somebody else had changed in the engine.
func (s *spreadTest) checkMended(i int, r row, doc map[string]any) error {
	if r.reorders {
		return nil
	}
	for _, key := range r.keys() {
		have, want := doc[key], s.docs[i][key]
		if r.relabels {
			have, want = unlabelled(have), unlabelled(want)
		}
		if !contains(have, want) {
			return fmt.Errorf("%s is %v after the drift was mended, want %v", key, have, want)
		}
	}
	return nil
}

// sameIDs checks that an update kept the ids of items. If both arrays have an item with the same ref_id, its id must be the same too.
func sameIDs(after, before any) error {
	ids := map[any]any{}
	elements, _ := before.([]any)
	for _, element := range elements {
		if item, ok := element.(map[string]any); ok && item["ref_id"] != nil {
			ids[item["ref_id"]] = item["id"]
		}
	}
	elements, _ = after.([]any)
	for _, element := range elements {
		item, _ := element.(map[string]any)
		if id, ok := ids[item["ref_id"]]; ok && id != item["id"] {
			return fmt.Errorf("the item %v had the id %v and has %v now", item["ref_id"], id, item["id"])
		}
	}
	return nil
}

// contains reports whether value has everything that other has. It ignores additional keys of value. It also ignores the ids of items,
// because the engine gives a new id to an item that is added again.
func contains(value, other any) bool {
	switch other := other.(type) {
	case nil:
		return true
	case []any:
		elements, _ := value.([]any)
		return slices.EqualFunc(elements, other, contains)
	case map[string]any:
		object, _ := value.(map[string]any)
		_, isItem := other["ref_id"]
		for key, member := range other {
			if isID := isItem && key == "id"; !isID && !contains(object[key], member) {
				return false
			}
		}
		return true
	default:
		return value == other
	}
}

// patch returns the body of the PATCH for the row's object. It returns an error if the object received no PATCH or more than one.
func (s *spreadTest) patch(i int) (map[string]any, error) {
	var patches []map[string]any
	for _, request := range s.writes() {
		if request.Method != http.MethodPatch || !strings.Contains(request.Path, s.ids[i]) {
			continue
		}
		var body map[string]any
		if err := json.Unmarshal(request.Body, &body); err != nil {
			return nil, err
		}
		patches = append(patches, body)
	}
	if len(patches) != 1 {
		return nil, fmt.Errorf("%d PATCH requests, want 1: %v", len(patches), patches)
	}
	return patches[0], nil
}
