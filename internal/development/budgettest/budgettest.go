// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package budgettest limits the memory that code may allocate for an input, even a malicious one. Only tests import it. It imports nothing
// from this module. Start reading at Within.
package budgettest

import (
	"runtime"
	"testing"
)

const (
	largestInput = 64 << 10
	maxBytes     = 64 << 20
)

// Within calls the given function and fails the test if the function allocates more than 64 MB. It applies no limit if the input is larger
// than 64 kB. It does not measure time, because durations depend on the machine. It still detects most endless loops, because they usually
// keep allocating. It misses slow code that allocates nothing.
func Within(t testing.TB, input string, work func()) {
	t.Helper()
	t.Setenv("MEMORY_BUDGET", "alone") // panics in a parallel test, where the allocations of other tests would be counted
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; len(input) <= largestInput && bytes > maxBytes {
		t.Errorf("%d bytes of input cost %d MB: %.100q", len(input), bytes>>20, input)
	}
}
