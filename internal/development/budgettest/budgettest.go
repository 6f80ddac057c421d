// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package budgettest limits the memory that code may allocate for an input, even a hostile one. Only tests import the package, which
// imports no package of this module. Start reading at Within.
package budgettest

import (
	"runtime"
	"testing"
)

const (
	largestInput = 64 << 10
	mostBytes    = 64 << 20
)

// Within fails the test if work on an input of at most 64 kB allocates more than 64 MB. It counts bytes, because durations depend on
// the machine. Work that never ends usually allocates without end too. An exception are regular expressions in libraries, which can run for
// a long time without allocating.
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
