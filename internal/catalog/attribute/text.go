// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// TextForm warns about texts that do not have a usual form. The empty text is accepted and means that there is no value.
type TextForm struct {
	oneValue
	Form string // describes the form, with an example
	Has  func(text string) bool
}

// ValidateString implements validator.String.
func (f TextForm) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString() // "" if it is null or unknown
	if value == "" || f.Has(value) {
		return
	}
	report(&resp.Diagnostics, true, req.Path, "Text not in its form", strconv.Quote(value), f.Form)
}

// TextLength limits the number of characters of a text.
type TextLength struct {
	oneValue
	notBlank bool
	isID     bool
	usually  bool // the documents allow blank texts: only warn
	most     int
}

// NotBlank warns about texts without visible characters. The engine accepts them (quirk 18).
func NotBlank() TextLength { return TextLength{notBlank: true, usually: true, most: math.MaxInt} }

// Filled refuses texts without visible characters, because a part of an object's path cannot be blank.
func Filled() TextLength { return TextLength{notBlank: true, most: math.MaxInt} }

// AtMost accepts texts up to the given number of characters, including the empty text.
func AtMost(characters int) TextLength { return TextLength{most: characters} }

// Identifier accepts possible ids of the engine (wire shapes section 1).
func Identifier() TextLength { return TextLength{notBlank: true, isID: true, most: 100} }

// Parent accepts the id of an object's parent. A blank one is only a warning, because an engine may have lost the parent.
func Parent() TextLength { return TextLength{notBlank: true, usually: true, isID: true, most: 100} }

// SetTextRules implements lens.TextRuler.
func (l TextLength) SetTextRules(rules *lens.TextRules) { rules.IsID = rules.IsID || l.isID }

// ValidateString implements validator.String.
func (l TextLength) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	if l.notBlank && strings.TrimSpace(value) == "" {
		report(&resp.Diagnostics, l.usually, req.Path, "Text is blank", strconv.Quote(value),
			"a text with at least one character that is not a space")
	}
	if count := utf8.RuneCountInString(value); count > l.most {
		resp.Diagnostics.AddAttributeError(req.Path, "Text is too long",
			fmt.Sprintf("%s has %d characters, but it may have at most %d.", req.Path, count, l.most))
	}
}

var colorForm = regexp.MustCompile(`^([A-Za-z]+|#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$`)

// Color accepts CSS colors by name or by digits. The documents show names and "#rrggbb" (wire shapes section 4). Other forms are a warning,
// here and below (quirk 144).
func Color() TextForm {
	return TextForm{
		Form: `the name of a color, or "#" and 3, 4, 6 or 8 hexadecimal digits, for example "red" or "#1f77b4"`,
		Has:  colorForm.MatchString,
	}
}

var refreshIntervalForm = regexp.MustCompile(`^(\d+(\.\d+)?|(\d+(\.\d+)?\s*(ms|[smhdwMy])\s*)+)$`)

// RefreshInterval accepts a number or a text such as "30s" (wire shapes section 4).
func RefreshInterval() TextForm {
	return TextForm{
		Form: `a number, or numbers with units of ms, s, m, h, d, w, M or y, for example "30s"`,
		Has:  refreshIntervalForm.MatchString,
	}
}

// Timezone accepts the names of the IANA time zone database.
func Timezone() TextForm {
	return TextForm{
		Form: `a time zone of the IANA database, for example "UTC" or "Europe/Lisbon"`,
		Has: func(name string) bool {
			_, err := time.LoadLocation(name)
			return err == nil && name != "Local" // "Local" is Go's name of the machine's time zone
		},
	}
}

var itemNameForm = regexp.MustCompile(`^[\p{L}\p{Nd}_$]*$`)

// ItemName accepts the usual ref_ids of items. Expressions use a ref_id as a JavaScript name, $A (quirk 145).
func ItemName() TextForm {
	return TextForm{
		Form: `letters, digits and underscores, for example "A" or "flow1", for expressions to name it`,
		Has:  itemNameForm.MatchString,
	}
}

// ItemNameLength limits the length of an item's ref_id (wire shapes section 4).
func ItemNameLength() TextLength { return AtMost(5) }

// noNulls refuses null elements in lists of texts (wire shapes section 7).
type noNulls struct{ oneValue }

// ValidateList implements validator.List.
func (noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Element is null", fmt.Sprintf("%s is null, but it has to be a text.", at))
		}
	}
}
