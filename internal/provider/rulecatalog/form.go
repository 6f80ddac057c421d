// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// form defines which values one place of a rule catalog allows, such as the field "rate". read converts a YAML node (never an alias) to a
// Go value. For a wrong node, read reports the mistakes and returns false. schema returns the same definition as a JSON schema.
type form interface {
	read(r *reader, node *yaml.Node, path path) (any, bool)
	description() string // continues "it has to be"
	schema() map[string]any
}

// text checks that a value is a text and not blank.
type text struct {
	most    int // maximum number of characters; 0 means no limit
	like    *regexp.Regexp
	example string
}

func (f text) description() string {
	description := "a text"
	if f.like != nil {
		description += " of letters, digits and underscores"
	}
	if f.most > 0 {
		description += fmt.Sprintf(" of at most %d characters", f.most)
	}
	if f.example != "" {
		description += " such as " + f.example
	}
	return description
}

func (f text) read(r *reader, node *yaml.Node, path path) (any, bool) {
	value, ok := textOf(node)
	switch {
	case !ok && node.Kind == yaml.ScalarNode:
		r.wrong(node, path, "is %s, but it has to be %s; put it in quotes", nodeForm(node), f.description())
	case !ok, f.like != nil && !f.like.MatchString(value):
		return r.refuse(node, path, f)
	case strings.TrimSpace(value) == "":
		r.wrong(node, path, "is blank, but it has to be %s", f.description())
	case f.most > 0 && utf8.RuneCountInString(value) > f.most:
		r.wrong(node, path, "has %d characters, but it has to be %s", utf8.RuneCountInString(value), f.description())
	default:
		return value, true
	}
	return nil, false
}

// scalar checks and converts a single value such as a number. It refuses values for which convert returns false.
type scalar struct {
	about   string // continues "it has to be"
	convert func(node *yaml.Node) (any, bool)
	valid   map[string]any // the JSON schema
}

func (f scalar) description() string { return f.about }

func (f scalar) schema() map[string]any { return maps.Clone(f.valid) }

func (f scalar) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if value, ok := f.convert(node); ok {
		return value, true
	}
	return r.refuse(node, path, f)
}

// refuse reports a wrong value and what f would accept: "is a list, but it has to be a text". If f accepts some texts, "is a text, but"
// would mislead, so the message for texts differs.
func (r *reader) refuse(node *yaml.Node, path path, f form) (any, bool) {
	if _, isText := textOf(node); isText {
		r.wrong(node, path, "is a text that is not allowed here; it has to be %s", f.description())
		return nil, false
	}
	r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
	return nil, false
}

func oneOf(values ...string) form {
	listed := make([]any, len(values))
	for i, value := range values {
		listed[i] = value
	}
	return scalar{
		about: attribute.OneOf(values...).List(""), valid: map[string]any{"enum": listed},
		convert: func(node *yaml.Node) (any, bool) {
			value, isText := textOf(node)
			return value, isText && slices.Contains(values, value)
		},
	}
}

// boolean returns a check for true and false. It refuses yes and on.
func boolean() form {
	return scalar{
		about: "true or false", valid: map[string]any{"type": "boolean"},
		convert: func(node *yaml.Node) (any, bool) {
			isBoolean := node.Kind == yaml.ScalarNode && node.ShortTag() == "!!bool"
			return node.Value == "true", isBoolean && (node.Value == "true" || node.Value == "false")
		},
	}
}

func number() form {
	return scalar{
		about: "a decimal number such as 8 or 0.5", valid: map[string]any{"type": "number"},
		convert: func(node *yaml.Node) (any, bool) {
			n := numberOf(node)
			return n, n != nil
		},
	}
}

func whole(least, most int64) scalar {
	return scalar{
		about: fmt.Sprintf("a whole number from %d to %d", least, most),
		valid: map[string]any{"type": "integer", "minimum": least, "maximum": most},
		convert: func(node *yaml.Node) (any, bool) {
			n := numberOf(node)
			return n, isWhole(n, least, most)
		},
	}
}

func constant(value int64) form {
	f := whole(value, value)
	f.about, f.valid = strconv.FormatInt(value, 10), map[string]any{"const": value}
	return f
}

// isWhole reports whether n is a whole number from least to most. For nil, it returns false.
func isWhole(n *big.Float, least, most int64) bool {
	return n != nil && n.IsInt() && n.Cmp(new(big.Float).SetInt64(least)) >= 0 && n.Cmp(new(big.Float).SetInt64(most)) <= 0
}

// sequence accepts a list.
type sequence struct {
	of    form
	least int
}

func (f sequence) description() string { return "a list, each element " + f.of.description() }

func (f sequence) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind != yaml.SequenceNode {
		return r.refuse(node, path, f)
	}
	if len(node.Content) < f.least {
		r.wrong(node, path, "is empty, but it has to be %s", f.description())
		return nil, false
	}
	before := r.count()
	list := []any{}
	for i, element := range node.Content {
		list = append(list, field{form: f.of}.read(r, element, path.index(i)))
	}
	return list, r.count() == before
}

// tag checks that a value is the id of a tag, or a mapping with the keys id and name.
type tag struct{ mapping }

func newTag() form {
	return tag{mapping{noun: "the id of a tag, or a mapping of id and name", required: []string{"id"}, filled: true, fields: []field{
		{name: "id", about: "Identifier of the tag.", form: text{most: 100}},
		{name: "name", about: "Name of the tag.", form: text{}, optional: true},
	}}}
}

func (f tag) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind != yaml.ScalarNode {
		return f.mapping.read(r, node, path)
	}
	id, ok := text{most: 100}.read(r, node, path)
	return map[string]any{"id": id, "name": nil}, ok
}

// textOf returns the text of a node, and false if the node is no text. A date without quotes, such as 2026-01-05, counts as a text,
// although YAML calls it a timestamp.
func textOf(node *yaml.Node) (string, bool) {
	isText := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!str" || node.ShortTag() == "!!timestamp")
	return node.Value, isText
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

const mostDigits = 100

// numberOf returns the exact value of a number in JSON notation, and nil for anything else. YAML parsers disagree on other notations: 010
// is eight for some and ten for others.
func numberOf(node *yaml.Node) *big.Float {
	isNumber := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!int" || node.ShortTag() == "!!float")
	if !isNumber || len(node.Value) > mostDigits || !decimal.MatchString(node.Value) {
		return nil
	}
	if f, err := strconv.ParseFloat(node.Value, 64); err != nil || math.IsInf(f, 0) {
		return nil
	}
	n, _, err := big.ParseFloat(node.Value, 10, 512, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return n
}

// nodeForm names the type of a node in an error message, such as "a list". The message does not quote the value: it may be a secret, and
// Terraform does not tell functions which values are secret.
func nodeForm(node *yaml.Node) string {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch tag := node.ShortTag(); {
	case node.Kind == yaml.MappingNode:
		return "a mapping"
	case node.Kind == yaml.SequenceNode:
		return "a list"
	case tag == "!!null":
		return "null"
	case tag == "!!bool":
		return "a boolean"
	case tag == "!!int", tag == "!!float":
		return "a number"
	case tag == "!!timestamp":
		return "a time"
	case tag == "!!str":
		return "a text"
	default:
		return "a value with a tag"
	}
}
