// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"slices"
	"strings"
)

// contextLines are the equal lines around a change.
const contextLines = 3

// line is one line of a difference: ' ' in both texts, '-' in the first, '+' in the second.
type line struct {
	mark byte
	text string
}

// unified is the difference of two texts in the unified format, "" where there is none.
func unified(path, before, after string) string {
	lines := compared(splitLines(before), splitLines(after))
	var text strings.Builder
	oldLine, newLine := 1, 1
	for i := 0; i < len(lines); {
		if lines[i].mark == ' ' {
			i, oldLine, newLine = i+1, oldLine+1, newLine+1
			continue
		}
		start := max(0, i-contextLines)
		end := endOfHunk(lines, i)
		old, added := oldLine-(i-start), newLine-(i-start)
		var hunk strings.Builder
		oldCount, newCount := 0, 0
		for _, l := range lines[start:end] {
			hunk.WriteByte(l.mark)
			hunk.WriteString(strings.TrimSuffix(l.text, "\n") + "\n")
			if !strings.HasSuffix(l.text, "\n") {
				hunk.WriteString("\\ No newline at end of file\n")
			}
			if l.mark != '+' {
				oldCount++
			}
			if l.mark != '-' {
				newCount++
			}
		}
		fmt.Fprintf(&text, "@@ -%s +%s @@\n%s", span(old, oldCount), span(added, newCount), hunk.String())
		i, oldLine, newLine = end, old+oldCount, added+newCount
	}
	if text.Len() == 0 {
		return ""
	}
	from := "a/" + path
	if before == "" {
		from = "/dev/null"
	}
	return fmt.Sprintf("--- %s\n+++ b/%s\n%s", from, path, text.String())
}

// span is where a hunk lies in one of the texts. One without lines there names the line before it.
func span(first, count int) string {
	if count == 0 {
		first--
	}
	return fmt.Sprintf("%d,%d", first, count)
}

// endOfHunk is where the hunk of the change at i ends: where nothing changes for long enough.
func endOfHunk(lines []line, i int) int {
	end := i
	for j := i; j < len(lines) && j-end <= 2*contextLines; j++ {
		if lines[j].mark != ' ' {
			end = j + 1
		}
	}
	return min(len(lines), end+contextLines)
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// compared pairs the lines of two texts, by the algorithm of Myers: its work grows with what differs.
func compared(a, b []string) []line {
	most := len(a) + len(b)
	reached := make([]int, 2*most+3) // how far in a each diagonal leads; diagonal k is at most+1+k
	var steps [][]int                // what was reached before each step; diagonal k is at step+1+k
	for d := 0; ; d++ {
		steps = append(steps, slices.Clone(reached[most-d:most+d+3]))
		for k := -d; k <= d; k += 2 {
			at := most + 1 + k
			x := reached[at-1] + 1
			if k == -d || k != d && reached[at-1] < reached[at+1] {
				x = reached[at+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			reached[at] = x
			if x >= len(a) && x-k >= len(b) {
				return traced(a, b, steps)
			}
		}
	}
}

// traced goes the way of compared back.
func traced(a, b []string, steps [][]int) []line {
	var lines []line
	x, y := len(a), len(b)
	for d := len(steps) - 1; d >= 0; d-- {
		reached, k := steps[d], x-y
		at := d + 1 + k
		fromX, fromK := reached[at-1], k-1
		if k == -d || k != d && reached[at-1] < reached[at+1] {
			fromX, fromK = reached[at+1], k+1
		}
		fromY := fromX - fromK
		for x > max(fromX, 0) && y > max(fromY, 0) {
			x, y = x-1, y-1
			lines = append(lines, line{' ', a[x]})
		}
		switch {
		case d == 0:
		case fromK > k:
			y--
			lines = append(lines, line{'+', b[y]})
		default:
			x--
			lines = append(lines, line{'-', a[x]})
		}
	}
	slices.Reverse(lines)
	return lines
}
