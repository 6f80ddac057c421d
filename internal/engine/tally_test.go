// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import "testing"

func TestTallySteps(t *testing.T) {
	tests := map[string]struct {
		tally  tally
		listed bool
		want   step
	}{
		"the first read":               {tally{}, false, readSingly},
		"the second":                   {tally{singles: 1, inFlight: 1}, false, askFirstPage},
		"the first page is asked for":  {tally{singles: 1, busy: true}, false, awaitChange},
		"before the list pays":         {tally{singles: 2, pages: 3}, false, readSingly},
		"once it pays":                 {tally{singles: 3, pages: 3}, false, fetchOtherPages},
		"while it is fetched":          {tally{singles: 3, pages: 3, busy: true}, false, awaitChange},
		"on the first page":            {tally{singles: 1, pages: 3, trusted: true}, true, answerFromList},
		"on it while others come":      {tally{singles: 3, pages: 3, busy: true, trusted: true}, true, answerFromList},
		"on it without trust":          {tally{singles: 1, pages: 3}, true, readSingly},
		"in the list":                  {tally{singles: 1, pages: 1, complete: true, trusted: true}, true, answerFromList},
		"not in the list":              {tally{singles: 1, pages: 1, complete: true, trusted: true}, false, readSingly},
		"trust may come":               {tally{singles: 1, inFlight: 1, pages: 1, complete: true}, true, awaitChange},
		"trust has to be looked for":   {tally{singles: 1, pages: 1, complete: true}, true, readSingly},
		"no use to wait for the trust": {tally{singles: 1, inFlight: 1, pages: 1, complete: true}, false, readSingly},
	}
	for name, test := range tests {
		if got := test.tally.step(test.listed); got != test.want {
			t.Errorf("%s: the step is %d, want %d", name, got, test.want)
		}
	}
}

// TestTallyBound reads one object after the other and counts what that costs, beside the fewest requests that could do:
// for a list that can be trusted all single reads or all pages, for another one all single reads.
func TestTallyBound(t *testing.T) {
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
	var t tally
	requests, useless := 0, false
	for range reads {
		for answered := false; !answered; {
			s := t.step(t.complete)
			if useless {
				s = readSingly
			}
			t.begin(s)
			switch s {
			case readSingly:
				requests, answered = requests+1, true
				t.inFlight--
			case askFirstPage:
				requests++
				t.pages = pages
			case fetchOtherPages:
				requests += pages - 1
			case answerFromList:
				answered = true
			}
			if s == fetchOtherPages || s == askFirstPage {
				t.busy, t.complete = false, s == fetchOtherPages || pages == 1
				t.trusted, useless = t.complete && trusted, t.complete && !trusted
			}
		}
	}
	return requests
}
