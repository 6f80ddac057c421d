// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// sample contains a random Shape, a random Terraform value (view) and a random engine document.
type sample struct {
	shape *Shape
	view  tftypes.Value
	doc   map[string]any
}

func (g generator) sample() sample {
	shape := g.shape()
	view := g.view(shape)
	return sample{shape: shape, view: view, doc: g.document(shape, view)}
}

// TestLaws checks the laws in doc.go with random Terraform values (v) and engine documents (d). One law is Project(Overlay(d, v), v) == v:
// reading what was just written returns the same value.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := generator{T: t, echo: rapid.Bool().Draw(t, "echo")}
		checkLaws(t, g.sample(), g.echo)
	})
}

// TestLawsWithWrongKinds is like TestLaws, but some values in the documents have the wrong type, such as a string instead of a number.
// Overlay must replace such values in declared attributes. Project may return an error.
func TestLawsWithWrongKinds(t *testing.T) { rapid.Check(t, checkWrongKinds) }

func checkWrongKinds(t *rapid.T) {
	s := generator{T: t, mixed: true}.sample()
	checkOverlayLaws(t, s)
	checkWholeDocument(t, s)
	if projected, err := s.shape.Project(s.doc, s.view); err == nil {
		checkProjected(t, s, projected, false)
	}
}

func checkLaws(t failer, s sample, echo bool) {
	checkOverlayLaws(t, s)
	view := s.view.String()
	projected, err := s.shape.Project(s.doc, s.view)
	if err != nil {
		t.Fatalf("Project: %v\ndoc %s\nview %s", err, document.Encode(s.doc), s.view)
	}
	if s.view.String() != view {
		t.Fatalf("Project changed the view it was given from\n%s to\n%s", view, s.view)
	}
	checkProjected(t, s, projected, echo)
	null, err := s.shape.Project(s.doc, s.shape.Null())
	if err != nil || !null.IsNull() {
		t.Fatalf("Project of a null view: %s, %v", null, err)
	}
	if odd := checkWholeDocument(t, s); len(odd) > 0 {
		t.Fatalf("a document that fits can't be shown: %v\n%s", odd, document.Encode(s.doc))
	}
}

// checkOverlayLaws checks that the document contains the declared values after a write (Overlay), and that a second write changes nothing.
// Both must hold even if values in the original document had an invalid type.
func checkOverlayLaws(t failer, s sample) {
	before := document.Encode(s.doc)
	once := s.shape.Overlay(s.doc, s.view)
	if document.Encode(s.doc) != before {
		t.Fatalf("Overlay changed the document it was given from\n%s to\n%s", before, document.Encode(s.doc))
	}
	back, err := s.shape.Project(once, s.view)
	if err != nil || !back.Equal(s.view) {
		t.Fatalf("Project(Overlay(d, v), v) != v: %v\nd %s\nOverlay %s\nv %s\ngot %s", err, before, document.Encode(once), s.view, back)
	}
	if twice := s.shape.Overlay(once, s.view); !reflect.DeepEqual(twice, once) {
		t.Fatalf("Overlay twice differs from once\nd %s\nv %s\nonce  %s\ntwice %s", before, s.view, document.Encode(once), document.Encode(twice))
	}
	if found := s.shape.Differences(once, s.view); len(found) > 0 {
		t.Fatalf("Differences finds %v after Overlay", found)
	}
	if found := s.shape.Differences(s.doc, s.view); (len(found) == 0) != s.shape.Equals(s.doc, s.view) {
		t.Fatalf("Differences finds %v\nd %s\nv %s", found, before, s.view)
	}
	body := s.shape.Overlay(nil, s.view)
	if back, err := s.shape.Project(body, s.view); err != nil || !back.Equal(s.view) {
		t.Fatalf("the body of a create %s reads as %s (%v)\nv %s", document.Encode(body), back, err, s.view)
	}
}

// checkProjected checks that a value read from the engine (projected) is stable: writing it back changes nothing, and reading it again
// returns the same value.
func checkProjected(t failer, s sample, projected tftypes.Value, echo bool) {
	again := s.shape.Overlay(s.doc, projected)
	if have, want := canonical(s.shape, again, echo), canonical(s.shape, s.doc, echo); !reflect.DeepEqual(have, want) {
		t.Fatalf("Overlay(d, Project(d, v)) != d\nd %s\nv %s\nProject %s\nOverlay %s", document.Encode(s.doc), s.view, projected,
			document.Encode(again))
	}
	same, err := s.shape.Project(s.doc, projected)
	if err != nil || !same.Equal(projected) {
		t.Fatalf("Project(d, Project(d, v)) != Project(d, v): %v\nd %s\nv %s\nonce  %s\ntwice %s", err, document.Encode(s.doc), s.view,
			projected, same)
	}
}

// checkWholeDocument checks the views for an import (Imported) and for a data source (All). Each value in Imported must also be in All, and
// writing either view back to the document must change nothing. checkWholeDocument returns the mismatches that All reports.
func checkWholeDocument(t failer, s sample) []*MismatchError {
	all, odd := s.shape.All(s.doc)
	imported, oddInImport := s.shape.Imported(s.doc)
	if len(oddInImport) > len(odd) {
		t.Fatalf("Imported can't show %v, All can't show %v\n%s", oddInImport, odd, document.Encode(s.doc))
	}
	if !subset(imported, all) {
		t.Fatalf("Imported %s\nis not part of All %s", imported, all)
	}
	for _, whole := range []tftypes.Value{all, imported} {
		checkProjected(t, s, whole, true)
	}
	return odd
}

// subset reports whether whole contains every value declared in part.
func subset(part, whole tftypes.Value) bool {
	if part.IsNull() {
		return true
	}
	switch {
	case part.Type().Is(tftypes.Object{}):
		members := tfvalue.Object(whole)
		for name, member := range tfvalue.Object(part) {
			if name == ExtraName && tfvalue.IsDeclared(member) {
				mine, _ := document.Decode([]byte(tfvalue.String(member)))
				all, _ := document.Decode([]byte(tfvalue.String(members[name])))
				if !document.Includes(all, mine) {
					return false
				}
				continue
			}
			if !subset(member, members[name]) {
				return false
			}
		}
		return true
	case part.Type().Is(tftypes.List{}):
		parts, wholes := tfvalue.List(part), tfvalue.List(whole)
		return slices.EqualFunc(parts, wholes, subset)
	default:
		isEmpty := part.Type().Is(tftypes.String) && tfvalue.String(part) == "" // a required string that the engine lacks
		return part.Equal(whole) || isEmpty && whole.IsNull()
	}
}

// canonical normalizes an engine document for comparison, as canonicalForm does. If echo is false, it also omits the keys in the attribute
// "extra", because the tested engine may not return them.
func canonical(s *Shape, doc any, echo bool) any {
	doc = s.rebuild(s.requestForm(doc), func(part *Shape, _, value any) (any, bool) { return canonical(part, value, echo), true })
	if object, ok := doc.(map[string]any); ok && s.kind == kindObject && s.extra && !echo {
		maps.DeleteFunc(object, func(key string, _ any) bool { return slices.Contains(extraNames, key) })
	}
	return s.canonicalForm(doc)
}
