// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package pagecheck holds the pages of a bbolt file against each other. bbolt maps the file and believes every number in it:
// a damaged one makes it read outside the map, or go in circles. This package reads the file as any other and believes
// nothing, so that a file which passes can be given to bbolt. It imports no other package of this module.
//
// Start reading at Check; meta.go finds the root of the file, page.go walks the pages from there. The pages are as
// bbolt 1.x writes them (its packages internal/common and internal/freelist). What values hold is not looked at.
package pagecheck

import (
	"errors"
	"fmt"
	"io"
)

// ErrForeign: no program wrote this file with bbolt, or both of its first pages are damaged.
var ErrForeign = errors.New("it has no beginning that is known here")

// ErrChanged: another program wrote to the file while it was read.
var ErrChanged = errors.New("another program is writing to it")

// Check says what is wrong with a bbolt file of that size, which nobody should write to meanwhile.
func Check(file io.ReaderAt, size int64) error {
	root, err := readMeta(file)
	if err != nil {
		return err
	}
	w := &walk{file: file, meta: root, used: map[uint64]bool{0: true, 1: true}}
	wrong := w.check(size)
	if again, err := readMeta(file); err != nil || again != root {
		return ErrChanged
	}
	return wrong
}

// check walks everything that the root leads to.
func (w *walk) check(size int64) error {
	if w.end > uint64(size)/uint64(w.pageSize) {
		return fmt.Errorf("it was cut off: %d bytes are left of %d", size, w.end*uint64(w.pageSize))
	}
	if err := w.tree(w.root, 0, bounds{}); err != nil {
		return err
	}
	return w.freelist()
}
