// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package secrettest helps tests find leaked secrets, whatever their encoding. Only tests import it. It imports no other package from this
// module. Start reading at Encodings.
package secrettest

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Encodings returns a secret in every encoding in which it could leak, such as JSON or base64, keyed by encoding name. Some values contain
// only part of the secret.
func Encodings(secret string) map[string]string {
	each := func(format string) string {
		var text strings.Builder
		for _, c := range secret {
			fmt.Fprintf(&text, format, c)
		}
		return text.String()
	}
	bytesAs := func(format string) string {
		var text strings.Builder
		for _, b := range []byte(secret) {
			fmt.Fprintf(&text, format, b)
		}
		return text.String()
	}
	utf16As := func(format string) string {
		var text strings.Builder
		for _, half := range utf16.Encode([]rune(secret)) {
			fmt.Fprintf(&text, format, half)
		}
		return text.String()
	}
	marshaled, _ := json.Marshal(secret)
	quoted := string(marshaled[1 : len(marshaled)-1])
	ascii := strconv.QuoteToASCII(secret)
	runes := []rune(secret)
	half := len(runes) / 2
	return map[string]string{
		"raw": secret, "upper case": strings.ToUpper(secret), "lower case": strings.ToLower(secret),
		"JSON": quoted, "JSON in ASCII": ascii[1 : len(ascii)-1], "JSON with slashes": strings.ReplaceAll(quoted, "/", `\/`),
		"JSON in full": utf16As(`\u%04x`), "JSON in full, upper case": utf16As(`\u%04X`),
		"bytes of a language": bytesAs(`\x%02x`), "quoted": fmt.Sprintf("%q", secret),
		"JSON in JSON":      strings.Trim(fmt.Sprintf("%q", quoted), `"`),
		"query":             url.QueryEscape(secret),
		"query with spaces": strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"),
		"path":              url.PathEscape(secret), "lower case path": strings.ToLower(url.PathEscape(secret)),
		"URL in full": bytesAs("%%%02X"), "lower case URL in full": bytesAs("%%%02x"),
		"URL in URL": url.QueryEscape(url.QueryEscape(secret)),
		"HTML":       html.EscapeString(secret), "HTML in HTML": html.EscapeString(html.EscapeString(secret)),
		"named entities":      strings.NewReplacer("&", "&amp;", "'", "&apos;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(secret),
		"open named entities": strings.NewReplacer("&", "&amp", `"`, "&quot", "<", "&lt", ">", "&gt").Replace(secret),
		"decimal entities":    each("&#%d;"), "long decimal entities": each("&#%07d;"), "open decimal entities": each("&#%d"),
		"hexadecimal entities": each("&#x%x;"), "open hexadecimal entities": each("&#x%x"),
		"upper case entities": each("&#X%X;"), "long hexadecimal entities": each("&#x%06x;"),
		"JSON in HTML": html.EscapeString(string(marshaled)), "URL in HTML": html.EscapeString(url.QueryEscape(secret)),
		"HTML in a URL": url.QueryEscape(html.EscapeString(secret)),
		"base64":        base64.StdEncoding.EncodeToString([]byte(secret)), "raw base64": base64.RawStdEncoding.EncodeToString([]byte(secret)),
		"URL base64": base64.URLEncoding.EncodeToString([]byte(secret)), "raw URL base64": base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"base64 in a URL":     url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret))),
		"credentials":         base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"longer credentials":  base64.StdEncoding.EncodeToString([]byte("users:" + secret + ":x")),
		"credentials of root": base64.StdEncoding.EncodeToString([]byte("me+:" + secret + "more")),
		"hex":                 hex.EncodeToString([]byte(secret)), "upper case hex": strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"first half": string(runes[:half]), "second half": string(runes[half:]), "middle": string(runes[half/2 : half/2+half]),
		"dots for the rest": string(runes[:len(runes)*2/3]) + "...", "half in a URL": url.QueryEscape(string(runes[:half])),
		"half in HTML":       html.EscapeString(string(runes[half:])),
		"half of the base64": base64.StdEncoding.EncodeToString([]byte(secret))[:(len(secret)*4/3)/2+1],
	}
}

// Part looks in text for any four consecutive characters of a secret, ignoring case. It returns the first match, or "" if there is none.
func Part(text, secret string) string {
	runes := []rune(strings.ToLower(secret))
	for i := 0; i+4 <= len(runes); i++ {
		if part := string(runes[i : i+4]); strings.Contains(strings.ToLower(text), part) {
			return part
		}
	}
	return ""
}
