// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import "testing"

func TestBudgetDecides(t *testing.T) {
	trusted, other := budget{singles: 1, pages: 1, isComplete: true, isTrusted: true}, budget{singles: 1, pages: 1, isComplete: true}
	fetching := budget{singles: 3, pages: 3, isFetching: true, isTrusted: true}
	pending := budget{singles: 1, inFlight: 1, pages: 1, isComplete: true}
	tests := map[string]struct {
		budget budget
		listed bool
		want   action
	}{
		"the first read":                    {want: readSingly},
		"the second read":                   {budget: budget{singles: 1, inFlight: 1}, want: askFirstPage},
		"while the first page is fetched":   {budget: budget{singles: 1, isFetching: true}, want: awaitChange},
		"before the list is worth it":       {budget: budget{singles: 2, pages: 3}, want: readSingly},
		"when the list is worth it":         {budget: budget{singles: 3, pages: 3}, want: fetchOtherPages},
		"while the other pages are fetched": {budget: budget{singles: 3, pages: 3, isFetching: true}, want: awaitChange},
		"listed on the first page":          {budget: budget{singles: 1, pages: 3, isTrusted: true}, listed: true, want: answerFromList},
		"listed, others are fetched":        {budget: fetching, listed: true, want: answerFromList},
		"listed, but not trusted":           {budget: budget{singles: 1, pages: 3}, listed: true, want: readSingly},
		"in the whole list":                 {budget: trusted, listed: true, want: answerFromList},
		"not in the whole list":             {budget: trusted, want: readSingly},
		"a read may prove trust":            {budget: pending, listed: true, want: awaitChange},
		"no single read to wait for":        {budget: other, listed: true, want: readSingly},
		"not listed, so no wait":            {budget: pending, want: readSingly},
	}
	for name, test := range tests {
		if got := test.budget.next(test.listed); got != test.want {
			t.Errorf("%s: the action is %d, want %d", name, got, test.want)
		}
	}
}
