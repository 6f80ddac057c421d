// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// precision is that of Terraform's own numbers, so that a number read from a document equals the one of a configuration.
const precision = 512

// Reading a number that is longer or further from 1 than this can take minutes; Terraform could not hold it exactly either.
const (
	mostDigits   = 1000
	mostExponent = 1 << 15 // binary: about 1e±9864
)

// textOf reads a text from a document. A number reads as its digits, a reference (an object with a name) as its name: wire
// shapes section 8, tags of functions.
func textOf(doc any) (string, bool) {
	switch doc := doc.(type) {
	case string:
		return doc, true
	case json.Number:
		return doc.String(), true
	case bool:
		return fmt.Sprint(doc), true
	case map[string]any:
		name, ok := doc["name"].(string)
		return name, ok
	default:
		return "", false
	}
}

// numberOf reads a number from a document; numeric text is one too (wire shapes sections 3 and 7). What is out of bounds is
// no number.
func numberOf(doc any) (*big.Float, bool) {
	var digits string
	switch doc := doc.(type) {
	case json.Number:
		digits = doc.String()
	case string:
		digits = strings.TrimSpace(doc)
	default:
		return nil, false
	}
	if len(digits) == 0 || len(digits) > mostDigits || strings.ContainsAny(digits, "xXpPoObB_iInN") { // decimal digits only, no Inf or NaN
		return nil, false
	}
	f, _, err := big.ParseFloat(digits, 10, precision, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > mostExponent || f.MantExp(nil) < -mostExponent {
		return nil, false
	}
	return f, true
}

// sameNumber compares exactly, and fractions also as the 64-bit numbers that most JSON engines keep.
func sameNumber(a, b *big.Float) bool {
	if a.Cmp(b) == 0 {
		return true
	}
	if a.IsInt() && b.IsInt() {
		return false
	}
	x, _ := a.Float64()
	y, _ := b.Float64()
	return x == y
}

// jsonNumber writes a number for a document. Only integers of moderate size are written without an exponent.
func jsonNumber(f *big.Float) json.Number {
	if f.IsInt() || f.Prec() > 53 {
		// The shortest digits are exact for the precision at hand only, and reading them has Terraform's; fractions of 64-bit
		// numbers are compared as such.
		f = new(big.Float).SetPrec(precision).Set(f)
	}
	if f.IsInt() && f.MantExp(nil) <= precision {
		return json.Number(f.Text('f', 0))
	}
	return json.Number(f.Text('g', -1))
}

// write gives the document form of a declared scalar.
func (s *Shape) write(view tftypes.Value) any {
	switch s.kind {
	case kindNumber:
		return jsonNumber(goNumber(view))
	case kindBool:
		return goBool(view)
	case kindJSON:
		doc, err := decodeJSON(goText(view))
		if err != nil {
			return goText(view) // validation refuses malformed text before it comes here
		}
		return doc
	default:
		return goText(view)
	}
}

// read gives the view form of a document's scalar, which is not nil.
func (s *Shape) read(doc any) (tftypes.Value, error) {
	switch s.kind {
	case kindText:
		if text, ok := textOf(doc); ok {
			return tftypes.NewValue(s.typ, text), nil
		}
		return s.Null(), s.mismatch("a text", doc)
	case kindNumber:
		f, ok := numberOf(doc)
		if doc == "" {
			return s.Null(), nil // an engine's empty text is "none"
		}
		if !ok {
			return s.Null(), s.mismatch("a number", doc)
		}
		if s.whole {
			if _, accuracy := f.Int64(); accuracy != big.Exact {
				return s.Null(), s.mismatch("an integer", doc)
			}
		}
		return tftypes.NewValue(s.typ, f), nil
	case kindBool:
		if b, ok := doc.(bool); ok {
			return tftypes.NewValue(s.typ, b), nil
		}
		return s.Null(), s.mismatch("a boolean", doc)
	default:
		return tftypes.NewValue(s.typ, encodeJSON(doc)), nil
	}
}

// MismatchError says that a document holds something that the attribute can't show.
type MismatchError struct {
	Path []any // attribute names (string) and list indexes (int) from the top
	Want string
	Got  string // the beginning of the document's value
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s: the engine answered %s where %s is expected", pathText(e.Path), e.Got, e.Want)
}

func (s *Shape) mismatch(want string, doc any) error {
	return &MismatchError{Want: want, Got: shorten(encodeJSON(doc))}
}

func shorten(text string) string {
	const most = 80
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

func pathText(path []any) string {
	var b strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case string:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step)
		default:
			fmt.Fprintf(&b, "[%v]", step)
		}
	}
	return b.String()
}
