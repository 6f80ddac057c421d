// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// part is a place in a configuration: what a check reads, and where it reports. Checks of single attributes are validators
// in the schema; what concerns several attributes is a function on the part of the object that has them. A value that is
// not known yet is left alone: it is checked again when it is.
type part struct {
	path  path.Path
	value tftypes.Value
	diags *diag.Diagnostics
}

// in is the part of a member of an object; a null part where there is none.
func (p part) in(name string) part {
	return part{path: p.path.AtName(name), value: members(p.value)[name], diags: p.diags}
}

// each lists the parts of a list's elements.
func (p part) each() []part {
	values := elements(p.value)
	parts := make([]part, len(values))
	for i, element := range values {
		parts[i] = part{path: p.path.AtListIndex(i), value: element, diags: p.diags}
	}
	return parts
}

// known tells whether the part is declared with a value that is known, though perhaps not in all its depth.
func (p part) known() bool { return p.declared() && p.value.IsKnown() }

// declared tells whether the configuration has the part, known or not.
func (p part) declared() bool { return p.value.Type() != nil && !p.value.IsNull() }

// certain tells whether the part is surely declared: it is known and, if it is an object, so is one of its members. An
// object that is unknown as a whole comes here with unknown members, and might be null.
func (p part) certain() bool {
	if !p.known() {
		return false
	}
	attributes := members(p.value)
	for _, member := range attributes {
		if member.IsKnown() {
			return true
		}
	}
	return len(attributes) == 0
}

// blank tells whether the part is surely not declared, or a text without a visible character.
func (p part) blank() bool {
	if !p.declared() {
		return true
	}
	return p.known() && p.value.Type().Is(tftypes.String) && strings.TrimSpace(p.text()) == ""
}

// text is the text of a known part, "" for any other.
func (p part) text() string {
	var text string
	if !p.known() || p.value.As(&text) != nil {
		return ""
	}
	return text
}

// number is the number of a known part, nil for any other.
func (p part) number() *big.Float {
	f := new(big.Float)
	if !p.known() || p.value.As(&f) != nil {
		return nil
	}
	return f
}

// refuse reports an error on the part. The detail says what is wrong and what would be right.
func (p part) refuse(summary, format string, a ...any) {
	p.diags.AddAttributeError(p.path, summary, fmt.Sprintf(format, a...))
}

// warn reports a warning on the part.
func (p part) warn(summary, format string, a ...any) {
	p.diags.AddAttributeWarning(p.path, summary, fmt.Sprintf(format, a...))
}
