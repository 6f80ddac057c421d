// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

// ExtraName is the name of the attribute for keys of the engine's object that are not in the schema. The attribute contains a JSON object.
const ExtraName = "extra"

// VersionSuffix is the suffix of attributes such as "key_wo_version". An update sends the write-only attribute "key_wo" only if
// "key_wo_version" has changed.
const VersionSuffix = "_version"

// KeyNames returns the attributes that can identify a list element. If an element has several of them, the first one is its key.
func KeyNames() []string { return []string{"ref_id", "id", "name", "port"} }

type kind int

const (
	kindString kind = iota
	kindNumber
	kindBool
	kindJSON // any JSON value in the engine's document; a JSON-encoded string in Terraform
	kindObject
	kindList
)

// StringRules describes how an attribute's strings are compared, read and sent.
type StringRules struct {
	// Equal reports whether two different strings, such as "SEV1" and "sev1", have the same meaning. It may be nil.
	Equal func(engine, declared string) bool
	// Canonical converts the engine's string to the form that a generated configuration uses, such as "sev1" to "SEV1". It may be nil.
	Canonical func(engine string) string
	// Sent converts a declared string to its form in a request. For example, it converts "5m" to "5". It may be nil.
	Sent func(declared string) string
	// IsNumeric is true if a request sends a numeric string, such as "5", as the JSON number 5.
	IsNumeric bool
	// IsID is true if the string is the id of another object. If the engine returns a reference such as {"id": "t1", "name": "Pump"}
	// instead, its id "t1" is used, not the name.
	IsID bool
	// IsJSON is true if the string contains JSON. Some engines return the decoded JSON instead of the string (quirk 196 in quirks.go).
	IsJSON bool
	// ManyIf is used only for JSON attributes. It is the name of a boolean attribute in the same object, such as "multiple". Unless that
	// attribute is true, a value equals an array that contains only this value. For example, 1 equals [1].
	ManyIf string
}

// StringRuler is a validator that also sets StringRules for its attribute.
type StringRuler interface {
	SetStringRules(rules *StringRules)
}

// Facts describes properties of an engine object that its schema can't express. Some fields contain paths. A path consists of attribute
// names without list indexes, such as "alert_items.query_limit".
type Facts struct {
	// Defaults maps an attribute's path to the value that the engine sets if a create omits the attribute. To clear an attribute, an update
	// sends its default. An import omits attributes that are set to their default.
	Defaults map[string]any
	// Unsent lists top-level attributes that requests never contain under their own names. It need not list "id", write-only attributes and
	// their versions.
	Unsent []string
	// Runtime lists top-level attributes that the engine changes on its own, such as a status. An import omits them.
	Runtime []string
	// Arrays lists top-level arrays that must be in every create request and in every imported configuration, even if they are empty.
	Arrays []string
	// Tombstones maps a top-level array to the boolean key that marks an element for removal, such as "deleted". In such an array, the
	// engine keeps elements that an update omits. To remove an element, an update must send it with this key.
	Tombstones map[string]string
}

// Shape describes a Terraform type and the JSON that corresponds to it. It is immutable once FromSchema has returned it.
type Shape struct {
	kind kind
	typ  tftypes.Type

	rules StringRules // for strings and JSON

	elem *Shape // for lists: the shape of the elements

	attrs []attribute // for objects, sorted by name, without ExtraName
	key   *attribute  // for objects: the attribute that identifies the object, or nil
	extra bool        // for objects: whether the object has the attribute ExtraName

	reference    bool       // for objects: whether the object is a reference (reference.go)
	secret       *attribute // for objects: the attribute that may hold a secret, or nil
	secretWithin bool       // for objects: whether a nested object or list may hold secrets
}

type attribute struct {
	*Shape
	name        string
	required    bool
	needed      bool // required or listed in Facts.Arrays, so that an import always declares it
	computed    bool
	unsent      bool
	runtime     bool
	hasDefault  bool
	byDefault   any
	defaultView tftypes.Value // byDefault as a Terraform value
	tombstone   string
}

// Type returns the Terraform type.
func (s *Shape) Type() tftypes.Type { return s.typ }

