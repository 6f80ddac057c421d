// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package budgettest measures what work on a text from outside costs. Only tests import it; it imports no other part of this
// module. Start reading at Within.
package budgettest

import (
	"runtime"
	"testing"
)

const (
	largestInput = 64 << 10
	mostBytes    = 64 << 20
)

// Within fails the test if work on an input of at most 64 kB allocates more than 64 MB. Bytes are counted and not seconds, which say more
// of the machine than of the work: work without end allocates without end, but for loops in the regular expressions of libraries.
func Within(t testing.TB, input string, work func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; len(input) <= largestInput && bytes > mostBytes {
		t.Errorf("%d bytes of input cost %d MB: %.100q", len(input), bytes>>20, input)
	}
}
