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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// TextForm is a validator that warns about non-empty strings without a certain form.
type TextForm struct {
	oneValue
	Form string // describes the form, with an example
	Has  func(text string) bool
}

func (f TextForm) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString() // "" if it is null or unknown
	if value == "" || f.Has(value) {
		return
	}
	report(&resp.Diagnostics, true, req.Path, "Text not in its form", strconv.Quote(value), f.Form)
}

// TextLength is a validator that limits the number of characters, and may reject blank strings.
type TextLength struct {
	oneValue
	notBlank bool
	isID     bool
	usually  bool // only warn about blank strings
	most     int
}

// NotBlank warns about blank strings, which the engine accepts (quirk 18 in quirks.go).
func NotBlank() TextLength { return TextLength{notBlank: true, usually: true, most: math.MaxInt} }

// Filled rejects blank strings, for parts of a URL path.
func Filled() TextLength { return TextLength{notBlank: true, most: math.MaxInt} }

// AtMost limits the number of characters, and accepts the empty string.
func AtMost(characters int) TextLength { return TextLength{most: characters} }

// Identifier is for the id of an engine object (wire shapes section 1).
func Identifier() TextLength { return TextLength{notBlank: true, isID: true, most: 100} }

// Parent is like Identifier, but only warns about a blank id, because an engine may have lost the parent.
func Parent() TextLength { return TextLength{notBlank: true, usually: true, isID: true, most: 100} }

func (l TextLength) SetTextRules(rules *lens.TextRules) { rules.IsID = rules.IsID || l.isID }

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

// Color warns about strings that are no CSS color (wire shapes section 4, quirk 144 in quirks.go).
func Color() TextForm {
	return TextForm{
		Form: `the name of a color, or "#" and 3, 4, 6 or 8 hexadecimal digits, for example "red" or "#1f77b4"`,
		Has:  colorForm.MatchString,
	}
}

var refreshIntervalForm = regexp.MustCompile(`^(\d+(\.\d+)?|(\d+(\.\d+)?\s*(ms|[smhdwMy])\s*)+)$`)

// RefreshInterval warns about strings that are no number or duration (wire shapes section 4, quirk 144).
func RefreshInterval() TextForm {
	return TextForm{
		Form: `a number, or numbers with units of ms, s, m, h, d, w, M or y, for example "30s"`,
		Has:  refreshIntervalForm.MatchString,
	}
}

// TimeWindow accepts numbers, whose range NumberText checks, and durations above 0 such as "5m" (quirk 144).
func TimeWindow() TextForm {
	return TextForm{
		Form: `a number of seconds, or numbers above 0 with units of ms, s, m, h, d or w, for example "5m"`,
		Has: func(text string) bool {
			_, isNumber := document.Number(text)
			seconds, ok := secondsOf(text)
			return isNumber || ok && seconds.Sign() > 0
		},
	}
}

// Timezone warns about strings that are no name of the IANA time zone database (quirk 144).
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

// ItemName warns about a ref_id such as "a b", because expressions name an item by its ref_id (quirk 145 in quirks.go).
func ItemName() TextForm {
	return TextForm{
		Form: `letters, digits and underscores, for example "A" or "flow1", for expressions to name it`,
		Has:  itemNameForm.MatchString,
	}
}

// ItemNameLength limits a ref_id to 5 characters (wire shapes section 4).
func ItemNameLength() TextLength { return AtMost(5) }

type noNulls struct{ oneValue }

func (noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Element is null", fmt.Sprintf("%s is null, but it has to be a text.", at))
		}
	}
}
