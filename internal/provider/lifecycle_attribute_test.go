// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestEachAttribute changes, clears and restores every attribute, and lets it drift: a full object for every row of the
// case, so that one step of Terraform tries all rows at once and the requests show what each of them sends.
func TestEachAttribute(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		d, err := definitionOf(t, c.object)
		if err != nil {
			t.Fatal(err)
		}
		s := &spreadTest{lifecycleCase: c, testEngine: startEngine(t, refserver.Options{}), facts: d.facts, ids: map[int]string{}}
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{
				{
					Config: s.config(c.spread(full)),
					Check:  s.remember,
				},
				{
					PreConfig:        s.ClearRequests,
					Config:           s.config(c.spread(func(r row) string { return r.changed })),
					ConfigPlanChecks: s.expect(func(row) bool { return true }),
					Check:            s.checkChanged,
				},
				{
					PreConfig:        s.ClearRequests,
					Config:           s.config(c.spread(minimal)),
					ConfigPlanChecks: s.expect(func(r row) bool { return true }),
					Check:            s.checkCleared,
				},
				{
					Config: s.config(c.spread(full)),
					Check:  s.remember,
				},
				{
					PreConfig:        func() { s.drift(t) },
					Config:           s.config(c.spread(full)),
					ConfigPlanChecks: s.expect(func(r row) bool { return !r.replaces && !r.reorders }),
					Check:            s.checkMended,
				},
			},
		})
	})
}

// spreadTest is the state of TestEachAttribute for one case.
type spreadTest struct {
	lifecycleCase
	*testEngine
	facts   lens.Facts
	ids     map[int]string         // by row
	docs    map[int]map[string]any // the engine's documents of the full objects, by row
	changed map[int]map[string]any // those of the changed ones
}

func (s *spreadTest) remember(state *terraform.State) error {
	var err error
	s.docs, err = s.documents(state)
	return err
}

// documents reads the ids from the state and the documents from the engine.
func (s *spreadTest) documents(state *terraform.State) (map[int]map[string]any, error) {
	docs := map[int]map[string]any{}
	for i := range s.changes() {
		r, ok := state.RootModule().Resources[s.address(i)]
		if !ok {
			return nil, fmt.Errorf("%s is not in state", s.address(i))
		}
		s.ids[i] = r.Primary.ID
		if docs[i], ok = s.Object(s.object, r.Primary.ID); !ok {
			return nil, fmt.Errorf("the engine lacks %s", s.address(i))
		}
	}
	return docs, nil
}

// expect asks for an update of the rows that move, a replacement where the row says so, and nothing for all others.
func (s *spreadTest) expect(moves func(r row) bool) resource.ConfigPlanChecks {
	var checks []plancheck.PlanCheck
	for i, r := range s.changes() {
		action := plancheck.ResourceActionUpdate
		switch {
		case !moves(r):
			action = plancheck.ResourceActionNoop
		case r.replaces:
			action = plancheck.ResourceActionReplace
		}
		checks = append(checks, plancheck.ExpectResourceAction(s.address(i), action))
	}
	return resource.ConfigPlanChecks{PreApply: checks}
}

// checkChanged wants one PATCH for each object with nothing but the row's keys, and another value in the engine.
func (s *spreadTest) checkChanged(state *terraform.State) error {
	docs, err := s.documents(state)
	if err != nil {
		return err
	}
	s.changed = docs
	for i, r := range s.changes() {
		if r.replaces {
			continue
		}
		patch, err := s.patch(i)
		if err != nil {
			return err
		}
		for _, key := range r.keys() {
			if _, sent := patch[key]; !sent || len(patch) != len(r.keys()) {
				return fmt.Errorf("%s: PATCH sent %v, want the keys %v", s.address(i), patch, r.keys())
			}
			if kept := r.reorders && s.facts.Tombstones[key] != ""; kept { // the engine keeps its order of such elements
				continue
			}
			if reflect.DeepEqual(docs[i][key], s.docs[i][key]) {
				return fmt.Errorf("%s: %s is still %v", s.address(i), key, docs[i][key])
			}
			if err := sameIDs(docs[i][key], s.docs[i][key]); err != nil {
				return fmt.Errorf("%s: %s: %w", s.address(i), key, err)
			}
		}
	}
	return nil
}

// checkCleared wants the clearing value for what is optional: the engine's default, an empty array, null, or elements
// marked as removed.
func (s *spreadTest) checkCleared(*terraform.State) error {
	for i, r := range s.changes() {
		if r.required || s.isCleared(i, r) {
			continue
		}
		patch, err := s.patch(i)
		if err != nil {
			return err
		}
		for key, value := range patch {
			if !slices.Contains(r.keys(), key) {
				return fmt.Errorf("%s: PATCH sent %s", s.address(i), key)
			}
			if !isCleared(value, s.clearing(i, key), s.facts.Tombstones[key]) {
				return fmt.Errorf("%s: PATCH sent %s = %v", s.address(i), key, value)
			}
		}
	}
	return nil
}

// isCleared tells whether the changed document says already what clearing the row's attribute would make it say.
func (s *spreadTest) isCleared(i int, r row) bool {
	return !slices.ContainsFunc(r.keys(), func(key string) bool { return !isCleared(s.changed[i][key], s.clearing(i, key), "") })
}

// clearing is the value that clears a key of a row's object.
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

// drift gives every object the changed value behind Terraform's back.
func (s *spreadTest) drift(t *testing.T) {
	s.ClearRequests()
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

// checkMended wants every document to say again what it said before the drift.
func (s *spreadTest) checkMended(state *terraform.State) error {
	docs, err := s.documents(state)
	if err != nil {
		return err
	}
	for i, r := range s.changes() {
		if r.reorders {
			continue
		}
		for _, key := range r.keys() {
			if have, want := docs[i][key], s.docs[i][key]; !says(have, want) {
				return fmt.Errorf("%s: %s is %v after the drift was mended, want %v", s.address(i), key, have, want)
			}
		}
	}
	return nil
}

// sameIDs wants the elements that two arrays have in common, by ref_id, to have the same ids.
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

// says tells whether a document's value says what another one does. Ids of items do not count, for a mended item may be a
// new one; nor does what the other one lacks, for it is not declared.
func says(value, other any) bool {
	switch other := other.(type) {
	case nil:
		return true
	case []any:
		elements, _ := value.([]any)
		return slices.EqualFunc(elements, other, says)
	case map[string]any:
		object, _ := value.(map[string]any)
		_, isItem := other["ref_id"]
		for key, member := range other {
			if isID := isItem && key == "id"; !isID && !says(object[key], member) {
				return false
			}
		}
		return true
	default:
		return value == other
	}
}

// patch is the body of the one PATCH that the object of a row got.
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
		return nil, fmt.Errorf("%s: %d PATCH requests, want 1: %v", s.address(i), len(patches), patches)
	}
	return patches[0], nil
}
