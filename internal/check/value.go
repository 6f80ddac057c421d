// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
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

// Value is a value of a configuration with its path: what a check reads, and where it reports. A value that is not known yet
// is left alone: it is checked again when it is.
type Value struct {
	Path  path.Path
	Raw   tftypes.Value
	Diags *diag.Diagnostics
}

// Run runs the check of an object. A panic is an error of the object.
func Run(check func(Value), object Value) {
	defer func() {
		if problem := recover(); problem != nil {
			object.Diags.AddError("Check failed", fmt.Sprintf("The object could not be checked: %v. This is a mistake of the provider.", problem))
		}
	}()
	check(object)
}

// At is a member of an object; null where there is none.
func (v Value) At(name string) Value {
	return Value{Path: v.Path.AtName(name), Raw: tfvalue.Member(v.Raw, name), Diags: v.Diags}
}

// Elements lists the elements of a list.
func (v Value) Elements() []Value {
	elements := tfvalue.List(v.Raw)
	all := make([]Value, len(elements))
	for i, element := range elements {
		all[i] = Value{Path: v.Path.AtListIndex(i), Raw: element, Diags: v.Diags}
	}
	return all
}

// IsKnown tells whether the value is declared and known, though perhaps not in all its depth.
func (v Value) IsKnown() bool { return v.IsDeclared() && v.Raw.IsKnown() }

// IsDeclared tells whether the configuration has the value, known or not.
func (v Value) IsDeclared() bool { return v.Raw.Type() != nil && !v.Raw.IsNull() }

// isCertain tells whether the value is surely declared: it is known and, if it is an object, so is one of its members. An
// object that is unknown as a whole comes here with unknown members, and might be null.
func (v Value) isCertain() bool {
	if !v.IsKnown() {
		return false
	}
	attributes := tfvalue.Object(v.Raw)
	for _, member := range attributes {
		if member.IsKnown() {
			return true
		}
	}
	return len(attributes) == 0
}

// isBlank tells whether the value is surely not declared, or a text without a visible character.
func (v Value) isBlank() bool {
	if !v.IsDeclared() {
		return true
	}
	return v.IsKnown() && v.Raw.Type().Is(tftypes.String) && strings.TrimSpace(v.Text()) == ""
}

// Text is the text of a known value, "" for any other.
func (v Value) Text() string {
	return tfvalue.Text(v.Raw)
}

// Number is the number of a known value, nil for any other.
func (v Value) Number() *big.Float {
	return tfvalue.Number(v.Raw)
}

// amount is the number of a known value that is one or the text of one, nil for any other.
func (v Value) amount() *big.Float {
	if n := v.Number(); n != nil {
		return n
	}
	n, _ := document.Number(v.Text())
	return n
}

// whole is the number of a value that is known, whole and in a range; false for any other.
func (v Value) whole(r attribute.NumberRange) (int64, bool) {
	n := v.Number()
	if n == nil || !r.Has(n) {
		return 0, false
	}
	whole, accuracy := n.Int64()
	return whole, accuracy == big.Exact
}

// Refuse reports an error on the value. The detail says what is wrong and what would be right.
func (v Value) Refuse(summary, format string, a ...any) {
	v.Diags.AddAttributeError(v.Path, summary, fmt.Sprintf(format, a...))
}

// warn reports a warning on the value.
func (v Value) warn(summary, format string, a ...any) {
	v.Diags.AddAttributeWarning(v.Path, summary, fmt.Sprintf(format, a...))
}

// decoded is the value that the text of a known value stands for, with exact numbers. It is false where there is none: text that
// is not JSON is refused by the attribute's type already.
func (v Value) decoded() (any, bool) {
	if !v.IsKnown() {
		return nil, false
	}
	value, err := document.Decode([]byte(v.Text()))
	return value, err == nil
}

// truth tells whether a value is true, and whether that is known; what is not declared is false.
func (v Value) truth() (isTrue, isKnown bool) {
	return tfvalue.Bool(v.Raw), v.IsKnown() || !v.IsDeclared()
}
