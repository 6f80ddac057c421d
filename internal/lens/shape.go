// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

// ExtraName is the name of the attribute with further keys of an object. They are sent next to the object's attributes.
const ExtraName = "extra"

// VersionSuffix is the suffix of an attribute that has the version of a write-only attribute. The value is sent if the version changes.
const VersionSuffix = "_version"

// keyNames are the attributes that identify an element of an array. The first one in the element's schema is the key.
var keyNames = []string{"ref_id", "id", "name", "port"}

type kind int

const (
	kindText kind = iota
	kindNumber
	kindBool
	kindJSON // any JSON value on the wire, JSON text in the view
	kindObject
	kindList
)

// TextRules say what the texts of a string attribute mean.
type TextRules struct {
	// Equal reports whether the engine's text and the declared text have the same meaning. nil means that only equal texts do.
	Equal func(engine, declared string) bool
	// Spelling returns the engine's text as configurations spell it. nil means that it is the same text.
	Spelling func(engine string) string
	// IsNumeric is true if a text that is a number is sent as a number.
	IsNumeric bool
	// IsID is true if the text is the id of another object. Some engines answer an object such as {"id": "t1", "name": "Pump"} in
	// place of a text. Such an object means its id if IsID is true, and its name otherwise.
	IsID bool
	// IsJSON is true if the text is JSON. Some engines answer the decoded JSON in place of the text (quirk 196).
	IsJSON bool
	// ManyIf is only for attributes of JSON values: the name of a boolean sibling. If the sibling is true, the value is an array of
	// values. Otherwise it is one value, and an array of one value equals the value. "" means that there is no such sibling.
	ManyIf string
}

// TextRuler is implemented by validators of string attributes that know rules for the texts.
type TextRuler interface {
	SetTextRules(rules *TextRules)
}

// Facts are facts about an engine object that a schema cannot express. Paths are attribute names joined by dots, without the indexes of
// lists ("alert_items.query_limit").
type Facts struct {
	// Defaults are the values of the engine for attributes that were never sent, as decoded JSON. An update clears an attribute with
	// its default, and an import leaves the default out.
	Defaults map[string]any
	// Unsent names top-level attributes that are never sent. "id" is never sent either, and neither are write-only attributes and
	// their versions, at any depth ("key_wo", "key_wo_version").
	Unsent []string
	// Runtime names top-level attributes that the engine changes by itself, such as a status. An import leaves them out.
	Runtime []string
	// Arrays names the top-level arrays that a create must have, even if they are empty. An import shows them even if they are empty.
	Arrays []string
	// Tombstones maps the name of a top-level array to the boolean key that marks one of its elements as removed. The engine keeps
	// the elements of such an array that a PATCH leaves out.
	Tombstones map[string]string
}

// Shape describes the type of a value in views and in documents. It never changes after FromSchema has built it.
type Shape struct {
	kind kind
	typ  tftypes.Type

	rules TextRules // of a text and of JSON

	elem *Shape // of a list

	attrs []attribute // of an object, sorted by name, without ExtraName
	key   *attribute  // of an object: the attribute that identifies it, or nil
	extra bool        // of an object: it has the attribute ExtraName

	reference    bool       // of an object: it names another object of the engine
	secret       *attribute // of an object: the attribute that may hold a secret, or nil
	secretWithin bool       // of an object: a nested object or list may have secrets
}

// attribute is an attribute of an object: the shape of its values, and the facts about it.
type attribute struct {
	*Shape
	name        string
	required    bool
	needed      bool // required, or an array that a create must have: an import always shows it
	computed    bool
	unsent      bool
	runtime     bool
	hasDefault  bool
	byDefault   any
	defaultView tftypes.Value // byDefault in the form of a view
	tombstone   string
}

// Type returns the Terraform type of the shape's values.
func (s *Shape) Type() tftypes.Type { return s.typ }

// Null returns the null value of the shape's type.
func (s *Shape) Null() tftypes.Value { return tftypes.NewValue(s.typ, nil) }

// undeclared returns the members of an object that declares nothing.
func (s *Shape) undeclared() map[string]tftypes.Value {
	members := make(map[string]tftypes.Value, len(s.attrs)+1)
	for i := range s.attrs {
		members[s.attrs[i].name] = s.attrs[i].Null()
	}
	if s.extra {
		members[ExtraName] = tftypes.NewValue(tftypes.String, nil)
	}
	return members
}

// member returns the attribute of an object shape with the given name, or nil.
func (s *Shape) member(name string) *attribute {
	for i := range s.attrs {
		if s.attrs[i].name == name {
			return &s.attrs[i]
		}
	}
	return nil
}

