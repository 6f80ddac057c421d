// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package series reads recorded data (attribute values over time) from CSV and JSON. It imports rehearsal and instant.
//
// The main function is Read, which detects the format from the first bytes. The file csv.go reads CSV, and json.go reads JSON. The file
// value.go parses values and times, and input.go limits memory use.
//
// JSON has one of these forms. The series argument of the provider function rehearse accepts them, too.
//
//	{"ASSET": {"ATTRIBUTE": POINTS}} or {"REF_ID": POINTS}
//
// POINTS is a list of points, or an object with evenly spaced values from a start time, in which null means that there is no point:
//
//	[{"time": "2026-01-01T00:00:00Z", "value": 7.5}, ...]
//	{"start": "2026-01-01T00:00:00Z", "step": "10s", "values": [7.5, null, ...]}
//
// CSV begins with one of these headers:
//
//	time,asset,attribute,value   one point per line
//	time,ref_id,value            one point per line, with the ref_id of its alert item
//	time,ASSET/ATTRIBUTE,REF_ID  one timestamp per line; every column except time is a series
package series

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"
)

// Point is the value of an attribute at a point in time. Value is a float64, a bool or a string. If the input contains the ref_id of an
// alert item instead of an asset and an attribute, Asset is empty and Attribute is the ref_id.
type Point struct {
	Asset, Attribute string
	Time             time.Time
	Value            any
}

// Error is an error at a line and column in a file.
type Error struct {
	// Name is the name of the file.
	Name string
	// Line and Column start at 1. Column counts bytes.
	Line, Column int
	Err          error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Column, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Read reads CSV or JSON and calls add for each point, in input order. It stops at the first error, which is an *Error for invalid input.
func Read(name string, from io.Reader, add func(Point) error) error {
	text := bufio.NewReader(from)
	if mark, err := text.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = text.Discard(len(mark)) // skip the bytes that Peek returned
	}
	for skipped := 0; ; skipped++ {
		first, err := text.Peek(skipped + 1)
		switch {
		case errors.Is(err, io.EOF):
			return &Error{name, 1, 1, errors.New("there is nothing in it; " + headers)}
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return withName(name, err)
		case err != nil:
			return &Error{name, 1, 1, errors.New("it begins with too much white space")}
		}
		switch first[skipped] {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			return readJSON(name, text, add)
		default:
			return readCSV(name, text, add)
		}
	}
}

// withName adds the name of the input to an error from its reader. It returns file errors unchanged, because they already contain the name.
func withName(name string, err error) error {
	var ofFile *fs.PathError
	if errors.As(err, &ofFile) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
