// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

//go:embed schema.json
var schemaText string

// Schema returns the JSON schema (draft 7) of rule catalogs, for editors. The function Read also checks what the schema can't express, such
// as cron expressions.
func Schema() string { return schemaText }

// schema contains the JSON Schema keywords that schema.json uses. Title completes messages such as "it has to be a mapping with value and
// status". Format is the name of a conversion in convert.go.
type schema struct {
	Ref                            string `json:"$ref"`
	Title, Description, Format     string
	Default                        string
	Type, Required                 []string
	Enum                           []any
	Const                          *int64
	Pattern                        *regexp.Regexp
	MaxLength, MinItems            int
	Minimum, Maximum, MultipleOf   int64
	Properties                     properties
	PatternProperties, Definitions map[string]*schema
	Items, PropertyNames, Not      *schema
	AnyOf, OneOf, AllOf            []*schema
}

// properties contains the fields of a mapping in the order in which schema.json lists them.
type properties []property

type property struct {
	name string
	*schema
}

func (p *properties) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	_, err := decoder.Token()
	for err == nil && decoder.More() {
		name, nameErr := decoder.Token()
		member := &schema{}
		err = errors.Join(nameErr, decoder.Decode(member))
		*p = append(*p, property{fmt.Sprint(name), member})
	}
	return err
}

var rootSchema = sync.OnceValue(func() *schema {
	root := &schema{}
	if err := json.Unmarshal([]byte(schemaText), root); err != nil {
		panic(err) // tests ensure that the file is valid
	}
	return root
})

func definition(name string) *schema { return rootSchema().Definitions[name] }

// resolve returns the schema that s refers to, or s itself. If s allows either null or a value that matches another schema, resolve returns
// the other schema.
func (s *schema) resolve() *schema {
	switch {
	case s.Ref != "":
		return definition(strings.TrimPrefix(s.Ref, "#/definitions/")).resolve()
	case s.AnyOf != nil && s.Title == "":
		return s.AnyOf[0].resolve()
	}
	return s
}

// forms returns the alternatives of the schema. A value is valid if it matches one of them.
func (s *schema) forms() (all []*schema) {
	if s.AnyOf == nil {
		return []*schema{s}
	}
	for _, one := range s.AnyOf {
		all = append(all, one.resolve().forms()...)
	}
	return all
}

func (s *schema) form(kind string) *schema {
	forms := s.forms()
	if i := slices.IndexFunc(forms, func(form *schema) bool { return slices.Contains(form.Type, kind) }); i >= 0 {
		return forms[i]
	}
	return nil
}

func (s *schema) allows(kind string) bool {
	return s.form(kind) != nil || kind == "null" && slices.Contains(s.Enum, nil)
}

// describe returns a description of valid values, such as "a string". Error messages contain it after "it has to be", and the documentation
// contains it in a table.
func (s *schema) describe() string {
	switch s = s.resolve(); {
	case s.Title != "":
		return s.Title
	case s.Enum != nil:
		var texts []string
		for _, value := range s.Enum {
			if text, ok := value.(string); ok {
				texts = append(texts, text)
			}
		}
		return attribute.OneOf(texts...).List("")
	case s.Items != nil:
		return "a list, each element " + s.Items.describe()
	case s.allows("boolean"):
		return "true or false"
	case s.allows("number"):
		return "a decimal number such as 8 or 0.5"
	case s.allows("integer"):
		return fmt.Sprintf("an integer from %d to %d", s.Minimum, s.Maximum)
	case s.MaxLength > 0:
		return fmt.Sprintf("a string of at most %d characters", s.MaxLength)
	default:
		return "a string"
	}
}

// member returns the schema of a field. isKnown is false if the field is not allowed. For a field whose value can be anything, such as
// x-base, member returns nil and true.
func (s *schema) member(name string) (member *schema, isKnown bool) {
	for _, p := range s.Properties {
		if p.name == name {
			return p.schema, true
		}
	}
	for prefix, member := range s.PatternProperties {
		if !strings.HasPrefix(name, strings.TrimPrefix(prefix, "^")) {
			continue
		}
		if prefix != "" {
			member = nil
		}
		return member, true
	}
	return nil, false
}

// pairs returns the pairs of fields that exclude each other, such as rate and cron.
func (s *schema) pairs() (pairs [][]string) {
	for _, rule := range s.AllOf {
		if not := rule.resolve().Not; not != nil {
			pairs = append(pairs, not.Required)
		}
	}
	return pairs
}

func (s *schema) scalar(node *yaml.Node) (value any, ok bool) {
	text, isText := textOf(node)
	n := numberOf(node)
	switch {
	case s.Enum != nil:
		return text, isText && slices.Contains(s.Enum, any(text))
	case s.Const != nil:
		return n, isWhole(n, *s.Const, *s.Const)
	case s.allows("string"):
		return text, isText && s.Pattern.MatchString(text) && strings.TrimSpace(text) != "" &&
			(s.MaxLength == 0 || utf8.RuneCountInString(text) <= s.MaxLength)
	case s.allows("boolean"): // in YAML 1.1, yes and on are also booleans; reject them
		return node.Value == "true", isOf(node, "!!bool") && (node.Value == "true" || node.Value == "false")
	case s.allows("number"):
		return n, n != nil
	case s.allows("integer") && isWhole(n, s.Minimum, s.Maximum):
		count, _ := n.Int64()
		return n, s.MultipleOf == 0 || count%s.MultipleOf == 0
	}
	return nil, false
}

func isWhole(n *big.Float, least, most int64) bool {
	return n != nil && n.IsInt() && n.Cmp(new(big.Float).SetInt64(least)) >= 0 && n.Cmp(new(big.Float).SetInt64(most)) <= 0
}