// FromSchema builds the shape of a resource. It fails if no engine object needs the type of an attribute, and if a fact names an
// attribute that the schema does not have.
func FromSchema(ctx context.Context, s schema.Schema, facts Facts) (*Shape, error) {
	b := &builder{ctx: ctx, facts: facts, used: map[string]bool{}}
	shape, err := b.object(s.Attributes, "")
	if err != nil {
		return nil, err
	}
	for path := range facts.Defaults {
		if !b.used[path] {
			return nil, fmt.Errorf("a default is given for %q, which the schema lacks", path)
		}
	}
	for _, name := range slices.Concat(facts.Unsent, facts.Runtime, facts.Arrays, slices.Sorted(maps.Keys(facts.Tombstones))) {
		if shape.member(name) == nil {
			return nil, fmt.Errorf("the facts name %q, which the schema lacks", name)
		}
	}
	for name := range facts.Tombstones {
		if a := shape.member(name); a.kind != kindList || a.elem.kind != kindObject {
			return nil, fmt.Errorf("a tombstone is given for %q, which is not a list of objects", name)
		}
	}
	shape.key, shape.reference = nil, false // a resource is no element of a list, even if it has a name
	for i := range shape.attrs {
		a := &shape.attrs[i]
		a.unsent = a.unsent || a.name == "id" || slices.Contains(facts.Unsent, a.name)
		a.runtime = slices.Contains(facts.Runtime, a.name)
		a.needed = a.required || slices.Contains(facts.Arrays, a.name)
		a.tombstone = facts.Tombstones[a.name]
	}
	return shape, nil
}

type builder struct {
	ctx   context.Context
	facts Facts
	used  map[string]bool // paths of defaults that were found
}

func (b *builder) object(attributes map[string]schema.Attribute, path string) (*Shape, error) {
	s := &Shape{kind: kindObject}
	types := map[string]tftypes.Type{}
	for name, a := range attributes {
		if name == ExtraName {
			s.extra, types[name] = true, tftypes.String
			continue
		}
		p := strings.TrimPrefix(path+"."+name, ".")
		shape, err := b.attribute(a, p)
		if err != nil {
			return nil, err
		}
		versioned := attributes[strings.TrimSuffix(name, VersionSuffix)]
		member := attribute{
			Shape: shape, name: name, required: a.IsRequired(), needed: a.IsRequired(), computed: a.IsComputed(),
			unsent: a.IsWriteOnly() || versioned != nil && versioned.IsWriteOnly(),
		}
		member.byDefault, member.hasDefault = b.facts.Defaults[p]
		var odd []*MismatchError
		if member.defaultView, odd = shape.all(member.byDefault, readAll); len(odd) > 0 {
			return nil, fmt.Errorf("a default does not fit: %w", within(odd[0], p))
		}
		b.used[p] = true
		s.attrs = append(s.attrs, member)
		types[name] = shape.typ
	}
	sort.Slice(s.attrs, func(i, j int) bool { return s.attrs[i].name < s.attrs[j].name })
	s.typ = tftypes.Object{AttributeTypes: types}
	s.secret = s.secretOf()
	s.secretWithin = slices.ContainsFunc(s.attrs, func(a attribute) bool { return a.kind >= kindObject && a.mayHoldSecrets() })
	for _, name := range keyNames {
		if key := s.member(name); key != nil && (key.kind == kindText || key.kind == kindNumber) {
			s.key = key
			break
		}
	}
	s.reference = isReference(s)
	return s, nil
}

func (b *builder) attribute(a schema.Attribute, path string) (*Shape, error) {
	switch a := a.(type) {
	case schema.StringAttribute:
		return b.text(a), nil
	case schema.NumberAttribute:
		return &Shape{kind: kindNumber, typ: tftypes.Number}, nil
	case schema.BoolAttribute:
		return &Shape{kind: kindBool, typ: tftypes.Bool}, nil
	case schema.ListAttribute:
		if !a.ElementType.Equal(types.StringType) {
			return nil, fmt.Errorf("%s: a list of %s has no shape", path, a.ElementType)
		}
		return listOf(&Shape{kind: kindText, typ: tftypes.String}), nil
	case schema.ListNestedAttribute:
		elem, err := b.object(a.NestedObject.Attributes, path)
		if err != nil {
			return nil, err
		}
		return listOf(elem), nil
	case schema.SingleNestedAttribute:
		return b.object(a.Attributes, path)
	default:
		return nil, fmt.Errorf("%s: an attribute of type %T has no shape", path, a)
	}
}

func (b *builder) text(a schema.StringAttribute) *Shape {
	s := &Shape{kind: kindText, typ: tftypes.String}
	if (jsontype.Type{}).Equal(a.CustomType) {
		s.kind = kindJSON
	}
	for _, v := range a.Validators {
		if v, ok := v.(TextRuler); ok {
			v.SetTextRules(&s.rules)
		}
	}
	return s
}

func listOf(elem *Shape) *Shape {
	return &Shape{kind: kindList, typ: tftypes.List{ElementType: elem.typ}, elem: elem}
}
