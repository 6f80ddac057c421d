// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// jsonReader reads points from JSON text token by token.
type jsonReader struct {
	*tokens
	add func(Point) error
}

func readJSON(name string, from io.Reader, add func(Point) error) error {
	r := &jsonReader{tokens: newTokens(name, from), add: add}
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

// object reads an object and calls member for each of its members.
func (r *jsonReader) object(path string, member func(path, key string) error) error {
	token, err := r.next()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return r.wrong(path, errors.New(`want an object {"ASSET": {"ATTRIBUTE": POINTS}} or {"REF_ID": POINTS}, not `+kind(token)))
	}
	return r.members(path, member)
}

// members reads an object whose opening brace was already read.
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

// named reads the value of a top-level member. It is the series of an asset by attribute, or the series of a ref_id.
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
	return r.wrong(path, errors.New("want "+seriesForm+", or an object of those by attribute, not "+kind(token)))
}

const seriesForm = `a list of {"time", "value"} or an object {"start", "step", "values"}`

// assetOrShort reads an object that is either an asset or a series in the short form. A short form has the members start, step and values,
// which in an asset would be objects or lists of points.
func (r *jsonReader) assetOrShort(path, name string) error {
	short := &shortForm{}
	err := r.members(path, func(below, key string) error {
		isShort, err := r.isShortMember(key)
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

// isShortMember reports whether the next token makes key a member of the short form: start and step have a text or a number, values a list
// of values.
func (r *jsonReader) isShortMember(key string) (bool, error) {
	if key != "start" && key != "step" && key != "values" {
		return false, nil
	}
	token, err := r.peek()
	if err != nil {
		return false, err
	}
	if delim, ok := token.(json.Delim); !ok || delim != '[' || key != "values" {
		return !ok, nil
	}
	_, _ = r.next() // the bracket that peek returned
	first, err := r.peek()
	r.unread(json.Delim('['))
	_, isDelim := first.(json.Delim)
	return !isDelim, err
}

// series reads one series, in the long form (a list of points) or in the short form.
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
	return r.wrong(path, errors.New("want "+seriesForm+", not "+kind(token)))
}

// points reads a list of points whose opening bracket was already read.
func (r *jsonReader) points(path string, p Point) error {
	for i := 0; ; i++ {
		token, err := r.next()
		if err != nil || token == json.Delim(']') {
			return err
		}
		element := path + "[" + strconv.Itoa(i) + "]"
		if token != json.Delim('{') {
			return r.wrong(element, errors.New(`want {"time": TIME, "value": VALUE}, not `+kind(token)))
		}
		if err := r.point(element, p); err != nil {
			return err
		}
	}
}

// point reads a point whose opening brace was already read.
func (r *jsonReader) point(path string, p Point) error {
	timed, valued := false, false
	err := r.members(path, func(_, key string) error {
		token, err := r.next()
		if err != nil {
			return err
		}
		switch key {
		case "time":
			text, ok := token.(string)
			if !ok {
				return r.wrong(path+".time", errors.New("want an ISO 8601 time, not "+kind(token)))
			}
			timed = true
			p.Time, err = parseTime(text)
		case "value":
			valued = true
			p.Value, err = value(token)
		default:
			return r.wrong(path, fmt.Errorf("a point has time and value, and no %s", shown(key)))
		}
		if err != nil {
			return r.wrong(path+"."+key, err)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case !timed || !valued:
		return r.wrong(path, errors.New("a point has both time and value"))
	}
	return r.give(path, p)
}

// give passes a point to add. A null value is no point.
func (r *jsonReader) give(path string, p Point) error {
	if p.Value == nil {
		return nil
	}
	if err := r.add(p); err != nil {
		return r.wrong(path, err)
	}
	return nil
}

// value converts a token to a point's value.
func value(token json.Token) (any, error) {
	switch v := token.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		return parseNumber(v.String())
	}
	return nil, errors.New("want a number, a boolean, a text or null, not " + kind(token))
}

// shortForm collects the members of a series in the short form.
type shortForm struct {
	begun  bool
	start  time.Time
	step   time.Duration
	values []any
}

// shortMember reads a member of the short form.
func (r *jsonReader) shortMember(short *shortForm, path, key string) error {
	short.begun = true
	token, err := r.next()
	if err != nil {
		return err
	}
	switch key {
	case "start":
		text, ok := token.(string)
		if !ok {
			return r.wrong(path+".start", errors.New("want an ISO 8601 time, not "+kind(token)))
		}
		short.start, err = parseTime(text)
	case "step":
		switch v := token.(type) {
		case string:
			short.step, err = parseStep(v)
		case json.Number:
			short.step, err = parseSeconds(v.String())
		default:
			err = errors.New(`want a duration such as "10s" or a number of seconds, not ` + kind(token))
		}
	case "values":
		if token != json.Delim('[') {
			return r.wrong(path+".values", errors.New("want a list of values, not "+kind(token)))
		}
		return r.values(short, path+".values")
	default:
		return r.wrong(path, fmt.Errorf("%s is not one of start, step and values", shown(key)))
	}
	if err != nil {
		return r.wrong(path+"."+key, err)
	}
	return nil
}

// values reads the list "values", whose opening bracket was already read.
func (r *jsonReader) values(short *shortForm, path string) error {
	for {
		token, err := r.next()
		if err != nil || token == json.Delim(']') {
			return err
		}
		v, err := value(token)
		if err != nil {
			return r.wrong(path+"["+strconv.Itoa(len(short.values))+"]", err)
		}
		short.values = append(short.values, v)
	}
}

// short passes the points of a short form to add.
func (r *jsonReader) short(short *shortForm, path string, p Point) error {
	switch {
	case short.start.IsZero():
		return r.wrong(path, errors.New("the series has no start"))
	case short.step == 0:
		return r.wrong(path, errors.New("the series has no step"))
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
