// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// script is an EXPRESSION item. It evaluates its expression at every time at which all items in the expression have a value.
type script struct {
	expression *expression.Expression
	arguments  []argument

	// last contains the results of the previous run. The method join can reuse some of them, because the time windows of two runs may
	// overlap. spare is allocated memory for the results of the next run.
	last, spare column
	stringBytes int // total length of all string results
}

// maxStringBytes is the maximum total length in bytes of an expression's string results. It limits memory use.
const maxStringBytes = 16 << 20

// argument is an argument of the JavaScript function: either a constant, or the value of the item whose ref_id is ref.
type argument struct {
	ref      string
	constant any
}

// column holds the results of an expression at several times in a time window, sorted by time, and the arguments for each of them. A result
// that is null is stored as nil.
type column struct {
	results   []Point
	arguments []any
}

// readExpression compiles the expression attribute, such as "$A - $B".
func readExpression(source string) (*script, error) {
	parsed, err := expression.Parse(source)
	if err != nil {
		return nil, err
	}
	s := &script{expression: parsed}
	for _, name := range parsed.Names {
		s.arguments = append(s.arguments, argument{ref: name})
	}
	return s, parsed.Outside
}

// readScript compiles the expression_plain attribute, such as {"$function": {"body": "function ($A) { return $A }", "args": ["$A"], ...}}.
func readScript(plain any) (*script, error) {
	var call struct {
		Function struct {
			Body string `json:"body"`
			Args []any  `json:"args"`
			Lang string `json:"lang"`
		} `json:"$function"`
	}
	if err := decode(plain, &call); err != nil {
		return nil, err
	}
	function := call.Function
	if function.Lang != "js" {
		return nil, fmt.Errorf("is in the language %q, but only js can be rehearsed", function.Lang)
	}
	if function.Body == "" {
		return nil, errors.New("has no body")
	}
	parsed, err := expression.ParseFunction(function.Body)
	if err == nil {
		err = parsed.Outside
	}
	if err != nil {
		return nil, fmt.Errorf("has a body that %w", err)
	}
	s := &script{expression: parsed}
	for _, a := range function.Args {
		ref, isItem := strings.CutPrefix(text(a), "$")
		switch {
		case isItem && ref != "":
			s.arguments = append(s.arguments, argument{ref: ref})
		case isItem || object(a) != nil || list(a) != nil:
			return nil, fmt.Errorf("has the argument %s, which can't be rehearsed: it is not an item such as $A", quote(a))
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

// values computes the expression in a time window. If all items in the expression are constants, the result is a constant too.
func (s *script) values(ctx context.Context, w window) (values, error) {
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
	return s.join(ctx, columns, places, row)
}

// join evaluates the expression at each time for which every column has a point. If the arguments are the same as in the alert's previous
// run, it may reuse the result. row contains the expression's arguments. The constant ones are already set, and join sets row[places[i]] to
// the current value in columns[i].
func (s *script) join(ctx context.Context, columns []values, places []int, row []any) (values, error) {
	before, now := &s.last, column{s.spare.results[:0], s.spare.arguments[:0]}
	next := make([]int, len(columns))
	cached := 0
rows:
	for i, p := range columns[0].points {
		if i%256 == 0 && ctx.Err() != nil {
			return values{}, fmt.Errorf("the expression was ended: %w", context.Cause(ctx))
		}
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
		for cached < len(before.results) && before.results[cached].Time.Before(p.Time) {
			cached++
		}
		result, ok := before.row(cached, row)
		if !ok {
			var err error
			if result, err = s.call(row); err != nil {
				s.last, s.spare = now, s.last
				return values{}, fmt.Errorf("%w, for the values of %s", err, p.Time.UTC().Format(time.RFC3339Nano))
			}
		}
		now.results = append(now.results, Point{p.Time, result})
		now.arguments = append(now.arguments, row...)
	}
	s.last, s.spare = now, s.last
	return values{points: now.points()}, nil
}

func (c *column) points() []Point {
	isNone := func(p Point) bool { return p.Value == nil }
	if !slices.ContainsFunc(c.results, isNone) {
		return c.results
	}
	return slices.DeleteFunc(slices.Clone(c.results), isNone)
}

// row returns the cached result at index i if it was computed from the given arguments. Otherwise, ok is false.
func (c *column) row(i int, arguments []any) (result any, ok bool) {
	n := len(arguments)
	if i >= len(c.results) || !slices.Equal(c.arguments[i*n:(i+1)*n], arguments) {
		return nil, false
	}
	return c.results[i].Value, true
}

// call evaluates the expression. The result is a float64, a bool, a string, or nil for null, undefined, NaN and infinities.
func (s *script) call(arguments []any) (any, error) {
	result, err := s.expression.Calculate(arguments)
	if err != nil {
		return nil, fmt.Errorf("the expression %w", err)
	}
	if made, ok := result.(string); ok {
		if s.stringBytes += len(made); s.stringBytes > maxStringBytes {
			return nil, fmt.Errorf("the expression makes strings of more than %d MB", maxStringBytes>>20)
		}
	}
	return result, nil
}
