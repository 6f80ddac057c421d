// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

type counting struct {
	validator.String
	asked *int
}

func (c counting) SetStringRules(rules *StringRules) {
	rules.Equal = func(engine, declared string) bool {
		*c.asked++
		return strings.EqualFold(engine, declared)
	}
}

// TestLargeKeyedListsAreNotComparedAllWithAll checks that matching a list of 1,000 elements takes at most 50,000 attribute comparisons, not
// a million. It counts comparisons, because timings would depend on the machine.
func TestLargeKeyedListsAreNotComparedAllWithAll(t *testing.T) {
	const elements = 1000
	asked := 0
	s := build(t, map[string]schema.Attribute{"list": objects(map[string]schema.Attribute{
		"name": schema.StringAttribute{}, "mode": schema.StringAttribute{Validators: []validator.String{counting{asked: &asked}}},
	})}, Facts{})
	var views, docs []any
	for i := range elements {
		name := fmt.Sprint("element ", i)
		views = append(views, map[string]any{"name": name, "mode": "on"})
		docs = append(docs, map[string]any{"name": name, "mode": "ON"})
	}
	slices.Reverse(docs)
	docs[elements/2] = map[string]any{"name": "changed", "mode": "OFF"}
	declared := viewFrom(t, s, map[string]any{"list": views})
	doc := map[string]any{"list": docs}
	if _, err := s.Project(doc, declared); err != nil {
		t.Fatal(err)
	}
	s.Overlay(doc, declared)
	s.Patch(doc, s.Null(), declared)
	if asked > 50*elements {
		t.Errorf("%d comparisons for %d elements", asked, elements)
	}
	t.Logf("%d comparisons for %d elements", asked, elements)
}
