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
	"golang.org/x/text/unicode/norm"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// Value is a configuration value and its path. Checks ignore unknown values, because Terraform validates them again once they are known.
type Value struct {
	Path  path.Path
	Raw   tftypes.Value
	Diags *diag.Diagnostics
}

// Run executes a check. If the check panics, Run adds an error instead of crashing the provider.
func Run(check func(Value), object Value) {
	defer func() {
		if problem := recover(); problem != nil {
			object.Diags.AddError("Check failed", fmt.Sprintf("The object could not be checked: %v. This is a bug in the provider.", problem))
		}
	}()
	check(object)
}

// At returns the member with the given name. If there is no such member, it returns a Value that counts as not declared.
func (v Value) At(name string) Value {
	return Value{Path: v.Path.AtName(name), Raw: tfvalue.Member(v.Raw, name), Diags: v.Diags}
}

// Elements returns the elements of a list, or none if the list is unknown.
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

// IsDeclared reports whether the configuration declares the value. An unknown value counts as declared.
func (v Value) IsDeclared() bool { return tfvalue.IsDeclared(v.Raw) }

// isCertain reports whether the value is definitely not null. If all members of an object are unknown, the object may turn out to be null,
// so isCertain returns false.
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

// isBlank reports whether the value is not declared, or is a known string that contains only white space.
func (v Value) isBlank() bool {
	if !v.IsDeclared() {
		return true
	}
	return v.IsKnown() && v.Raw.Type().Is(tftypes.String) && strings.TrimSpace(v.Text()) == ""
}

// Text returns the value as a string, or "" if it is not a known string. It normalizes Unicode (NFC). Terraform has already done this for
// configured strings, but not for strings that an import has just read.
func (v Value) Text() string {
	return norm.NFC.String(tfvalue.String(v.Raw))
}

// Number returns the value as a number, or nil if it is not a known number.
func (v Value) Number() *big.Float {
	return tfvalue.Number(v.Raw)
}

func (v Value) integer(r attribute.NumberRange) (int64, bool) {
	n := v.Number()
	if n == nil || !r.Has(n) {
		return 0, false
	}
	whole, accuracy := n.Int64()
	return whole, accuracy == big.Exact
}

// Reject adds an error at the value's path.
func (v Value) Reject(summary, format string, a ...any) {
	v.Diags.AddAttributeError(v.Path, summary, fmt.Sprintf(format, a...))
}

func (v Value) warn(summary, format string, a ...any) {
	v.Diags.AddAttributeWarning(v.Path, summary, fmt.Sprintf(format, a...))
}

// decode decodes a JSON-encoded string. It returns false if the string is not valid JSON. The attribute's type reports this error, so
// decode doesn't.
func (v Value) decode() (any, bool) {
	value, err := document.Decode([]byte(v.Text()))
	return value, err == nil
}

// boolean returns the value as a boolean. An undeclared value counts as a known false.
func (v Value) boolean() (isTrue, isKnown bool) {
	return tfvalue.Bool(v.Raw), v.IsKnown() || !v.IsDeclared()
}
