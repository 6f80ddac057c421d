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

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/sourcefile"
)

const none = -1

// paired returns, for each element of the list after, the index of the element before that it continues, or none. Elements have the same
// key, such as ref_id, or else the same value. Elements without a key that are left over are paired by position.
func paired(before, after []cty.Value) []int {
	pairs, taken := make([]int, len(after)), map[int]bool{}
	match := func(same func(a, b cty.Value) bool) {
		for j := range after {
			for i := range before {
				if pairs[j] == none && !taken[i] && same(before[i], after[j]) {
					pairs[j], taken[i] = i, true
				}
			}
		}
	}
	for j := range pairs {
		pairs[j] = none
	}
	match(func(a, b cty.Value) bool { return a.RawEquals(b) })
	key := keyOf(append(slices.Clone(before), after...))
	if key != "" {
		match(func(a, b cty.Value) bool {
			return !attributeOf(a, key).IsNull() && attributeOf(a, key).RawEquals(attributeOf(b, key))
		})
		return pairs
	}
	for j := range after {
		if pairs[j] == none && j < len(before) && !taken[j] {
			pairs[j], taken[j] = j, true
		}
	}
	return pairs
}

// keyOf returns the attribute that identifies list elements: the first of ref_id, id, name and port that all of them have.
func keyOf(elements []cty.Value) string {
	for _, name := range []string{"ref_id", "id", "name", "port"} {
		lacks := func(e cty.Value) bool { return attributeOf(e, name).IsNull() }
		if len(elements) > 0 && !slices.ContainsFunc(elements, lacks) {
			return name
		}
	}
	return ""
}

// isSameOrder reports whether the list has the same elements in the same places.
func isSameOrder(pairs []int, before int) bool {
	for j, i := range pairs {
		if i != j {
			return false
		}
	}
	return len(pairs) == before
}

// piece is a list element in a file, with the text around it: comments and line breaks before it, and a comment behind its comma.
type piece struct {
	lead, text, tail string
}

var sameLine = regexp.MustCompile(`^[ \t]*(?:#[^\r\n]*|//[^\r\n]*|/\*[^\r\n]*?\*/)?[ \t]*`)

// pieces divides a list expression. end is the text between the last element and the bracket.
func pieces(f *sourcefile.File, tuple *hclsyntax.TupleConsExpr) (all []piece, end string, hasComma bool) {
	at, to := tuple.OpenRange.End.Byte, tuple.SrcRange.End.Byte-len("]")
	for i, expr := range tuple.Exprs {
		r := expr.Range()
		next := to
		if i+1 < len(tuple.Exprs) {
			next = tuple.Exprs[i+1].Range().Start.Byte
		}
		p := piece{lead: f.Raw(at, r.Start.Byte), text: f.Text(r.Start.Byte, r.End.Byte)}
		before, after, comma := atComma(f.Raw(r.End.Byte, next))
		line := sameLine.FindString(after)
		if !strings.Contains(after, "\n") && comma {
			line = "" // A comment before the next element on the same line belongs to that element.
		}
		p.tail = before + strings.TrimRight(line, " \t")
		at, hasComma = next-len(after)+len(line), comma
		all = append(all, p)
	}
	return all, f.Raw(at, to), hasComma
}

// atComma divides the text behind an element at the comma, which may stand behind a comment.
func atComma(text string) (before, after string, found bool) {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComma {
			return text[:token.Range.Start.Byte], text[token.Range.End.Byte:], true
		}
	}
	return "", text, false
}

// rearranged returns the text of a list with other elements. text returns the text of a new element, which begins after indent.
func rearranged(f *sourcefile.File, tuple *hclsyntax.TupleConsExpr, pairs []int, text func(j int, indent string) string) string {
	all, end, hasComma := pieces(f, tuple)
	first := all[0].lead
	isLong := strings.Contains(first, "\n")
	indent := indentAt(f, tuple.Exprs[0].Range().Start.Byte)
	var out strings.Builder
	for k, i := range pairs {
		p := piece{lead: "\n" + indent}
		switch {
		case i != none:
			p = all[i]
		case !isLong:
			p.lead = " "
		}
		if i == none {
			p.text = text(k, indent)
		}
		if !isLong && k == 0 {
			p.lead = first
		} else if !isLong && strings.TrimSpace(p.lead) == "" {
			p.lead = " "
		}
		comma := ","
		if k == len(pairs)-1 && !hasComma {
			comma = ""
		}
		out.WriteString(p.lead + p.text + comma + p.tail)
	}
	if len(pairs) == 0 {
		end = ""
	}
	return out.String() + end
}

// indentAt returns the white space at the beginning of the line with an offset.
func indentAt(f *sourcefile.File, offset int) string {
	line := f.Raw(0, offset)
	line = line[strings.LastIndexByte(line, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
