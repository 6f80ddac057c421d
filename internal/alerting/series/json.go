// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

type jsonReader struct {
	*tokens
	add func(Point) error
}

func readJSON(name string, from io.Reader, add func(Point) error) error {
	return (&jsonReader{tokens: newTokens(name, from), add: add}).all()
}

// ReadDecoded is like Read, but takes decoded JSON: map[string]any, []any, json.Number and so on. An error names the path of the wrong
// value, never the value, because the value may be a secret.
func ReadDecoded(value any, add func(Point) error) error {
	ahead := flattened(nil, value)
	slices.Reverse(ahead)
	return (&jsonReader{tokens: &tokens{ahead: ahead}, add: add}).all()
}

// all reads the whole input, which must be one JSON object.
func (r *jsonReader) all() error {
	if err := r.object("", r.named); err != nil {
		return err
	}
	if _, err := r.next(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = r.wrong("", errors.New("something follows the object"))
		}
		return err
	}
	return nil
}

// object reads a JSON object. For each key it calls member, which must read the key's value.
func (r *jsonReader) object(path string, member func(path, key string) error) error {
	token, err := r.next()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return r.mismatch(path, `an object {"ASSET": {"ATTRIBUTE": POINTS}} or {"REF_ID": POINTS}`, token)
	}
	return r.members(path, member)
}

// members reads the rest of a JSON object whose opening brace was already read. For each key it calls member, which must read the key's
// value.
func (r *jsonReader) members(path string, member func(path, key string) error) error {
	for {
		token, err := r.next()
		if err != nil || token == json.Delim('}') {
			return err
		}
		key, _ := token.(string) // The decoder lets nothing else stand here.
		if err := member(path+"["+strconv.Quote(key)+"]", key); err != nil {
			return err
		}
	}
}

// named reads the value of one key of the outermost JSON object. The key is the id of an asset or the ref_id of an alert item.
func (r *jsonReader) named(path, name string) error {
	token, err := r.next()
	if err != nil {
		return err
	}
	if name == "" {
		return r.wrong(path, errors.New("an asset or a ref_id has a name"))
	}
	switch token {
	case json.Delim('['):
		return r.points(path, Point{Attribute: name})
	case json.Delim('{'):
		return r.assetOrShort(path, name)
	}
	return r.mismatch(path, seriesForm+", or an object of those by attribute", token)
}

const seriesForm = `a list of {"time", "value"} or an object {"start", "step", "values"}`

// assetOrShort reads either an asset, such as {"pressure": [...]}, or a short series, {"start": ..., "step": ..., "values": [...]}. An
// asset may also have an attribute named start, so isShortMember looks at the value of each key.
func (r *jsonReader) assetOrShort(path, name string) error {
	short := &shortForm{}
	err := r.members(path, func(below, key string) error {
		isShort, err := r.isShortMember(key, short.begun)
		if key == "values" {
			short.values = []any{}
		}
		switch {
		case err != nil:
			return err
		case isShort:
			return r.shortMember(short, path, key)
		case short.begun:
			return r.wrong(below, errors.New("the members of a series are start, step and values"))
		}
		return r.series(below, Point{Asset: name, Attribute: key})
	})
	if err != nil || !short.begun {
		return err
	}
	return r.short(short, path, Point{Attribute: name})
}

// isShortMember reports whether key is the start, step or values of a short series. If the value of key is a list of points, key is an
// attribute of an asset. An empty list fits both: isShortMember then returns begun, which is true after another key of a short series.
func (r *jsonReader) isShortMember(key string, begun bool) (bool, error) {
	if key != "start" && key != "step" && key != "values" {
		return false, nil
	}
	token, err := r.peek()
	if err == nil && token == json.Delim('[') && key == "values" {
		_, _ = r.next() // the bracket that peek returned
		token, err = r.peek()
		r.unread(json.Delim('['))
	}
	_, isDelim := token.(json.Delim)
	return !isDelim || token == json.Delim(']') && begun, err
}

// series reads one series: a JSON array of points, or a JSON object {"start", "step", "values"}.
func (r *jsonReader) series(path string, p Point) error {
	token, err := r.next()
	if err != nil {
		return err
	}
	if p.Attribute == "" {
		return r.wrong(path, errors.New("an attribute has a name"))
	}
	switch token {
	case json.Delim('['):
		return r.points(path, p)
	case json.Delim('{'):
		short := &shortForm{}
		err := r.members(path, func(_, key string) error { return r.shortMember(short, path, key) })
		if err != nil {
			return err
		}
		return r.short(short, path, p)
	}
	return r.mismatch(path, seriesForm, token)
}

// points reads a list of points [{"time", "value"}, ...]. The opening bracket was already read.
func (r *jsonReader) points(path string, p Point) error {
	for i := 0; ; i++ {
		token, err := r.next()
		if err != nil || token == json.Delim(']') {
			return err
		}
		element := path + "[" + strconv.Itoa(i) + "]"
		if token != json.Delim('{') {
			return r.mismatch(element, `{"time": TIME, "value": VALUE}`, token)
		}
		if err := r.point(element, p); err != nil {
			return err
		}
	}
}

