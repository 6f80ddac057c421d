// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// Bounds for what an error quotes of the engine's answer, in characters.
const (
	maxMessage = 1000
	maxSnippet = 200
)

// redactor takes the secret key out of what the engine, or a proxy before it, sends back.
type redactor struct{ replacer *strings.Replacer }

func newRedactor(secret string) redactor {
	quoted := strconv.Quote(secret)
	quoted = quoted[1 : len(quoted)-1]
	var htmlSafe bytes.Buffer
	json.HTMLEscape(&htmlSafe, []byte(quoted))
	var pairs []string
	for _, written := range []string{
		secret,
		quoted,
		htmlSafe.String(),
		html.EscapeString(secret),
		url.QueryEscape(secret),
		url.PathEscape(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)),
	} {
		pairs = append(pairs, written, "(secret_key)")
	}
	return redactor{replacer: strings.NewReplacer(pairs...)}
}

// line makes text fit for an error: without the secret, on one line, without control characters, and not too long. The
// secret goes first, for else a part of it could be left at the cut.
func (r redactor) line(text string, maxLength int) string {
	text = r.replacer.Replace(text)
	text = strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxLength {
		return string(runes[:maxLength]) + "…"
	}
	return text
}
