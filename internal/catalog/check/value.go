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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// Value is a value of a configuration with its path. Checks read it and report problems on it. Terraform validates again once unknown
// values are known, so checks skip them.
type Value struct {
	Path  path.Path
	Raw   tftypes.Value
	Diags *diag.Diagnostics
}

// Run runs a check of an object. It reports a panic as an error.
func Run(check func(Value), object Value) {
	defer func() {
		if problem := recover(); problem != nil {
			object.Diags.AddError("Check failed", fmt.Sprintf("The object could not be checked: %v. This is a mistake of the provider.", problem))
		}
	}()
	check(object)
}

// At returns a member of an object, or null if it is missing.
func (v Value) At(name string) Value {
	return Value{Path: v.Path.AtName(name), Raw: tfvalue.Member(v.Raw, name), Diags: v.Diags}
}

// Elements returns the elements of a list.
func (v Value) Elements() []Value {
	elements := tfvalue.List(v.Raw)
	all := make([]Value, len(elements))
	for i, element := range elements {
		all[i] = Value{Path: v.Path.AtListIndex(i), Raw: element, Diags: v.Diags}
	}
	return all
}

// IsKnown reports whether the value is declared and known. Its members may still be unknown.
func (v Value) IsKnown() bool { return v.IsDeclared() && v.Raw.IsKnown() }

// IsDeclared reports whether the configuration declares the value, known or not.
func (v Value) IsDeclared() bool { return tfvalue.IsDeclared(v.Raw) }

// isCertain reports whether the value is certainly declared. An unknown object arrives here as an object with unknown members and may turn
// out to be null, so at least one member must be known.
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

// isBlank reports whether the value is certainly missing, or a text without visible characters.
func (v Value) isBlank() bool {
	if !v.IsDeclared() {
		return true
	}
	return v.IsKnown() && v.Raw.Type().Is(tftypes.String) && strings.TrimSpace(v.Text()) == ""
}

// Text returns the value's text, or "" if it is not a known text.
func (v Value) Text() string {
	return tfvalue.Text(v.Raw)
}

// Number returns the value's number, or nil if it is not a known number.
func (v Value) Number() *big.Float {
	return tfvalue.Number(v.Raw)
}

// amount returns the value of a known number, or of a text that is a number, or nil.
func (v Value) amount() *big.Float {
	if n := v.Number(); n != nil {
		return n
	}
	n, _ := document.Number(v.Text())
	return n
}

// whole returns a known whole number that is in the range r. ok is false for anything else.
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

// decoded parses the JSON text of a known value with exact numbers. ok is false for invalid JSON, which the attribute's type reports.
func (v Value) decoded() (any, bool) {
	if !v.IsKnown() {
		return nil, false
	}
	value, err := document.Decode([]byte(v.Text()))
	return value, err == nil
}

// truth returns a boolean and whether it is known. A missing value is a known false.
func (v Value) truth() (isTrue, isKnown bool) {
	return tfvalue.Bool(v.Raw), v.IsKnown() || !v.IsDeclared()
}
