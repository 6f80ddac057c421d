// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import "testing"

func TestBudgetDecides(t *testing.T) {
	tests := map[string]struct {
		budget budget
		listed bool
		want   action
	}{
		"the first read":               {budget{}, false, readSingly},
		"the second":                   {budget{singles: 1, inFlight: 1}, false, askFirstPage},
		"the first page is asked for":  {budget{singles: 1, isFetching: true}, false, awaitChange},
		"before the list pays":         {budget{singles: 2, pages: 3}, false, readSingly},
		"once it pays":                 {budget{singles: 3, pages: 3}, false, fetchOtherPages},
		"while it is fetched":          {budget{singles: 3, pages: 3, isFetching: true}, false, awaitChange},
		"on the first page":            {budget{singles: 1, pages: 3, isTrusted: true}, true, answerFromList},
		"on it while others come":      {budget{singles: 3, pages: 3, isFetching: true, isTrusted: true}, true, answerFromList},
		"on it without trust":          {budget{singles: 1, pages: 3}, true, readSingly},
		"in the list":                  {budget{singles: 1, pages: 1, isComplete: true, isTrusted: true}, true, answerFromList},
		"not in the list":              {budget{singles: 1, pages: 1, isComplete: true, isTrusted: true}, false, readSingly},
		"trust may come":               {budget{singles: 1, inFlight: 1, pages: 1, isComplete: true}, true, awaitChange},
		"trust has to be looked for":   {budget{singles: 1, pages: 1, isComplete: true}, true, readSingly},
		"no use to wait for the trust": {budget{singles: 1, inFlight: 1, pages: 1, isComplete: true}, false, readSingly},
	}
	for name, test := range tests {
		if got := test.budget.next(test.listed); got != test.want {
			t.Errorf("%s: the action is %d, want %d", name, got, test.want)
		}
	}
}

// TestBudgetBound reads one object after the other and counts what that costs, beside the fewest requests that could do:
// for a list that can be trusted all single reads or all pages, for another one all single reads.
func TestBudgetBound(t *testing.T) {
	for pages := 1; pages <= 40; pages++ {
		for reads := 1; reads <= 100; reads++ {
			if got, best := cost(reads, pages, true), min(reads, pages); got > 2*best {
				t.Errorf("%d reads of %d pages cost %d requests, more than twice %d", reads, pages, got, best)
			}
			if got := cost(reads, pages, false); got > 2*reads {
				t.Errorf("%d reads of %d useless pages cost %d requests", reads, pages, got)
			}
		}
	}
}

// cost is the number of requests for objects none of which is on the first page. A list that can't be trusted is found
// out when it is complete, and is given up.
func cost(reads, pages int, trusted bool) int {
	var b budget
	requests, useless := 0, false
	for range reads {
		for answered := false; !answered; {
			a := b.next(b.isComplete)
			if useless {
				a = readSingly
			}
			b.begin(a)
			switch a {
			case readSingly:
				requests, answered = requests+1, true
				b.inFlight--
			case askFirstPage:
				requests++
				b.pages = pages
			case fetchOtherPages:
				requests += pages - 1
			case answerFromList:
				answered = true
			}
			if a == fetchOtherPages || a == askFirstPage {
				b.isFetching, b.isComplete = false, a == fetchOtherPages || pages == 1
				b.isTrusted, useless = b.isComplete && trusted, b.isComplete && !trusted
			}
		}
	}
	return requests
}
