// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/engine-platform/terraform-provider-engine/internal/expression"
)

// script is the node of EXPRESSION items: a function that is called once for each time that all its items have
// (quirk 217).
type script struct {
	engine    *engine
	source    string
	function  goja.Callable // made at the first call
	arguments []argument

	calculates bool         // and does nothing else
	passed     []goja.Value // to the call that runs

	last column // what was calculated for the window before
}

// argument is an item's value, or a constant where there is no item.
type argument struct {
	ref      string
	constant any
}

// column are results in the order of time, with what they were made of.
type column struct {
	times     []time.Time
	arguments [][]any
	results   []any
	errors    []error
}

// readScript reads {"$function": {"body": "function ($A) { return $A }", "args": ["$A"], "lang": "js"}}.
func readScript(plain any, e *engine) (*script, error) {
	value, err := decoded(plain)
	if err != nil {
		return nil, err
	}
	name, body, err := operator(value)
	if err != nil || name != "$function" {
		return nil, errors.New("can't be rehearsed: it is something else than a $function")
	}
	function := object(body)
	if lang := text(function["lang"]); lang != "js" {
		return nil, fmt.Errorf("is in the language %q, and js alone can be rehearsed", lang)
	}
	s := &script{engine: e, source: text(function["body"])}
	if s.source == "" {
		return nil, errors.New("has no body")
	}
	if _, err := expression.Parse(s.source); err != nil {
		return nil, fmt.Errorf("has a body that %w", err)
	}
	s.calculates = onlyCalculates(s.source)
	e.scripts++
	e.limited = e.limited || !s.calculates
	for _, a := range list(function["args"]) {
		ref, isItem := strings.CutPrefix(text(a), "$")
		switch {
		case isItem && ref != "":
			s.arguments = append(s.arguments, argument{ref: ref})
		case isItem || object(a) != nil || list(a) != nil:
			return nil, fmt.Errorf("has the argument %s, which can't be rehearsed: it is no item such as $A", quoted(a))
		default:
			s.arguments = append(s.arguments, argument{constant: a})
		}
	}
	return s, nil
}

func (s *script) names() []string {
	var names []string
	for _, a := range s.arguments {
		if a.ref != "" && !slices.Contains(names, a.ref) {
			names = append(names, a.ref)
		}
	}
	return names
}

// values implements node. Points that were calculated for the window before are taken from there, so that each is calculated once.
func (s *script) values(w window) (values, error) {
	row := make([]any, len(s.arguments))
	var columns []values
	var places []int
	for i, a := range s.arguments {
		if a.ref == "" {
			row[i] = a.constant
			continue
		}
		v := w.items[a.ref]
		switch {
		case v.isEmpty():
			return values{}, nil
		case v.isConstant:
			row[i] = v.constant
		default:
			columns, places = append(columns, v), append(places, i)
		}
	}
	if len(columns) == 0 {
		result, err := s.call(row)
		return values{isConstant: true, constant: result}, err
	}
	return s.join(columns, places, row)
}

// join calls the function for each time that all columns have.
func (s *script) join(columns []values, places []int, row []any) (values, error) {
	var now column
	var v values
	next := make([]int, len(columns))
	cached := 0
rows:
	for _, p := range columns[0].points {
		row[places[0]] = p.Value
		for c := 1; c < len(columns); c++ {
			points := columns[c].points
			for next[c] < len(points) && points[next[c]].Time.Before(p.Time) {
				next[c]++
			}
			if next[c] == len(points) || points[next[c]].Time.After(p.Time) {
				continue rows
			}
			row[places[c]] = points[next[c]].Value
		}
		for cached < len(s.last.times) && s.last.times[cached].Before(p.Time) {
			cached++
		}
		if cached < len(s.last.times) && s.last.times[cached].Equal(p.Time) && slices.Equal(s.last.arguments[cached], row) {
			now.add(p.Time, s.last.arguments[cached], s.last.results[cached], s.last.errors[cached])
		} else {
			result, err := s.call(row)
			now.add(p.Time, slices.Clone(row), result, err)
		}
		last := len(now.times) - 1
		if err := now.errors[last]; err != nil {
			return values{}, fmt.Errorf("%w, for the values of %s", err, p.Time.UTC().Format(time.RFC3339Nano))
		}
		if result := now.results[last]; result != nil {
			v.points = append(v.points, Point{p.Time, result})
		}
	}
	s.last = now
	return v, nil
}

func (c *column) add(at time.Time, arguments []any, result any, err error) {
	c.times = append(c.times, at)
	c.arguments = append(c.arguments, arguments)
	c.results = append(c.results, result)
	c.errors = append(c.errors, err)
}
