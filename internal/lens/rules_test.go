// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// rule describes one rule of the conversion, with cases that demonstrate it.
type rule struct {
	Rule  string
	Each  []map[string]string // words in the cases and their replacements; each case runs once per map
	Cases []ruleCase
}

// ruleCase is a case in a YAML file in testdata/rules. It contains the engine's document and the declared attributes as JSON, and the
// expected results of the functions that the case tests.
type ruleCase struct {
	Doc, View, Prior, Planned, Sent string

	Keeps       bool   // Project must return the view unchanged
	Reads       string // the view that Project returns
	Stays       bool   // Overlay with the view from Project must change at most the order of keyed elements
	Error       string // the error from Project
	Differences *[]string
	Overlay     string // the document that Overlay returns; without Doc, the body of a create

	Patch          string    // the body of an update; without Doc, Patch receives no document
	Rivals         *[]string // the changes that Reconcile reports; Patch then receives the view from Reconcile
	NeedsDocument  *bool     `yaml:"needs_document"`
	KeepsForm      *bool     `yaml:"keeps_form"` // WithPriorForms must return the prior state
	Without        string    // the view that WithoutUndeclared returns
	Left           []string
	Uncleared      *[]string
	DeletedSecrets *[]string `yaml:"deleted_secrets"`

	All, Imported, Exact string
	AllMismatches        []string  `yaml:"all_mismatches"`
	ImportedMismatches   []string  `yaml:"imported_mismatches"`
	Secrets              *[]string // the secrets that the method Secrets returns, as JSON

	Undeclared []string                           // the elements that UndeclaredElements returns
	Later      []struct{ Doc, View, Left string } // for each later document, the document that WithoutElements returns
}

func rules(t testing.TB) []rule {
	t.Helper()
	paths, err := filepath.Glob("testdata/rules/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files of rules: %v", err)
	}
	var all []rule
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(true)
		var found []rule
		if err := decoder.Decode(&found); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, found...)
	}
	return all
}

func TestRules(t *testing.T) {
	s := ruleShape(t)
	for _, r := range rules(t) {
		t.Run(r.Rule, func(t *testing.T) {
			for _, words := range append(r.Each, nil)[:max(1, len(r.Each))] {
				for _, c := range r.Cases {
					c.with(words).check(t, s)
				}
			}
		})
	}
}

// TestUnknownValuesStay checks that a value from the state, even an empty one, never replaces a value that is unknown in the plan.
func TestUnknownValuesStay(t *testing.T) {
	s := ruleShape(t)
	prior := view(t, s, `{"name": "", "rate": 0, "words": [], "tags": [], "items": [], "plain": "", "value": "", "extra": ""}`)
	for name, value := range tfvalue.Object(prior) {
		members := maps.Clone(tfvalue.Object(prior))
		members[name] = tftypes.NewValue(value.Type(), tftypes.UnknownValue)
		if got, differs := s.WithPriorForms(prior, tftypes.NewValue(prior.Type(), members)); differs || tfvalue.Object(got)[name].IsKnown() {
			t.Errorf("%s becomes %s", name, tfvalue.Object(got)[name])
		}
	}
}

func (c ruleCase) with(words map[string]string) ruleCase {
	for word, by := range words {
		for _, text := range []*string{&c.Doc, &c.View, &c.Prior, &c.Planned, &c.Reads, &c.Patch, &c.All, &c.Imported} {
			*text = strings.ReplaceAll(*text, word, by)
		}
	}
	return c
}

func (c ruleCase) check(t *testing.T, s *Shape) {
	t.Helper()
	checked := 0
	expect := func(what, got, want string) {
		t.Helper()
		if checked++; got != want {
			t.Errorf("%s\ndoc     %s\nview    %s\nprior   %s\nplanned %s\ngot  %s\nwant %s", what, c.Doc, c.View, c.Prior, c.Planned, got, want)
		}
	}
	var doc map[string]any
	if c.Doc != "" {
		doc = docOf(t, c.Doc)
	}
	if c.View != "" {
		c.checkView(t, s, doc, view(t, s, c.View), expect)
	}
	if c.Undeclared != nil {
		c.checkElements(t, s, doc, expect)
	}
	if c.Planned != "" {
		c.checkUpdate(t, s, doc, view(t, s, c.Prior), view(t, s, c.Planned), expect)
	}
	if c.All != "" {
		all, odd := s.All(doc)
		want := view(t, s, c.All)
		expect("All", fmt.Sprint(viewText(s, all, want), odd, s.Equals(doc, all)), fmt.Sprint(viewText(s, want, want), c.AllMismatches, true))
	}
	if c.Imported != "" {
		imported, odd := s.Imported(doc)
		want := view(t, s, c.Imported)
		expect("Imported", fmt.Sprint(viewText(s, imported, want), odd), fmt.Sprint(viewText(s, want, want), c.ImportedMismatches))
	}
	if c.Exact != "" {
		exact, odd := s.Exact(doc)
		want := view(t, s, c.Exact)
		expect("Exact", fmt.Sprint(exact, odd), fmt.Sprint(want, []*MismatchError(nil)))
	}
	if c.Secrets != nil {
		found := []string{}
		for _, secret := range s.Secrets(doc) {
			found = append(found, document.Encode(secret))
		}
		expect("Secrets", fmt.Sprint(found), fmt.Sprint(*c.Secrets))
	}
	if checked == 0 {
		t.Errorf("%+v expects nothing", c)
	}
	if c.Doc != "" {
		expect("the document afterwards", document.Encode(doc), document.Encode(docOf(t, c.Doc)))
	}
}