// Null returns the null value of the Terraform type.
func (s *Shape) Null() tftypes.Value { return tftypes.NewValue(s.typ, nil) }

// nullMembers returns the attributes of a Terraform object, all null.
func (s *Shape) nullMembers() map[string]tftypes.Value {
	members := make(map[string]tftypes.Value, len(s.attrs)+1)
	for i := range s.attrs {
		members[s.attrs[i].name] = s.attrs[i].Null()
	}
	if s.extra {
		members[ExtraName] = tftypes.NewValue(tftypes.String, nil)
	}
	return members
}

// rebuild copies the engine's object or array (doc), and replaces each member or element with the result of the edit function. The step
// passed to edit is the member's name (string) or the element's index (int). If edit returns keep = false, the copy omits the value. Object
// keys that are not in the schema are copied unchanged.
func (s *Shape) rebuild(doc any, edit func(part *Shape, step, value any) (edited any, keep bool)) any {
	object, isObject := doc.(map[string]any)
	docs, isArray := doc.([]any)
	switch {
	case isObject && s.kind == kindObject:
		object = maps.Clone(object)
		for i := range s.attrs {
			a := &s.attrs[i]
			if value, has := object[a.name]; has {
				var keep bool
				if object[a.name], keep = edit(a.Shape, a.name, value); !keep {
					delete(object, a.name)
				}
			}
		}
		return object
	case isArray && s.kind == kindList:
		list := make([]any, 0, len(docs))
		for i, element := range docs {
			if edited, keep := edit(s.elem, i, element); keep {
				list = append(list, edited)
			}
		}
		return list
	}
	return doc
}

func (s *Shape) member(name string) *attribute {
	for i := range s.attrs {
		if s.attrs[i].name == name {
			return &s.attrs[i]
		}
	}
	return nil
}

// FromSchema returns the shape of a resource. It fails if the schema has an unsupported attribute type, or lacks an attribute that facts
// mentions.
func FromSchema(s schema.Schema, facts Facts) (*Shape, error) {
	b := &builder{facts: facts, used: map[string]bool{}}
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
	shape.key, shape.reference = nil, false // a resource is not a list element, even if it has a name
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
	facts Facts
	used  map[string]bool // the paths of attributes in the schema
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
			return nil, fmt.Errorf("a default does not fit: %w", odd[0].within(p))
		}
		b.used[p] = true
		s.attrs = append(s.attrs, member)
		types[name] = shape.typ
	}
	slices.SortFunc(s.attrs, func(a, b attribute) int { return strings.Compare(a.name, b.name) })
	s.typ = tftypes.Object{AttributeTypes: types}
	s.secret = s.secretOf()
	s.secretWithin = slices.ContainsFunc(s.attrs, func(a attribute) bool { return a.kind >= kindObject && a.mayHoldSecrets() })
	for _, name := range KeyNames() {
		if key := s.member(name); key != nil && (key.kind == kindString || key.kind == kindNumber) {
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
		return b.stringShape(a), nil
	case schema.NumberAttribute:
		return &Shape{kind: kindNumber, typ: tftypes.Number}, nil
	case schema.BoolAttribute:
		return &Shape{kind: kindBool, typ: tftypes.Bool}, nil
	case schema.ListAttribute:
		if !a.ElementType.Equal(types.StringType) {
			return nil, fmt.Errorf("%s: a list of %s has no shape", path, a.ElementType)
		}
		return listOf(&Shape{kind: kindString, typ: tftypes.String}), nil
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

func (b *builder) stringShape(a schema.StringAttribute) *Shape {
	s := &Shape{kind: kindString, typ: tftypes.String}
	if (jsontype.Type{}).Equal(a.CustomType) {
		s.kind = kindJSON
	}
	for _, v := range a.Validators {
		if v, ok := v.(StringRuler); ok {
			v.SetStringRules(&s.rules)
		}
	}
	return s
}

func listOf(elem *Shape) *Shape {
	return &Shape{kind: kindList, typ: tftypes.List{ElementType: elem.typ}, elem: elem}
}
