// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package series reads recorded data, the points of attributes over time, from CSV and JSON. It imports rehearsal and
// instant.
//
// Start reading at Read, which tells the two formats apart by what they begin with. CSV is read in csv.go, JSON in json.go; both
// read their input as a stream, so that nothing but the points is kept. What a value and a time may be is in value.go.
//
// JSON has the forms of the series argument of the function rehearse:
//
//	{"ASSET": {"ATTRIBUTE": POINTS}}  or  {"REF_ID": POINTS}
//	POINTS: [{"time": "2026-01-01T00:00:00Z", "value": 7.5}, ...]
//	    or  {"start": "2026-01-01T00:00:00Z", "step": "10s", "values": [7.5, null, ...]}
//
// CSV has a header, which says the form:
//
//	time,asset,attribute,value    one point in a line
//	time,ref_id,value             the same, by the ref_id of the items
//	time,ASSET/ATTRIBUTE,REF_ID   one time in a line, and one series in each other column
package series

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"
)

// Point is a value of an attribute at a time. Asset is empty where the points are those of a ref_id, which is in Attribute then.
// Value is a float64, a bool or a string.
type Point struct {
	Asset, Attribute string
	Time             time.Time
	Value            any
}

// Error says where the input is wrong.
type Error struct {
	// Name is that of the file.
	Name string
	// Line and Column count from 1, the column in bytes.
	Line, Column int
	Err          error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Column, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Read hands over the points of an input in the order in which they stand there, and ends with the first error, be it one of the
// input, an *Error that carries the name, or the one that add returned, which is put in an *Error as well.
func Read(name string, from io.Reader, add func(Point) error) error {
	text := bufio.NewReader(from)
	if mark, err := text.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = text.Discard(len(mark)) // It was just seen.
	}
	for skipped := 0; ; skipped++ {
		first, err := text.Peek(skipped + 1)
		switch {
		case errors.Is(err, io.EOF):
			return &Error{name, 1, 1, errors.New("there is nothing in it; " + headers)}
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%s: %w", name, err)
		case err != nil:
			return &Error{name, 1, 1, errors.New("it begins with nothing but space")}
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
