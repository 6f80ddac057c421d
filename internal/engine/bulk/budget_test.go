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

// n reads of objects whose list has p pages may cost at most 2*min(n, p) requests. If the objects in the list differ from single reads, so
// that the list is useless, n reads may cost at most 2*n requests.
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

// cost returns how many requests the given number of reads takes, if no object is on the first page of the list. If trusted is false, the
// objects in the list differ from single reads. The reader notices this only when the list is complete.
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
