// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package budgettest checks that parsing a hostile input doesn't take too much work. Only tests import it; it imports no other package of
// this module. Start reading at Within.
package budgettest

import (
	"runtime"
	"testing"
)

const (
	largestInput = 64 << 10
	mostBytes    = 64 << 20
)

// Within fails the test if work allocates more than 64 MB for an input of at most 64 kB. It counts bytes, because seconds depend on the
// machine. Endless loops usually allocate endlessly too, except for those in the regular expressions of libraries.
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
