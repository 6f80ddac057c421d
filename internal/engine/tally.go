// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

// step is what a read of one object does next.
type step int

const (
	readSingly step = iota
	answerFromList
	awaitChange // of the tally, by another read
	askFirstPage
	fetchOtherPages
)

// tally counts what was asked of one collection and decides how its reads go on. How many reads will come is not known,
// so the list is paid for in steps: the second read asks for the first page, which tells how many there are, and the
// others are fetched once as many objects were read singly. For n reads of a list of p pages, that is at most twice
// min(n, p) requests, the fewest that could do.
type tally struct {
	singles  int  // single reads that were begun
	inFlight int  // those of them that have not ended
	pages    int  // of the list; 0 until the first one came
	busy     bool // a read is fetching pages
	complete bool // all pages came
	trusted  bool // the list says of an object what its single read says
}

// step decides for an object that is in the pages that came, or is not.
func (t *tally) step(listed bool) step {
	switch {
	case listed && t.trusted:
		return answerFromList
	case t.busy:
		return awaitChange
	case t.singles == 0:
		return readSingly
	case t.pages == 0:
		return askFirstPage
	case t.complete && listed && t.inFlight > 0:
		return awaitChange // One of the single reads may show that the list can be trusted.
	case t.complete || t.singles < t.pages:
		return readSingly
	default:
		return fetchOtherPages
	}
}

// begin counts a step that is about to be taken.
func (t *tally) begin(s step) {
	switch s {
	case readSingly:
		t.singles++
		t.inFlight++
	case askFirstPage, fetchOtherPages:
		t.busy = true
	}
}
