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

// StringForm is a validator that warns about strings in an unusual format. It accepts "".
type StringForm struct {
	Undescribed
	Form string // describes the format, with an example
	Has  func(text string) bool
}

func (f StringForm) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString() // "" if the value is null or unknown
	if value == "" || f.Has(value) {
		return
	}
	report(&resp.Diagnostics, true, req.Path, "String in an unusual format", strconv.Quote(value), f.Form)
}

// StringLength is a validator that limits the number of characters. It can also reject blank strings or warn about them.
type StringLength struct {
	Undescribed
	notBlank bool
	isID     bool
	usually  bool // only warn about blank strings
	most     int
}

// WarnBlank returns a validator that warns about blank strings, which the engine accepts (quirk 18 in quirks.go).
func WarnBlank() StringLength { return StringLength{notBlank: true, usually: true, most: math.MaxInt} }

// NotBlank returns a validator that rejects blank strings. Use it for values that are part of a URL path.
func NotBlank() StringLength { return StringLength{notBlank: true, most: math.MaxInt} }

// MaxLength returns a validator that limits the number of characters. It accepts the empty string.
func MaxLength(characters int) StringLength { return StringLength{most: characters} }

// Identifier returns a validator for the id of an engine object (interface document, section 1 of "Wire shapes").
func Identifier() StringLength { return StringLength{notBlank: true, isID: true, most: 100} }

// Parent is like Identifier, but only warns about a blank id. Some engines may allow objects without a parent.
func Parent() StringLength { return StringLength{notBlank: true, usually: true, isID: true, most: 100} }

func (l StringLength) SetStringRules(rules *lens.StringRules) { rules.IsID = rules.IsID || l.isID }

func (l StringLength) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	if l.notBlank && strings.TrimSpace(value) == "" {
		report(&resp.Diagnostics, l.usually, req.Path, "String is blank", strconv.Quote(value),
			"a string with at least one character that is not a space")
	}
	if count := utf8.RuneCountInString(value); count > l.most {
		resp.Diagnostics.AddAttributeError(req.Path, "String is too long",
			fmt.Sprintf("%s has %d characters, but it may have at most %d.", req.Path, count, l.most))
	}
}

var colorForm = regexp.MustCompile(`^([A-Za-z]+|#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$`)

// Color returns a validator that warns about strings that are not CSS colors (quirk 144 in quirks.go).
func Color() StringForm {
	return StringForm{
		Form: `the name of a color, or "#" and 3, 4, 6 or 8 hexadecimal digits, for example "red" or "#1f77b4"`,
		Has:  colorForm.MatchString,
	}
}

var refreshIntervalForm = regexp.MustCompile(`^(\d+(\.\d+)?|(\d+(\.\d+)?\s*(ms|[smhdwMy])\s*)+)$`)

// RefreshInterval returns a validator that warns about strings that are neither a number nor a duration (quirk 144 in quirks.go).
func RefreshInterval() StringForm {
	return StringForm{
		Form: `a number, or numbers with units of ms, s, m, h, d, w, M or y, for example "30s"`,
		Has:  refreshIntervalForm.MatchString,
	}
}

// TimeWindow returns a validator that warns about a string unless it is a number or a positive duration such as "5m" (quirk 144 in
// quirks.go). To also set a minimum or maximum, combine it with a NumberString.
func TimeWindow() StringForm {
	return StringForm{
		Form: `a number of seconds, or numbers above 0 with units of ms, s, m, h, d or w, for example "5m"`,
		Has: func(text string) bool {
			_, isNumber := document.Number(text)
			seconds, ok := secondsOf(text)
			return isNumber || ok && seconds.Sign() > 0
		},
	}
}

// Timezone returns a validator that warns about names that are not in the IANA time zone database (quirk 144 in quirks.go).
func Timezone() StringForm {
	return StringForm{
		Form: `a time zone of the IANA database, for example "UTC" or "Europe/Lisbon"`,
		Has: func(name string) bool {
			_, err := time.LoadLocation(name)
			return err == nil && name != "Local" // "Local" is Go's name for the machine's time zone
		},
	}
}

var itemNameForm = regexp.MustCompile(`^[\p{L}\p{Nd}_$]*$`)

// ItemName returns a validator that warns about a ref_id such as "a b", which expressions can't refer to (quirk 145 in quirks.go).
func ItemName() StringForm {
	return StringForm{
		Form: `letters, digits and underscores, for example "A" or "flow1", for expressions to name it`,
		Has:  itemNameForm.MatchString,
	}
}

// ItemNameLength returns a validator that limits a ref_id to 5 characters (interface document, section 4 of "Wire shapes").
func ItemNameLength() StringLength { return MaxLength(5) }

type noNulls struct{ Undescribed }

func (noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Element is null", fmt.Sprintf("%s is null, but it has to be a string.", at))
		}
	}
}
