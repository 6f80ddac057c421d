// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package progress displays a command's progress on a terminal. It imports only the standard library.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Line is a terminal line that each message overwrites. If the output is not a terminal, a Line displays nothing. A Line is safe for
// concurrent use.
type Line struct {
	to   io.Writer // nil if the output is not a terminal
	lock sync.Mutex
	last time.Time // guarded by lock
}

// New returns a Line that writes to w, which is usually standard error.
func New(w io.Writer) *Line {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" { // a dumb terminal can't erase a line
		return &Line{}
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &Line{}
	}
	return &Line{to: w}
}

// Say replaces the displayed message. It ignores calls within a tenth of a second after the last displayed message.
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

// Clear erases the line.
func (l *Line) Clear() {
	if l.to != nil {
		_, _ = io.WriteString(l.to, "\r\x1b[K")
	}
}
