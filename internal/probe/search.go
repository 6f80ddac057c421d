// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import "math"

// accepts reports whether the engine accepts a number, or a text of this length.
type accepts func(n int64) (bool, error)

// search returns the last value that the engine accepts, in the direction of b.step. It returns b.limit if that is the bound, and also if
// the answers to the trials do not tell. A bound of another field is the hint: engines often use one length for all names.
func (b *bound) search(good accepts, hint int64) (int64, error) {
	switch {
	case !b.isDocumented && b.beyond.outcome == refused:
		if ends, err := b.endsAt(good, hint); err != nil || ends {
			return hint, err
		}
		return b.searchWithin(good)
	case b.isDocumented && b.within.outcome == refused:
		return b.searchWithin(good)
	case b.isDocumented && b.within.outcome == accepted && b.beyond.outcome == accepted:
		return b.searchBeyond(good)
	}
	return b.limit, nil
}

// endsAt reports whether the engine accepts n and refuses the next value.
func (b *bound) endsAt(good accepts, n int64) (bool, error) {
	if n == 0 {
		return false, nil
	}
	if is, err := good(n); err != nil || !is {
		return false, err
	}
	is, err := good(n + b.step)
	return !is, err
}

// searchWithin searches between b.start and b.limit, which the engine refuses.
func (b *bound) searchWithin(good accepts) (int64, error) {
	if is, err := good(b.start); err != nil || !is {
		return b.limit, err
	}
	return halve(good, b.start, b.limit)
}

// searchBeyond searches beyond b.limit. It returns the largest or smallest int64 if the engine has no bound.
func (b *bound) searchBeyond(good accepts) (int64, error) {
	end := int64(math.MaxInt64)
	if b.step < 0 {
		end = math.MinInt64
	}
	if !b.isLength {
		if is, err := good(end); err != nil || is {
			return end, err
		}
	}
	last := b.limit + b.step
	for distance := max(b.limit, -b.limit, 1); distance < math.MaxInt64/4; distance *= 2 {
		next := b.limit + b.step*distance*2
		if b.isLength && next > longestText {
			return end, nil
		}
		is, err := good(next)
		if err != nil {
			return 0, err
		}
		if !is {
			return halve(good, last, next)
		}
		last = next
	}
	return last, nil
}

// halve returns the last value from good to bad that the engine accepts.
func halve(is accepts, good, bad int64) (int64, error) {
	for max(good-bad, bad-good) > 1 {
		middle := good + (bad-good)/2
		ok, err := is(middle)
		if err != nil {
			return 0, err
		}
		if ok {
			good = middle
		} else {
			bad = middle
		}
	}
	return good, nil
}
