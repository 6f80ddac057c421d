// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

const none = -1

// pairElements returns, for each element in newList, the index of the matching element in oldList, or none (-1). Equal elements match
// first, then elements with the same key. Elements without a key match by position.
func pairElements(oldList, newList []cty.Value) []int {
	pairs, taken := slices.Repeat([]int{none}, len(newList)), map[int]bool{}
	match := func(same func(i, j int) bool) {
		for j := range newList {
			for i := range oldList {
				if pairs[j] == none && !taken[i] && same(i, j) {
					pairs[j], taken[i] = i, true
				}
			}
		}
	}
	match(func(i, j int) bool { return oldList[i].RawEquals(newList[j]) })
	match(func(i, j int) bool {
		for _, name := range lens.KeyNames() {
			if a, b := attributeOf(oldList[i], name), attributeOf(newList[j], name); !a.IsNull() && !b.IsNull() {
				return a.RawEquals(b)
			}
		}
		return i == j
	})
	return pairs
}

// isSameOrder reports whether no elements were added, removed or moved. pairs is the result of pairElements. oldCount is the number of
// elements before the change.
func isSameOrder(pairs []int, oldCount int) bool {
	for j, i := range pairs {
		if i != j {
			return false
		}
	}
	return len(pairs) == oldCount
}

// piece is the source text of a list element. The field lead contains the text between the previous element and this one, including
// comments. The field tail contains the comment after this element on the same line.
type piece struct {
	lead, text, tail string
}

var sameLine = regexp.MustCompile(`^[ \t]*(?:(?:#|//)[^\r\n]*)?`)

// pieces splits a list expression into its elements. end is the text between the last element and the closing bracket.
func pieces(f *configuration.File, tuple *hclsyntax.TupleConsExpr) (all []piece, end string) {
	at, to := tuple.OpenRange.End.Byte, tuple.SrcRange.End.Byte-len("]")
	for i, expr := range tuple.Exprs {
		r, next := expr.Range(), to
		if i+1 < len(tuple.Exprs) {
			next = tuple.Exprs[i+1].Range().Start.Byte
		}
		p := piece{lead: f.Raw(at, r.Start.Byte), text: f.Text(r.Start.Byte, r.End.Byte)}
		after := f.Raw(r.End.Byte, next)
		tokens, _ := hclsyntax.LexConfig([]byte(after), "", hcl.InitialPos)
		for _, token := range tokens { // The comma may come after a comment, so find it with the lexer.
			if token.Type == hclsyntax.TokenComma {
				p.tail, after = after[:token.Range.Start.Byte], after[token.Range.End.Byte:]
				break
			}
		}
		line := sameLine.FindString(after)
		p.tail += strings.TrimRight(line, " \t")
		at = next - len(after) + len(line)
		all = append(all, p)
	}
	return all, f.Raw(at, to)
}

// rearrange returns the new text between the brackets of a list. pairs is the result of pairElements. Existing elements keep their source
// text. The text function formats the new element with index j at the given indentation.
func rearrange(f *configuration.File, tuple *hclsyntax.TupleConsExpr, pairs []int, text func(j int, indent string) string) string {
	all, end := pieces(f, tuple)
	indent := indentAt(f, tuple.Exprs[0].Range().Start.Byte)
	opening := all[0].lead[:len(all[0].lead)-len(strings.TrimLeft(all[0].lead, " \t"))]
	lead, isLong := "\n"+indent, strings.Contains(all[0].lead, "\n")
	if !isLong {
		lead = " "
	}
	var out strings.Builder
	write := func(part string, endsLine bool) { // Text after a comment must start on a new line.
		if endsLine && !strings.HasPrefix(strings.TrimLeft(part, " \t\r"), "\n") {
			part = "\n" + indent + strings.TrimLeft(part, " \t")
		}
		out.WriteString(part)
	}
	endsLine := false
	for k, i := range pairs {
		p := piece{lead: lead}
		if i == none {
			p.text = text(k, indent)
		} else {
			p = all[i]
		}
		if comments := strings.TrimSpace(p.lead); !strings.Contains(p.lead, "\n") {
			p.lead = " "
			if k == 0 {
				p.lead = opening
			}
			if comments != "" {
				p.lead += comments + " "
			}
		}
		if isLong || k+1 < len(pairs) {
			p.text += ","
		}
		write(p.lead+p.text+p.tail, endsLine)
		endsLine = strings.Contains(p.tail, "#") || strings.Contains(p.tail, "//")
	}
	write(end, endsLine)
	return out.String()
}

// indentAt returns the indentation of the line that contains a byte offset.
func indentAt(f *configuration.File, offset int) string {
	line := f.Raw(0, offset)
	line = line[strings.LastIndexByte(line, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
