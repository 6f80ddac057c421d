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

// Value is a value in a configuration, together with its attribute path. Checks report problems at this path. Checks skip values that are
// unknown in the plan: Terraform validates the configuration again when the values are known.
type Value struct {
	Path  path.Path
	Raw   tftypes.Value
	Diags *diag.Diagnostics
}

// Run runs the check of an object. If the check panics, Run reports an error, so that the provider does not crash.
func Run(check func(Value), object Value) {
	defer func() {
		if problem := recover(); problem != nil {
			object.Diags.AddError("Check failed", fmt.Sprintf("The object could not be checked: %v. This is a mistake of the provider.", problem))
		}
	}()
	check(object)
}

// At returns the member of an object with the given name. If the member is missing, IsDeclared of the result is false.
func (v Value) At(name string) Value {
	return Value{Path: v.Path.AtName(name), Raw: tfvalue.Member(v.Raw, name), Diags: v.Diags}
}

// Elements returns the elements of a list. The result is empty if the list is not declared or unknown.
func (v Value) Elements() []Value {
	elements := tfvalue.List(v.Raw)
	all := make([]Value, len(elements))
	for i, element := range elements {
		all[i] = Value{Path: v.Path.AtListIndex(i), Raw: element, Diags: v.Diags}
	}
	return all
}

// IsKnown reports whether the value is declared and known in the plan. Members of a known object may still be unknown.
func (v Value) IsKnown() bool { return v.IsDeclared() && v.Raw.IsKnown() }

// IsDeclared reports whether the configuration declares the value. A value that is unknown in the plan counts as declared.
func (v Value) IsDeclared() bool { return tfvalue.IsDeclared(v.Raw) }

// isCertain reports whether the value is certainly not null. All members of an unknown object are unknown, and the object may turn out to
// be null, so isCertain needs at least one known member.
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

// isBlank reports whether the value is certainly not declared, or is a text that is empty or has only spaces.
func (v Value) isBlank() bool {
	if !v.IsDeclared() {
		return true
	}
	return v.IsKnown() && v.Raw.Type().Is(tftypes.String) && strings.TrimSpace(v.Text()) == ""
}

// Text returns the text of a text value. It returns "" if the value is unknown or of another type.
func (v Value) Text() string {
	return tfvalue.Text(v.Raw)
}

// Number returns the number of a number value. It returns nil if the value is unknown or of another type.
func (v Value) Number() *big.Float {
	return tfvalue.Number(v.Raw)
}

// amount returns the number of a number value, or of a text such as "5". It returns nil for other values.
func (v Value) amount() *big.Float {
	if n := v.Number(); n != nil {
		return n
	}
	n, _ := document.Number(v.Text())
	return n
}

func (v Value) whole(r attribute.NumberRange) (int64, bool) {
	n := v.Number()
	if n == nil || !r.Has(n) {
		return 0, false
	}
	whole, accuracy := n.Int64()
	return whole, accuracy == big.Exact
}

// Refuse reports an error on the value's attribute. The message says what is wrong and what would be right.
func (v Value) Refuse(summary, format string, a ...any) {
	v.Diags.AddAttributeError(v.Path, summary, fmt.Sprintf(format, a...))
}

func (v Value) warn(summary, format string, a ...any) {
	v.Diags.AddAttributeWarning(v.Path, summary, fmt.Sprintf(format, a...))
}

// decoded returns the decoded JSON of a JSON attribute. It returns false if the value is unknown, or if the text is not valid JSON. The
// attribute's type already reports invalid JSON.
func (v Value) decoded() (any, bool) {
	value, err := document.Decode([]byte(v.Text()))
	return value, err == nil
}

// truth returns the value of a boolean attribute. isKnown is false if it is unknown in the plan. An attribute that is not declared is
// false.
func (v Value) truth() (isTrue, isKnown bool) {
	return tfvalue.Bool(v.Raw), v.IsKnown() || !v.IsDeclared()
}
