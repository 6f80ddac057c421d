// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// form is what a value may be. It reads the value of a node, which is no alias, and is false where it told what is wrong; and it says
// the same in JSON schema.
type form interface {
	read(r *reader, node *yaml.Node, path path) (any, bool)
	description() string // goes on behind "it has to be"
	schema() map[string]any
}

// text is a text that is not blank.
type text struct {
	most    int // characters; 0 where there is no bound
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
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
	case strings.TrimSpace(value) == "":
		r.wrong(node, path, "is blank, but it has to be %s", f.description())
	case f.most > 0 && utf8.RuneCountInString(value) > f.most:
		r.wrong(node, path, "has %d characters, but it has to be %s", utf8.RuneCountInString(value), f.description())
	default:
		return value, true
	}
	return nil, false
}

// enum is a text of a list.
type enum struct{ attribute.Enum }

func (f enum) description() string { return f.List("") }

func (f enum) read(r *reader, node *yaml.Node, path path) (any, bool) {
	value, isText := textOf(node)
	for _, listed := range f.Values {
		if isText && value == listed {
			return value, true
		}
	}
	r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
	return nil, false
}

// boolean is true or false.
type boolean struct{}

func (boolean) description() string { return "true or false" }

func (f boolean) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind == yaml.ScalarNode && node.ShortTag() == "!!bool" && (node.Value == "true" || node.Value == "false") {
		return node.Value == "true", true
	}
	r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
	return nil, false
}

// number is a decimal number.
type number struct{}

func (number) description() string { return "a decimal number such as 8 or 0.5" }

func (f number) read(r *reader, node *yaml.Node, path path) (any, bool) {
	n := numberOf(node)
	if n == nil {
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
		return nil, false
	}
	return n, true
}

// whole is a whole number of a range.
type whole struct{ least, most int64 }

func (f whole) description() string {
	return fmt.Sprintf("a whole number from %d to %d", f.least, f.most)
}

func (f whole) read(r *reader, node *yaml.Node, path path) (any, bool) {
	n := numberOf(node)
	if n == nil || !n.IsInt() || n.Cmp(new(big.Float).SetInt64(f.least)) < 0 || n.Cmp(new(big.Float).SetInt64(f.most)) > 0 {
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
		return nil, false
	}
	return n, true
}

// constant is one whole number.
type constant struct{ value int64 }

func (f constant) description() string { return strconv.FormatInt(f.value, 10) }

func (f constant) read(r *reader, node *yaml.Node, path path) (any, bool) {
	n := numberOf(node)
	if n == nil || n.Cmp(new(big.Float).SetInt64(f.value)) != 0 {
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
		return nil, false
	}
	return n, true
}

// sequence is a list.
type sequence struct {
	of    form
	least int
}

func (f sequence) description() string { return "a list, each element " + f.of.description() }

func (f sequence) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind != yaml.SequenceNode {
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), f.description())
		return nil, false
	}
	if len(node.Content) < f.least {
		r.wrong(node, path, "is empty, but it has to be %s", f.description())
		return nil, false
	}
	before := r.problems.count
	list := []any{}
	for i, element := range node.Content {
		list = append(list, field{form: f.of}.read(r, element, path.index(i)))
	}
	return list, r.problems.count == before
}

// tag is the id of a tag, or a mapping of its id and its name.
type tag struct{}

func tagForm() form {
	return mapping{noun: "the id of a tag, or a mapping of id and name", required: []string{"id"}, filled: true, fields: []field{
		{name: "id", about: "Identifier of the tag.", form: text{most: 100}},
		{name: "name", about: "Name of the tag.", form: text{}, optional: true},
	}}
}

func (tag) description() string { return tagForm().description() }

func (tag) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind != yaml.ScalarNode {
		return tagForm().read(r, node, path)
	}
	id, ok := text{most: 100}.read(r, node, path)
	return map[string]any{"id": id, "name": nil}, ok
}

// textOf is a text. What only looks like a time is one too.
func textOf(node *yaml.Node) (string, bool) {
	isText := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!str" || node.ShortTag() == "!!timestamp")
	return node.Value, isText
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// mostDigits is the length of the longest number.
const mostDigits = 100

// numberOf is a number in the form of JSON, exactly; nil for anything else. YAML has further forms, which readers take for different
// numbers: 010 is eight for some and ten for others.
func numberOf(node *yaml.Node) *big.Float {
	if node.Kind != yaml.ScalarNode || node.ShortTag() != "!!int" && node.ShortTag() != "!!float" || len(node.Value) > mostDigits || !decimal.MatchString(node.Value) {
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

// nodeForm names the form of a value in an error. The value itself may be sensitive to Terraform, which does not tell functions.
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
