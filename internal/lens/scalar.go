// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// stringOf converts an engine value to a string. For example, 5 becomes "5", and {"id": "7", "name": "Pump"} becomes "Pump" (interface
// document, section 8 of "Wire shapes"). It returns false for null, arrays, and objects without a name.
func stringOf(doc any) (string, bool) {
	switch doc := doc.(type) {
	case string:
		return doc, true
	case json.Number:
		return doc.String(), true
	case bool:
		return fmt.Sprint(doc), true
	case map[string]any:
		name, ok := doc["name"].(string)
		return name, ok
	default:
		return "", false
	}
}

// asString converts the engine's value to the string that a string attribute holds. Depending on the attribute's rules, an object becomes
// its JSON, its id or its name.
func (s *Shape) asString(doc any) (string, bool) {
	object, isObject := doc.(map[string]any)
	_, isArray := doc.([]any)
	switch {
	case s.rules.IsJSON && (isObject || isArray):
		return document.Encode(doc), true
	case s.rules.IsID && isObject:
		return stringOf(object["id"])
	default:
		return stringOf(doc)
	}
}

// boolean converts an engine value to a boolean. It accepts true and false, including as strings in upper or lower case.
func boolean(doc any) (truth, ok bool) {
	switch doc := doc.(type) {
	case bool:
		return doc, true
	case string:
		isTrue := strings.EqualFold(doc, "true")
		return isTrue, isTrue || strings.EqualFold(doc, "false")
	default:
		return false, false
	}
}

// write returns the JSON value that a request sends for the value of a string, number, boolean or JSON attribute.
func (s *Shape) write(view tftypes.Value) any {
	switch s.kind {
	case kindNumber:
		return document.FromNumber(tfvalue.Number(view))
	case kindBool:
		return tfvalue.Bool(view)
	case kindJSON:
		doc, err := document.Decode([]byte(tfvalue.String(view)))
		if err != nil {
			return tfvalue.String(view) // validation has already rejected invalid JSON
		}
		return doc
	default:
		str := tfvalue.String(view)
		if s.rules.Sent != nil {
			str = s.rules.Sent(str)
		}
		if n, ok := document.Number(str); ok && s.rules.IsNumeric {
			return document.FromNumber(n)
		}
		return str
	}
}

// read converts an engine value to a Terraform string, number, boolean or JSON string. doc must not be null.
func (s *Shape) read(doc any) (tftypes.Value, *MismatchError) {
	switch s.kind {
	case kindString:
		str, ok := s.asString(doc)
		if !ok {
			return s.Null(), s.mismatch("a string", doc)
		}
		if s.rules.Canonical != nil {
			str = s.rules.Canonical(str)
		}
		return tftypes.NewValue(s.typ, str), nil
	case kindNumber:
		f, ok := document.Number(doc)
		if !ok {
			return s.Null(), s.mismatch("a number", doc)
		}
		return tftypes.NewValue(s.typ, f), nil
	case kindBool:
		if b, ok := boolean(doc); ok {
			return tftypes.NewValue(s.typ, b), nil
		}
		return s.Null(), s.mismatch("a boolean", doc)
	default:
		return tftypes.NewValue(s.typ, document.Encode(doc)), nil
	}
}

// MismatchError reports an engine value that the Terraform attribute can't represent, such as a string where the schema has a number.
type MismatchError struct {
	Path []any // attribute names (string) and list indexes (int), from the top level down
	Want string
	Got  string // the beginning of the engine's value, or its type if the value may be secret
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: the engine returned %s where %s is expected", pathString(e.Path), e.Got, e.Want)
}

func (s *Shape) mismatch(want string, doc any) *MismatchError {
	if quoted, ok := s.quotable(doc); ok {
		return &MismatchError{Want: want, Got: shorten(document.Encode(quoted))}
	}
	return &MismatchError{Want: want, Got: document.KindOf(doc)}
}

func shorten(str string) string {
	const most = 80
	str = document.Visible(str)
	runes := []rune(str)
	if len(runes) <= most {
		return str
	}
	return string(runes[:most]) + "…"
}

func pathString(path []any) string {
	var b strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case string:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step)
		default:
			fmt.Fprintf(&b, "[%v]", step)
		}
	}
	return b.String()
}
