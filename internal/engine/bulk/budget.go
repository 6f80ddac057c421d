// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

// action is the next step of a Reader to get an object.
type action int

const (
	readSingly action = iota
	answerFromList
	awaitChange // wait until another read changes the list
	askFirstPage
	fetchOtherPages
)

// budget counts the reads of one collection's objects and decides the next step of each read. The second read fetches only the first page
// of the collection's list. The other pages follow after as many single reads as the list has pages, so n reads cost at most 2*min(n,
// pages) requests.
type budget struct {
	singles    int  // single reads that have begun
	inFlight   int  // single reads that have not ended
	pages      int  // the number of pages; 0 until the first page came
	isFetching bool // a read is fetching pages
	isComplete bool // all pages came
	isTrusted  bool // an object in the list is the same as its single read
}

// next returns the next step to read an object. listed is true if a fetched page contains the object.
func (b *budget) next(listed bool) action {
	switch {
	case listed && b.isTrusted:
		return answerFromList
	case b.isFetching:
		return awaitChange
	case b.singles == 0:
		return readSingly
	case b.pages == 0:
		return askFirstPage
	case b.isComplete && listed && b.inFlight > 0:
		return awaitChange // One of the single reads may show that the list can be trusted.
	case b.isComplete || b.singles < b.pages:
		return readSingly
	default:
		return fetchOtherPages
	}
}

func (b *budget) begin(a action) {
	switch a {
	case readSingly:
		b.singles++
		b.inFlight++
	case askFirstPage, fetchOtherPages:
		b.isFetching = true
	}
}
