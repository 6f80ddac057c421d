// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"context"
	"fmt"
)

// Bounds of calls. A step is an operator, a member or an element of a list, or 32 bytes of a text.
const (
	MostSteps = 1_000_000 // of a call
	MostBytes = 16 << 20  // that a call makes, also those that it no longer needs
	MostCalls = 100       // within calls

	freeSteps = 200        // of each call, which do not count for all calls
	allSteps  = 20_000_000 // of all calls of a meter
	freeText  = 100        // bytes of each result, which do not count for all results
	allText   = 16 << 20   // bytes of all results of a meter

	lookAfter = 1 << 16 // steps between two looks at the context
)

// Meter counts the work of all calls of an alert. It is for one goroutine at a time.
type Meter struct {
	ctx          context.Context
	steps, bytes int // left of the call
	look         int // when so many steps are left, the context is looked at
	all, text    int // left of all calls
	failed       error
}

// NewMeter returns a meter that has not counted anything.
func NewMeter() *Meter { return &Meter{ctx: context.Background(), all: allSteps, text: allText} }

// Begin makes the context that ends calls.
func (m *Meter) Begin(ctx context.Context) { m.ctx = ctx }

// BudgetError says which bound a call reached. No later call of its meter is begun.
type BudgetError struct{ message string }

func (e *BudgetError) Error() string { return e.message }

func (m *Meter) exceeded(format string, args ...any) *BudgetError {
	err := &BudgetError{fmt.Sprintf(format, args...)}
	m.failed = err
	return err
}

// begin begins a call.
func (m *Meter) begin() error {
	if m.failed == nil && m.all < 0 {
		m.failed = m.exceeded("takes more than %d steps in all calls together", allSteps)
	}
	m.steps, m.bytes, m.look = MostSteps, MostBytes, MostSteps-lookAfter
	return m.failed
}

// end ends a call.
func (m *Meter) end() {
	if used := MostSteps - m.steps; used > freeSteps {
		m.all -= used - freeSteps
	}
}

// charge counts steps.
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

// allocate counts bytes, before they are made.
func (m *Meter) allocate(bytes int) {
	if m.bytes -= bytes; m.bytes < 0 {
		panic(m.exceeded("makes texts and lists of more than %d MB", MostBytes>>20))
	}
	m.charge(bytes / 32)
}

// result counts a text that a call gives.
func (m *Meter) result(bytes int) {
	if m.text -= max(0, bytes-freeText); m.text < 0 {
		panic(m.exceeded("gives texts of more than %d MB", allText>>20))
	}
}

// endedError is the error of a call that its context ended.
type endedError struct{ cause error }

func (e *endedError) Error() string { return "was ended: " + e.cause.Error() }

func (e *endedError) Unwrap() error { return e.cause }
