// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"bytes"
	"fmt"
	"io"
)

// maxLine and maxValue limit memory use. They are the maximum sizes in bytes of a CSV line, and of the JSON value for one asset or ref_id.
const (
	maxLine  = 1 << 20
	maxValue = 128 << 20
)

// input reads a file and counts its lines. To limit memory use, Read fails if it has read more than limit bytes that the caller has not yet
// processed (see advance).
type input struct {
	from  io.Reader
	limit int64
	// start is the offset of the first byte that the caller has not processed. line and column are its position, counted from 1.
	start        int64
	line, column int
	ends         []int64 // offsets at which the lines after start begin
	read         int64
}

func newInput(from io.Reader, limit int64) *input {
	return &input{from: from, limit: limit, line: 1, column: 1}
}

// Read implements io.Reader.
func (in *input) Read(into []byte) (int, error) {
	if in.read-in.start > in.limit {
		return 0, fmt.Errorf("line %d: something that begins here is larger than the maximum of %d MiB", in.line, in.limit>>20)
	}
	n, err := in.from.Read(into)
	for at := 0; ; {
		next := bytes.IndexByte(into[at:n], '\n')
		if next < 0 {
			break
		}
		at += next + 1
		in.ends = append(in.ends, in.read+int64(at))
	}
	in.read += int64(n)
	return n, err
}

// advance records that the caller has processed everything before offset.
func (in *input) advance(offset int64) {
	in.line, in.column = in.position(offset)
	passed := 0
	for passed < len(in.ends) && in.ends[passed] <= offset {
		passed++
	}
	in.start, in.ends = offset, in.ends[passed:]
}

// position returns the line and column of an offset, which must be at least in.start.
func (in *input) position(offset int64) (line, column int) {
	line, begin := in.line, in.start-int64(in.column-1)
	for _, end := range in.ends {
		if end > offset {
			break
		}
		line, begin = line+1, end
	}
	return line, int(offset-begin) + 1
}
