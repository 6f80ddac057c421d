// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

// action is what a read of one object does next.
type action int

const (
	readSingly action = iota
	answerFromList
	awaitChange // of the list, by another read
	askFirstPage
	fetchOtherPages
)

// budget counts what was asked of one collection and decides how its reads go on. How many reads will come is not known,
// so the list is paid for in parts: the second read asks for the first page, which tells how many there are, and the
// others are fetched once as many objects were read singly. For n reads of a list of p pages, that is at most twice
// min(n, p) requests, the fewest that could do.
type budget struct {
	singles  int  // single reads that were begun
	inFlight int  // those of them that have not ended
	pages    int  // of the list; 0 until the first one came
	busy     bool // a read is fetching pages
	complete bool // all pages came
	trusted  bool // the list says of an object what its single read says
}

// next decides for an object that is in the pages that came, or is not.
func (b *budget) next(listed bool) action {
	switch {
	case listed && b.trusted:
		return answerFromList
	case b.busy:
		return awaitChange
	case b.singles == 0:
		return readSingly
	case b.pages == 0:
		return askFirstPage
	case b.complete && listed && b.inFlight > 0:
		return awaitChange // One of the single reads may show that the list can be trusted.
	case b.complete || b.singles < b.pages:
		return readSingly
	default:
		return fetchOtherPages
	}
}

// begin counts an action that is about to be taken.
func (b *budget) begin(a action) {
	switch a {
	case readSingly:
		b.singles++
		b.inFlight++
	case askFirstPage, fetchOtherPages:
		b.busy = true
	}
}
