// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
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

// compared pairs the lines of two texts by a longest common subsequence. Configurations are short enough for the plain table.
func compared(a, b []string) []line {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var lines []line
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, line{' ', a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, line{'-', a[i]})
			i++
		default:
			lines = append(lines, line{'+', b[j]})
			j++
		}
	}
	return lines
}
