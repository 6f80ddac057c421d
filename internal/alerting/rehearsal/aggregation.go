// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// groupFunction returns the implementation of avg, sum, min, max, first or last, or nil for any other name. As in the engine's database,
// avg and sum ignore values that are not numbers. For min and max, numbers sort before strings, and strings before booleans.
func groupFunction(name string) func(points []Point) any {
	switch name {
	case "avg":
		return func(points []Point) any {
			sum, count := sumOfNumbers(points)
			return finite(sum / float64(count)) // nil without numbers
		}
	case "sum":
		return func(points []Point) any {
			sum, _ := sumOfNumbers(points)
			return finite(sum)
		}
	case "min":
		return func(points []Point) any { return extreme(points, -1) }
	case "max":
		return func(points []Point) any { return extreme(points, 1) }
	case "first":
		return func(points []Point) any { return points[0].Value }
	case "last":
		return func(points []Point) any { return points[len(points)-1].Value }
	default:
		return nil
	}
}

func sumOfNumbers(points []Point) (sum float64, count int) {
	for _, p := range points {
		if n, ok := p.Value.(float64); ok {
			sum += n
			count++
		}
	}
	return sum, count
}

// finite returns n, or nil if n is NaN or infinite, because JSON can't express these.
func finite(n float64) any {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return nil
	}
	return n
}

// extreme returns the smallest value if sign is -1, and the largest value if sign is 1.
func extreme(points []Point, sign int) any {
	best := points[0].Value
	for _, p := range points[1:] {
		if compare(p.Value, best)*sign > 0 {
			best = p.Value
		}
	}
	return best
}

func compare(a, b any) int {
	typeA, numberA, textA := order(a)
	typeB, numberB, textB := order(b)
	return cmp.Or(cmp.Compare(typeA, typeB), cmp.Compare(numberA, numberB), strings.Compare(textA, textB))
}

// order returns the keys by which the compare function sorts a value: first its type, then its number, then its string.
func order(v any) (byType int, byNumber float64, byText string) {
	switch v := v.(type) {
	case float64:
		return 1, v, ""
	case string:
		return 2, 0, v
	case bool:
		return 3, truth(v), ""
	default:
		return 0, 0, ""
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

type textError struct{ text string }

func (e *textError) Error() string {
	return fmt.Sprintf("has the value %s, a string, which no threshold can be compared with", quote(e.text))
}

// aggregate combines the values in a time window into the number that is compared with the thresholds. true counts as 1 and false as 0, and
// a string is an error. Callers must not pass an empty slice.
func aggregate(aggregation string, points []Point) (float64, error) {
	if aggregation == "last" {
		return numeric(points[len(points)-1].Value)
	}
	result, err := numeric(points[0].Value)
	if err != nil {
		return 0, err
	}
	join := map[string]func(a, b float64) float64{"min": lesser, "max": greater}[aggregation]
	for _, p := range points[1:] {
		n, isNumber := p.Value.(float64)
		if !isNumber {
			if n, err = numeric(p.Value); err != nil {
				return 0, err
			}
		}
		if join == nil {
			result += n
		} else {
			result = join(result, n)
		}
	}
	if aggregation == "avg" {
		result /= float64(len(points))
	}
	return result, nil
}

func lesser(a, b float64) float64 { return min(a, b) }

func greater(a, b float64) float64 { return max(a, b) }

func numeric(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case bool:
		return truth(v), nil
	case string:
		return 0, &textError{v}
	default:
		return 0, fmt.Errorf("has the value %s", quote(v))
	}
}

// reaches reports whether a number reaches a threshold. For the "ge" operator, it returns n >= threshold.
func reaches(operator string, n, threshold float64) bool {
	switch operator {
	case "ge":
		return n >= threshold
	case "le":
		return n <= threshold
	case "gt":
		return n > threshold
	case "lt":
		return n < threshold
	default:
		return n == threshold
	}
}
