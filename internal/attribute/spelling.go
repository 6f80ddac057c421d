// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

// Spelling implements lens.TextSpelling: a value that an engine answers in another case, or by a synonym, is shown as the
// documents spell it, so that the plan after an import is empty. Other values are shown as they are.
func (o Enum) Spelling(engine string) string {
	for _, value := range o.Values {
		if o.EqualTexts(engine, value) {
			return value
		}
	}
	return engine
}
