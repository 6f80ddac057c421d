// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// readJSON reads a JSON object and decodes the value of one key at a time. An error in a value contains the position of the key and the
// path of the invalid part.
func readJSON(name string, from io.Reader, add func(Point) error) error {
	in := newInput(from, maxValue)
	decoder := json.NewDecoder(in)
	decoder.UseNumber()
	w := &walker{add: add, quotes: true}
	at := func(offset int64, err error) error {
		line, column := in.position(offset)
		return &Error{name, line, column, err}
	}
	// unreadable adds a position to an error from the decoder. The offset in a syntax error may be too small, because it does not count
	// whitespace between values. In this case, unreadable uses the decoder's own offset.
	unreadable := func(err error) error {
		var syntax *json.SyntaxError
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return at(in.read, errors.New("the JSON text ends in the middle"))
		case errors.As(err, &syntax):
			return at(max(decoder.InputOffset(), syntax.Offset-1), fmt.Errorf("this is not JSON: %w", err))
		}
		return withName(name, err)
	}
	if begin, err := decoder.Token(); err != nil {
		return unreadable(err)
	} else if begin != json.Delim('{') {
		return at(decoder.InputOffset()-1, errors.New("want "+topForm+", not a list"))
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return unreadable(err)
		}
		name, _ := key.(string) // a key is always a string
		in.advance(decoder.InputOffset() - int64(len(name)) - 2)
		var value any
		if err := decoder.Decode(&value); err != nil {
			return unreadable(err)
		}
		if err := w.readKey(member("", name), name, value); err != nil {
			return at(in.start, err)
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing brace
		return unreadable(err)
	}
	in.advance(decoder.InputOffset())
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return at(decoder.InputOffset()-1, errors.New("something follows the object"))
	}
	return nil
}

// ReadDecoded is like Read, but its input is decoded JSON: map[string]any, []any, json.Number and so on, without null members. Errors
// contain the path of an invalid value, but never the value itself, which may be a secret.
func ReadDecoded(value any, add func(Point) error) error {
	w := &walker{add: add}
	object, ok := value.(map[string]any)
	if !ok {
		return w.mismatch("", topForm, value)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if err := w.readKey(member("", name), name, object[name]); err != nil {
			return err
		}
	}
	return nil
}

const (
	topForm    = `an object {"ASSET": {"ATTRIBUTE": POINTS}} or {"REF_ID": POINTS}`
	seriesForm = `a list of {"time", "value"} or an object {"start", "step", "values"}`
	stepForm   = `a duration such as "10s" or a number of seconds`
)

// maxStep is the maximum step of a series of the form {"start", "step", "values"}. With longer steps, the times of the values could
// overflow.
const maxStep = 366 * 24 * time.Hour

// walker finds the points in decoded JSON. If quotes is false, its error messages don't contain the invalid values.
type walker struct {
	add    func(Point) error
	quotes bool
}

func member(path, key string) string { return path + "[" + strconv.Quote(key) + "]" }

// invalid prepends the path of the invalid value to err, as in series["pump"]["pressure"][0].
func invalid(path string, err error) error { return fmt.Errorf("series%s: %w", path, err) }

func (w *walker) mismatch(path, want string, value any) error {
	kind := document.KindOf(value)
	if _, isList := value.([]any); isList {
		kind = "a list"
	}
	if !w.quotes {
		return fmt.Errorf("series%s is %s, but it has to be %s", path, kind, want)
	}
	switch value := value.(type) {
	case string:
		kind = "the string " + quote(value)
	case json.Number:
		kind = "the number " + value.String()
	case bool:
		kind = strconv.FormatBool(value)
	}
	return invalid(path, errors.New("want "+want+", not "+kind))
}

// readKey reads the value of a top-level key, which is the id of an asset or the ref_id of an alert item.
func (w *walker) readKey(path, name string, value any) error {
	if name == "" {
		return invalid(path, errors.New("an asset or a ref_id has a name"))
	}
	object, isObject := value.(map[string]any)
	_, isList := value.([]any)
	switch {
	case isList, isObject && isShortSeries(object):
		return w.series(path, Point{Attribute: name}, value)
	case !isObject:
		return w.mismatch(path, seriesForm+", or an object of those by attribute", value)
	}
	for _, attribute := range slices.Sorted(maps.Keys(object)) {
		below := member(path, attribute)
		if attribute == "" {
			return invalid(below, errors.New("an attribute has a name"))
		}
		if err := w.series(below, Point{Asset: name, Attribute: attribute}, object[attribute]); err != nil {
			return err
		}
	}
	return nil
}

