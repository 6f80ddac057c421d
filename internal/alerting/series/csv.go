// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const headers = "a series file is JSON, or CSV that begins with the names of its columns: time,asset,attribute,value or " +
	"time,ref_id,value, " +
	"or time and a column ASSET/ATTRIBUTE or REF_ID for each series"

type csvReader struct {
	*csv.Reader
	in   *input
	name string
	add  func(Point) error
	time int
	// For a file with one point per line, these are the indices of the columns asset, attribute and value. If there is a ref_id column
	// instead of asset and attribute, then asset is -1, and attribute is the index of ref_id.
	asset, attribute, value int
	// In a file with one column per series ("time,pump/pressure,B"), wide[i] is a Point with the ids in the name of column i.
	wide []Point
}

func readCSV(name string, from io.Reader, add func(Point) error) error {
	in := newInput(from, maxLine)
	r := &csvReader{Reader: csv.NewReader(in), in: in, name: name, add: add}
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return r.newError(err)
	}
	if err := r.columns(header); err != nil {
		return err
	}
	for {
		in.advance(r.InputOffset())
		line, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return r.newError(err)
		}
		if err := r.line(line); err != nil {
			return err
		}
	}
}

// newError adds the file name to an error from encoding/csv. If the error has a line and column, it returns an *Error.
func (r *csvReader) newError(err error) error {
	var wrong *csv.ParseError
	if !errors.As(err, &wrong) {
		return withName(r.name, err)
	}
	if errors.Is(wrong.Err, csv.ErrFieldCount) {
		wrong.Err = fmt.Errorf("the line does not have the %d columns of the header", r.FieldsPerRecord)
	}
	return &Error{r.name, wrong.Line, wrong.Column, wrong.Err}
}

// at returns an *Error for err, with the file name and the position of a column in the current line.
func (r *csvReader) at(column int, err error) error {
	line, start := r.FieldPos(column)
	return &Error{r.name, line, start, err}
}

// columns reads the header and detects the layout of the file: one point per line ("time,asset,attribute,value"), or one column per series
// ("time,pump/pressure,B").
func (r *csvReader) columns(header []string) error {
	at := map[string]int{}
	for i, name := range header {
		if name = strings.TrimSpace(name); name == "" {
			return r.at(i, errors.New("the column has no name"))
		}
		if _, twice := at[name]; twice {
			return r.at(i, fmt.Errorf("the column %s is there twice", quote(name)))
		}
		at[name] = i
	}
	column := func(name string) int {
		if i, ok := at[name]; ok {
			return i
		}
		return -1
	}
	if other := strings.IndexAny(header[0], ";\t"); len(header) == 1 && other >= 0 { // Excel uses semicolons in many languages
		return r.at(0, fmt.Errorf("the columns have to be separated by commas, not by %q; %s", header[0][other:other+1], headers))
	}
	if r.time = column("time"); r.time < 0 {
		return r.at(0, errors.New("there is no column time; "+headers))
	}
	r.asset, r.attribute, r.value = column("asset"), column("attribute"), column("value")
	ref := column("ref_id")
	switch {
	case r.value < 0 && r.asset < 0 && r.attribute < 0 && ref < 0:
		return r.wideColumns(header)
	case len(header) == 4 && r.value >= 0 && r.asset >= 0 && r.attribute >= 0:
		return nil
	case len(header) == 3 && r.value >= 0 && ref >= 0:
		r.attribute = ref
		return nil
	}
	return r.at(0, fmt.Errorf("the columns are %s; %s", quote(strings.Join(header, ",")), headers))
}

// wideColumns reads a header that defines one series per column, such as "time,pump/pressure,B".
func (r *csvReader) wideColumns(header []string) error {
	if len(header) == 1 {
		return r.at(0, errors.New("there is no column except time; "+headers))
	}
	r.wide = make([]Point, len(header))
	for i, name := range header {
		asset, attribute, both := strings.Cut(strings.TrimSpace(name), "/")
		switch {
		case !both:
			r.wide[i] = Point{Attribute: asset}
		case asset == "" || attribute == "" || strings.Contains(attribute, "/"):
			return r.at(i, fmt.Errorf("%s is not ASSET/ATTRIBUTE; ids that hold a slash need the columns time,asset,attribute,value", quote(name)))
		default:
			r.wide[i] = Point{Asset: asset, Attribute: attribute}
		}
	}
	return nil
}

func (r *csvReader) line(line []string) error {
	text := strings.TrimSpace(line[r.time])
	at, ok := parseTime(text)
	if !ok {
		return r.at(r.time, notATime(text))
	}
	if r.wide == nil {
		return r.point(line, at)
	}
	for i, series := range r.wide {
		if i == r.time {
			continue
		}
		series.Time = at
		if err := r.cell(line[i], i, series); err != nil {
			return err
		}
	}
	return nil
}

// point reads a CSV line that contains a single point: "time,asset,attribute,value" or "time,ref_id,value".
func (r *csvReader) point(line []string, at time.Time) error {
	p := Point{Time: at, Attribute: strings.Clone(line[r.attribute])} // clone, because the CSV reader reuses the line
	if p.Attribute == "" {
		return r.at(r.attribute, errors.New("the cell is empty, but it has to name the attribute or the ref_id"))
	}
	if r.asset >= 0 {
		if p.Asset = strings.Clone(line[r.asset]); p.Asset == "" {
			return r.at(r.asset, errors.New("the cell is empty, but it has to name the asset"))
		}
	}
	return r.cell(line[r.value], r.value, p)
}

// cell parses a CSV cell and passes p with the cell's value to r.add. It ignores empty cells.
func (r *csvReader) cell(text string, column int, p Point) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	value, err := parseCell(text)
	if word, ok := value.(string); ok {
		value = strings.Clone(word)
	}
	if p.Value = value; err == nil {
		err = r.add(p)
	}
	if err != nil {
		return r.at(column, err)
	}
	return nil
}