func (c ruleCase) checkView(t *testing.T, s *Shape, doc map[string]any, declared tftypes.Value, expect func(what, got, want string)) {
	t.Helper()
	if c.Keeps {
		c.Reads = c.View
	}
	projected, err := s.Project(doc, declared)
	switch {
	case c.Reads != "":
		want := view(t, s, c.Reads)
		expect("Project", fmt.Sprint(viewText(s, projected, want), err), fmt.Sprint(viewText(s, want, want), error(nil)))
		again, err := s.Project(doc, projected)
		expect("the second Project", fmt.Sprint(viewText(s, again, want), err), fmt.Sprint(viewText(s, want, want), error(nil)))
	case c.Error != "":
		expect("Project", fmt.Sprint(err), c.Error)
	}
	if c.Stays {
		want := document.Encode(canonical(s, doc, true))
		expect("Overlay of the result", document.Encode(canonical(s, s.Overlay(doc, projected), true)), want)
	}
	if c.Differences != nil {
		var found []string
		for _, d := range s.Differences(doc, declared) {
			found = append(found, d.line())
		}
		expect("Differences", strings.Join(found, "\n"), strings.Join(*c.Differences, "\n"))
		expect("Equals", fmt.Sprint(s.Equals(doc, declared)), fmt.Sprint(len(found) == 0))
	}
	if c.Overlay != "" {
		expect("Overlay", document.Encode(s.Overlay(doc, declared)), document.Encode(docOf(t, c.Overlay)))
	}
}

// checkElements checks that UndeclaredElements returns the expected elements for doc. It then checks that WithoutElements removes these
// elements from each later version of the document (c.Later).
func (c ruleCase) checkElements(t *testing.T, s *Shape, doc map[string]any, expect func(what, got, want string)) {
	t.Helper()
	known, found := map[string][]string{}, []string{}
	for name, marks := range s.UndeclaredElements(doc, view(t, s, c.View)) {
		known[name] = slices.Sorted(maps.Keys(marks))
		for _, element := range marks {
			found = append(found, fmt.Sprintf("%s %s %v", name, element.Label, element.ID))
		}
	}
	slices.Sort(found)
	expect("UndeclaredElements", strings.Join(found, "\n"), strings.Join(c.Undeclared, "\n"))
	for _, later := range c.Later {
		doc := docOf(t, later.Doc)
		left := s.WithoutElements(doc, view(t, s, later.View), known)
		expect("WithoutElements of "+later.Doc, document.Encode(left), document.Encode(docOf(t, later.Left)))
		expect("the later document afterwards", document.Encode(doc), document.Encode(docOf(t, later.Doc)))
	}
}

func (c ruleCase) checkUpdate(t *testing.T, s *Shape, doc map[string]any, prior, planned tftypes.Value,
	expect func(what, got, want string),
) {
	t.Helper()
	if c.NeedsDocument != nil {
		expect("NeedsDocument", fmt.Sprint(s.NeedsDocument(prior, planned)), fmt.Sprint(*c.NeedsDocument))
	}
	if c.KeepsForm != nil {
		want := planned
		if *c.KeepsForm {
			want = prior
		}
		result, differs := s.WithPriorForms(prior, planned)
		expect("WithPriorForms", fmt.Sprint(viewText(s, result, want), differs), fmt.Sprint(viewText(s, want, want), *c.KeepsForm))
	}
	if c.Without != "" {
		without, left := s.WithoutUndeclared(prior, planned)
		slices.Sort(left)
		want := view(t, s, c.Without)
		expect("WithoutUndeclared", fmt.Sprint(viewText(s, without, want), left), fmt.Sprint(viewText(s, want, want), c.Left))
	}
	if c.Uncleared != nil {
		expect("Uncleared", fmt.Sprint(s.Uncleared(doc, docOf(t, c.Sent), prior, planned)), fmt.Sprint(*c.Uncleared))
	}
	if c.Rivals != nil {
		reconciled, rivals := s.Reconcile(doc, prior, planned)
		expect("Reconcile", rivalLines(rivals), strings.Join(*c.Rivals, "\n"))
		planned = reconciled
	}
	patch := s.Patch(doc, prior, planned)
	if c.Patch != "" {
		expect("Patch", document.Encode(patch), document.Encode(docOf(t, c.Patch)))
	}
	if c.DeletedSecrets != nil {
		expect("DeletedSecrets", fmt.Sprint(s.DeletedSecrets(doc, patch)), fmt.Sprint(*c.DeletedSecrets))
	}
}

// viewText formats the value got as JSON for a failure message. The JSON omits attributes that are never sent. Because different values can
// therefore have the same JSON, the result begins with "different view" if got differs from want.
func viewText(s *Shape, got, want tftypes.Value) string {
	text := document.Encode(s.overlay(nil, false, s.Null(), got))
	if !got.Equal(want) {
		text = "different view, " + text
	}
	return text
}

func (d Difference) line() string {
	return strings.Join(slices.DeleteFunc([]string{pathString(d.Path), d.Key, d.Engine, d.Declared},
		func(part string) bool { return part == "" }), " ")
}

func rivalLines(rivals []Rival) string {
	kinds := map[RivalKind]string{Added: "added ", Changed: "changed ", Removed: "removed ", ChangedRemoved: "changed before removal "}
	var lines []string
	for _, r := range rivals {
		lines = append(lines, strings.TrimSuffix(kinds[r.Kind]+r.line()+" "+r.Element, " "))
	}
	return strings.Join(lines, "\n")
}
