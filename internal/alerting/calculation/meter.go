// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"context"
	"fmt"
)

// These are the limits of one call and of all calls with the same Meter. A step is an operator, a member such as .length, an element of a
// list, or 32 bytes of a text.
const (
	MostSteps = 1_000_000 // per call
	MostBytes = 16 << 20  // bytes that a call allocates, whether or not it still uses them
	MostCalls = 100       // nesting of calls

	freeSteps = 200        // the first steps of every call, which allSteps does not count
	allSteps  = 20_000_000 // steps of all calls of a Meter together
	freeText  = 100        // the first bytes of every result, which allText does not count
	allText   = 16 << 20   // bytes of all results of a Meter together

	lookAfter = 1 << 16 // steps between two checks of the context
)

// Meter counts the work of all function calls of one alert and stops them at a limit. Only one goroutine may use it at a time.
type Meter struct {
	ctx          context.Context
	steps, bytes int // what the current call may still use
	look         int // the context is checked when steps falls below look
	all, text    int // what all later calls together may still use
	failed       error
}

// NewMeter returns a Meter that has counted nothing.
func NewMeter() *Meter { return &Meter{ctx: context.Background(), all: allSteps, text: allText} }

// Begin sets the context of the following calls. A running call fails when the context ends.
func (m *Meter) Begin(ctx context.Context) { m.ctx = ctx }

// BudgetError says which limit was exceeded. All later calls with the same Meter then fail too.
type BudgetError struct{ message string }

func (e *BudgetError) Error() string { return e.message }

func (m *Meter) exceeded(format string, args ...any) *BudgetError {
	err := &BudgetError{fmt.Sprintf(format, args...)}
	m.failed = err
	return err
}

// begin resets the limits for a new call. It fails if earlier calls have used up the steps of all calls together, or if an earlier call
// exceeded a limit.
func (m *Meter) begin() error {
	if m.failed == nil && m.all < 0 {
		m.failed = m.exceeded("takes more than %d steps in all calls together", allSteps)
	}
	m.steps, m.bytes, m.look = MostSteps, MostBytes, MostSteps-lookAfter
	return m.failed
}

func (m *Meter) end() {
	if used := MostSteps - m.steps; used > freeSteps {
		m.all -= used - freeSteps
	}
}

// charge counts steps of the current call. It panics if there are too many or if the context has ended.
func (m *Meter) charge(steps int) {
	if m.steps -= steps; m.steps < m.look {
		m.lookAt()
	}
}

func (m *Meter) lookAt() {
	if m.steps < 0 {
		panic(m.exceeded("takes more than %d steps", MostSteps))
	}
	if err := m.ctx.Err(); err != nil {
		panic(&endedError{err})
	}
	m.look = max(0, m.steps-lookAfter)
}

// allocate counts bytes of the current call and panics if there are too many. Callers must call allocate before they allocate the memory.
func (m *Meter) allocate(bytes int) {
	if m.bytes -= bytes; m.bytes < 0 {
		panic(m.exceeded("makes texts and lists of more than %d MB", MostBytes>>20))
	}
	m.charge(bytes / 32)
}

// result counts the bytes of a returned text for all calls together, and panics if there are too many.
func (m *Meter) result(bytes int) {
	if m.text -= max(0, bytes-freeText); m.text < 0 {
		panic(m.exceeded("gives texts of more than %d MB", allText>>20))
	}
}

type endedError struct{ cause error }

func (e *endedError) Error() string { return "was ended: " + e.cause.Error() }

func (e *endedError) Unwrap() error { return e.cause }
