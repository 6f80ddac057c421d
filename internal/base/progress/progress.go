// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package progress shows on a terminal how far a command has come. It imports only the standard library.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Line is one line on a terminal that each message overwrites. If the output is not a terminal, nothing is shown. Goroutines may share a
// line.
type Line struct {
	to   io.Writer // nil if the output is not a terminal
	lock sync.Mutex
	last time.Time // guarded by lock
}

// New returns a line on an output, normally standard error.
func New(w io.Writer) *Line {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" { // Such a terminal can't erase a line.
		return &Line{}
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &Line{}
	}
	return &Line{to: w}
}

// Say shows the message instead of the last one, at most ten times a second.
func (l *Line) Say(format string, args ...any) {
	if l.to == nil {
		return
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if time.Since(l.last) < 100*time.Millisecond {
		return
	}
	l.last = time.Now()
	_, _ = fmt.Fprintf(l.to, "\r\x1b[K"+format, args...)
}

// Clear removes the line.
func (l *Line) Clear() {
	if l.to != nil {
		_, _ = io.WriteString(l.to, "\r\x1b[K")
	}
}