// isShortSeries reports whether an object is a series of the form {"start", "step", "values"}. An asset can have attributes with these
// names too, but their values are objects or lists of objects, whereas start and step are strings.
func isShortSeries(object map[string]any) bool {
	isScalar := func(value any) bool {
		_, isObject := value.(map[string]any)
		_, isList := value.([]any)
		return !isObject && !isList
	}
	for _, key := range []string{"start", "step", "values"} {
		value, there := object[key]
		list, _ := value.([]any)
		if there && isScalar(value) || key == "values" && len(list) > 0 && isScalar(list[0]) {
			return true
		}
	}
	return false
}

func (w *walker) series(path string, p Point, value any) error {
	switch value := value.(type) {
	case []any:
		for i, element := range value {
			if err := w.point(path+"["+strconv.Itoa(i)+"]", p, element); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		return w.readShortSeries(path, p, value)
	}
	return w.mismatch(path, seriesForm, value)
}

// point reads a point of the form {"time", "value"}.
func (w *walker) point(path string, p Point, value any) (err error) {
	object, ok := value.(map[string]any)
	if !ok {
		return w.mismatch(path, `{"time": TIME, "value": VALUE}`, value)
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch key {
		case "time":
			p.Time, err = w.time(path+".time", object[key])
		case "value":
			p.Value, err = w.value(path+".value", object[key])
		default:
			err = invalid(path, fmt.Errorf("a point has time and value, and no %s", quote(key)))
		}
		if err != nil {
			return err
		}
	}
	_, timed := object["time"]
	if _, valued := object["value"]; !timed || !valued && w.quotes { // decoded values have no null members
		return invalid(path, errors.New("a point has both time and value"))
	}
	return w.emit(path, p)
}

func (w *walker) emit(path string, p Point) error {
	if p.Value == nil {
		return nil
	}
	if err := w.add(p); err != nil {
		return invalid(path, err)
	}
	return nil
}

// value converts a scalar to a float64, bool or string, or null to nil.
func (w *walker) value(path string, value any) (any, error) {
	switch v := value.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		number, err := parseNumber(v.String())
		if err != nil {
			return nil, invalid(path, err)
		}
		return number, nil
	}
	return nil, w.mismatch(path, "a number, a boolean, a string or null", value)
}

func (w *walker) time(path string, value any) (time.Time, error) {
	text, isText := value.(string)
	at, ok := parseTime(text)
	switch {
	case ok:
		return at, nil
	case !isText || !w.quotes:
		return at, w.mismatch(path, "an ISO 8601 time", value)
	}
	return at, invalid(path, notATime(text))
}

// duration parses a step: a string such as "10s", or a number of seconds.
func (w *walker) duration(path string, value any) (time.Duration, error) {
	var step time.Duration
	switch v := value.(type) {
	case string:
		var ok bool
		if step, ok = rehearsal.ParseDuration(v); !ok && !w.quotes {
			return 0, w.mismatch(path, stepForm, value)
		} else if !ok {
			return 0, invalid(path, fmt.Errorf(`%s is neither a duration above 0 such as "10s", "1m" or "1d" nor a number of seconds`, quote(v)))
		}
	case json.Number:
		seconds, _ := v.Float64()                                              // infinite if the number is too large
		step = time.Duration(min(max(seconds, 0), 1e9) * float64(time.Second)) // without an overflow
	default:
		return 0, w.mismatch(path, stepForm, value)
	}
	switch {
	case step <= 0:
		return 0, invalid(path, errors.New("a step must be above 0"))
	case step > maxStep:
		return 0, invalid(path, errors.New("a step has at most 366 days"))
	}
	return step, nil
}

// readShortSeries reads a series of the form {"start", "step", "values"}. The values are for the times start, start + step, and so on.
func (w *walker) readShortSeries(path string, p Point, object map[string]any) (err error) {
	var step time.Duration
	var values []any
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		switch key {
		case "start":
			p.Time, err = w.time(path+".start", value)
		case "step":
			step, err = w.duration(path+".step", value)
		case "values":
			list, isList := value.([]any)
			if values = list; !isList {
				err = w.mismatch(path+".values", "a list of values", value)
			}
		default:
			err = invalid(path, fmt.Errorf("%s is not one of start, step and values", quote(key)))
		}
		if err != nil {
			return err
		}
	}
	for _, key := range []string{"start", "step", "values"} {
		if _, there := object[key]; !there {
			return invalid(path, errors.New("the series has no "+key))
		}
	}
	for i, value := range values {
		element := path + ".values[" + strconv.Itoa(i) + "]"
		if p.Time.Year() > 9999 {
			return invalid(element, errors.New("the time lies beyond the year 9999"))
		}
		if p.Value, err = w.value(element, value); err == nil {
			err = w.emit(element, p)
		}
		if err != nil {
			return err
		}
		p.Time = p.Time.Add(step)
	}
	return nil
}
