// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// Value is a place in a configuration: what a check reads, and where it reports. Checks of single attributes are validators
// in the schema; what concerns several attributes is a function on the part of the object that has them. A value that is
// not known yet is left alone: it is checked again when it is.
type Value struct {
	Path  path.Path
	Raw   tftypes.Value
	Diags *diag.Diagnostics
}

// At is the part of a member of an object; a null part where there is none.
func (p Value) At(name string) Value {
	return Value{Path: p.Path.AtName(name), Raw: tfvalue.Member(p.Raw, name), Diags: p.Diags}
}

// Elements lists the parts of a list's elements.
func (p Value) Elements() []Value {
	values := tfvalue.List(p.Raw)
	parts := make([]Value, len(values))
	for i, element := range values {
		parts[i] = Value{Path: p.Path.AtListIndex(i), Raw: element, Diags: p.Diags}
	}
	return parts
}

// IsKnown tells whether the part is declared with a value that is known, though perhaps not in all its depth.
func (p Value) IsKnown() bool { return p.IsDeclared() && p.Raw.IsKnown() }

// IsDeclared tells whether the configuration has the part, known or not.
func (p Value) IsDeclared() bool { return p.Raw.Type() != nil && !p.Raw.IsNull() }

// certain tells whether the part is surely declared: it is known and, if it is an object, so is one of its members. An
// object that is unknown as a whole comes here with unknown members, and might be null.
func (p Value) isCertain() bool {
	if !p.IsKnown() {
		return false
	}
	attributes := tfvalue.Object(p.Raw)
	for _, member := range attributes {
		if member.IsKnown() {
			return true
		}
	}
	return len(attributes) == 0
}

// blank tells whether the part is surely not declared, or a text without a visible character.
func (p Value) isBlank() bool {
	if !p.IsDeclared() {
		return true
	}
	return p.IsKnown() && p.Raw.Type().Is(tftypes.String) && strings.TrimSpace(p.Text()) == ""
}

// Text is the text of a known part, "" for any other.
func (p Value) Text() string {
	return tfvalue.Text(p.Raw)
}

// Number is the number of a known part, nil for any other.
func (p Value) Number() *big.Float {
	return tfvalue.Number(p.Raw)
}

// whole is the number of a part that is known, whole and in a range; false for any other.
func (p Value) whole(r attribute.NumberRange) (int64, bool) {
	n := p.Number()
	if n == nil || !r.Has(n) {
		return 0, false
	}
	whole, accuracy := n.Int64()
	return whole, accuracy == big.Exact
}

// Refuse reports an error on the part. The detail says what is wrong and what would be right.
func (p Value) Refuse(summary, format string, a ...any) {
	p.Diags.AddAttributeError(p.Path, summary, fmt.Sprintf(format, a...))
}

// warn reports a warning on the part.
func (p Value) warn(summary, format string, a ...any) {
	p.Diags.AddAttributeWarning(p.Path, summary, fmt.Sprintf(format, a...))
}

// decoded is the value that the text of a known part stands for, with exact numbers. It is false where there is none: text that
// is not JSON is refused by the attribute's type already.
func (p Value) decoded() (any, bool) {
	if !p.IsKnown() {
		return nil, false
	}
	value, err := document.Decode([]byte(p.Text()))
	return value, err == nil
}

// kindOf names the kind of a JSON value. Values themselves stay out of messages, for they may be secret.
func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "a text"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return "null"
	}
}

// truth tells whether a part is true, and whether that is known; what is not declared is false.
func (p Value) truth() (isTrue, isKnown bool) {
	return tfvalue.Bool(p.Raw), p.IsKnown() || !p.IsDeclared()
}