// point reads a point {"time", "value"}. The opening brace was already read.
func (r *jsonReader) point(path string, p Point) error {
	timed, valued := false, false
	err := r.members(path, func(_, key string) error {
		token, err := r.next()
		if err != nil {
			return err
		}
		switch key {
		case "time":
			timed = true
			p.Time, err = r.time(path+".time", token)
		case "value":
			valued = true
			p.Value, err = r.value(path+".value", token)
		default:
			return r.wrong(path, fmt.Errorf("a point has time and value, and no %s", shown(key)))
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !timed || !valued && r.decoder != nil: // Decoded values do not have null members.
		return r.wrong(path, errors.New("a point has both time and value"))
	}
	return r.give(path, p)
}

func (r *jsonReader) give(path string, p Point) error {
	if p.Value == nil {
		return nil
	}
	if err := r.add(p); err != nil {
		return r.wrong(path, err)
	}
	return nil
}

// value converts a JSON token to a float64, a bool, a string, or nil for null. A list or an object is an error.
func (r *jsonReader) value(path string, token json.Token) (any, error) {
	switch v := token.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		number, err := parseNumber(v.String())
		if err != nil {
			return nil, r.wrong(path, err)
		}
		return number, nil
	}
	return nil, r.mismatch(path, "a number, a boolean, a text or null", token)
}

func (r *jsonReader) time(path string, token json.Token) (time.Time, error) {
	text, isText := token.(string)
	at, ok := parseTime(text)
	switch {
	case ok:
		return at, nil
	case !isText || r.decoder == nil:
		return at, r.mismatch(path, "an ISO 8601 time", token)
	}
	return at, r.wrong(path, notATime(text))
}

// duration parses a step: a text such as "10s", or a number of seconds.
func (r *jsonReader) duration(path string, token json.Token) (time.Duration, error) {
	var step time.Duration
	switch v := token.(type) {
	case string:
		var ok bool
		if step, ok = rehearsal.ParseDuration(v); !ok && r.decoder == nil {
			return 0, r.mismatch(path, stepForm, token)
		} else if !ok {
			return 0, r.wrong(path, fmt.Errorf(`%s is neither a duration above 0 such as "10s", "1m" or "1d" nor a number of seconds`, shown(v)))
		}
	case json.Number:
		seconds, err := v.Float64()
		if err != nil || seconds > float64(maxStep/time.Second) {
			seconds = float64(maxStep/time.Second) + 1
		}
		step = time.Duration(seconds * float64(time.Second))
	default:
		return 0, r.mismatch(path, stepForm, token)
	}
	switch {
	case step <= 0:
		return 0, r.wrong(path, errors.New("a step must be above 0"))
	case step > maxStep:
		return 0, r.wrong(path, errors.New("a step has at most 366 days"))
	}
	return step, nil
}

const stepForm = `a duration such as "10s" or a number of seconds`

// maxStep limits the step of a short series. Without this limit, start plus many steps could overflow.
const maxStep = 366 * 24 * time.Hour

// shortForm holds a series {"start", "step", "values"} while it is read. begun is true once one of the three keys was read.
type shortForm struct {
	begun   bool
	start   time.Time
	started bool
	step    time.Duration
	values  []any
}

func (r *jsonReader) shortMember(short *shortForm, path, key string) error {
	short.begun = true
	token, err := r.next()
	if err != nil {
		return err
	}
	switch key {
	case "start":
		short.started = true
		short.start, err = r.time(path+".start", token)
	case "step":
		short.step, err = r.duration(path+".step", token)
	case "values":
		if token != json.Delim('[') {
			return r.mismatch(path+".values", "a list of values", token)
		}
		short.values = []any{}
		return r.values(short, path+".values")
	default:
		return r.wrong(path, fmt.Errorf("%s is not one of start, step and values", shown(key)))
	}
	return err
}

// values reads the list "values". The opening bracket was already read.
func (r *jsonReader) values(short *shortForm, path string) error {
	for {
		token, err := r.next()
		if err != nil || token == json.Delim(']') {
			return err
		}
		v, err := r.value(path+"["+strconv.Itoa(len(short.values))+"]", token)
		if err != nil {
			return err
		}
		short.values = append(short.values, v)
	}
}

// short calls r.add for each value of a series {"start", "step", "values"}. The first value has the time start, the second start + step,
// and so on.
func (r *jsonReader) short(short *shortForm, path string, p Point) error {
	switch {
	case !short.started:
		return r.wrong(path, errors.New("the series has no start"))
	case short.step == 0:
		return r.wrong(path, errors.New("the series has no step"))
	case short.values == nil:
		return r.wrong(path, errors.New("the series has no values"))
	}
	p.Time = short.start
	for i, v := range short.values {
		p.Value = v
		if p.Time.Year() > 9999 {
			return r.wrong(path+".values["+strconv.Itoa(i)+"]", errors.New("the time lies beyond the year 9999"))
		}
		if err := r.give(path+".values["+strconv.Itoa(i)+"]", p); err != nil {
			return err
		}
		p.Time = p.Time.Add(short.step)
	}
	return nil
}
