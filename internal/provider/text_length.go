// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// textLength bounds the number of characters of a text.
type textLength struct {
	notBlank bool
	most     int
}

// notBlank refuses texts without a visible character.
func notBlank() textLength { return textLength{notBlank: true, most: math.MaxInt} }

// atMost accepts texts of at most so many characters, the empty one too.
func atMost(characters int) textLength { return textLength{most: characters} }

// identifier accepts what can be an id of the engine (wire shapes section 1).
func identifier() textLength { return textLength{notBlank: true, most: 100} }

// ValidateString implements validator.String.
func (l textLength) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	if l.notBlank && strings.TrimSpace(value) == "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Text is blank",
			fmt.Sprintf("%s is %q, but it has to have at least one character that is no space.", req.Path, value))
	}
	if count := utf8.RuneCountInString(value); count > l.most {
		resp.Diagnostics.AddAttributeError(req.Path, "Text is too long",
			fmt.Sprintf("%s has %d characters, but it may have at most %d.", req.Path, count, l.most))
	}
}

// Description implements validator.Describer.
func (l textLength) Description(context.Context) string {
	switch {
	case l.most == math.MaxInt:
		return "not blank"
	case l.notBlank:
		return fmt.Sprintf("1 to %d characters", l.most)
	default:
		return fmt.Sprintf("at most %d characters", l.most)
	}
}

// MarkdownDescription implements validator.Describer.
func (l textLength) MarkdownDescription(ctx context.Context) string { return l.Description(ctx) }
