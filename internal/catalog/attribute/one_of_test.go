// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// TestWordsOfTheDocuments checks two validators. The validator Words must accept the words in its list, and warn about all others, such as
// "Line" instead of "line". The validator Synonyms must never warn about any word.
func TestWordsOfTheDocuments(t *testing.T) {
	t.Parallel()
	words := ListedWords("line", "bar")
	for value, warned := range map[types.String]bool{
		types.StringValue("line"): false, types.StringValue(""): false, types.StringNull(): false, types.StringUnknown(): false,
		types.StringValue("lines"): true, types.StringValue("Line"): true,
	} {
		for v, want := range map[validator.String]bool{&words: warned, &Synonyms{words.Enum}: false} {
			var resp validator.StringResponse
			v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("timeseries_type"), ConfigValue: value}, &resp)
			if got := resp.Diagnostics.WarningsCount() == 1; got != want || resp.Diagnostics.HasError() {
				t.Errorf("%T of %s: %v", v, value, resp.Diagnostics)
			}
			if want && !strings.Contains(resp.Diagnostics[0].Detail(), `engines are only known to accept "line" or "bar"`) {
				t.Errorf("of %s it says %q", value, resp.Diagnostics[0].Detail())
			}
		}
	}
}
