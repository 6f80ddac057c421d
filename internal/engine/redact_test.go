// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// spellings are the ways in which an answer may write a secret.
func spellings(secret string) map[string]string {
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
	found := map[string]string{
		"raw": secret, "upper case": strings.ToUpper(secret), "lower case": strings.ToLower(secret),
		"JSON": quoted, "JSON in ASCII": ascii[1 : len(ascii)-1], "JSON with slashes": strings.ReplaceAll(quoted, "/", `\/`),
		"JSON in full": utf16As(`\u%04x`), "JSON in full, upper case": utf16As(`\u%04X`), "bytes of a language": bytesAs(`\x%02x`), "quoted": fmt.Sprintf("%q", secret),
		"JSON in JSON":      strings.Trim(fmt.Sprintf("%q", quoted), `"`),
		"query":             url.QueryEscape(secret),
		"query with spaces": strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"),
		"path":              url.PathEscape(secret), "lower case path": strings.ToLower(url.PathEscape(secret)),
		"URL in full": bytesAs("%%%02X"), "lower case URL in full": bytesAs("%%%02x"),
		"URL in URL": url.QueryEscape(url.QueryEscape(secret)),
		"HTML":       html.EscapeString(secret), "HTML in HTML": html.EscapeString(html.EscapeString(secret)),
		"named entities":   strings.NewReplacer("&", "&amp;", "'", "&apos;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(secret),
		"decimal entities": each("&#%d;"), "long decimal entities": each("&#%07d;"), "open decimal entities": each("&#%d"),
		"hexadecimal entities": each("&#x%x;"), "upper case entities": each("&#X%X;"), "long hexadecimal entities": each("&#x%06x;"),
		"JSON in HTML": html.EscapeString(string(marshaled)), "URL in HTML": html.EscapeString(url.QueryEscape(secret)), "HTML in a URL": url.QueryEscape(html.EscapeString(secret)),
		"base64": base64.StdEncoding.EncodeToString([]byte(secret)), "raw base64": base64.RawStdEncoding.EncodeToString([]byte(secret)),
		"URL base64": base64.URLEncoding.EncodeToString([]byte(secret)), "raw URL base64": base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"base64 in a URL": url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret))),
		"credentials":     base64.StdEncoding.EncodeToString([]byte("user:" + secret)), "longer credentials": base64.StdEncoding.EncodeToString([]byte("users:" + secret + ":x")),
		"credentials of root": base64.StdEncoding.EncodeToString([]byte("me+:" + secret + "more")),
		"hex":                 hex.EncodeToString([]byte(secret)), "upper case hex": strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"first half": string(runes[:half]), "second half": string(runes[half:]), "middle": string(runes[half/2 : half/2+half]),
		"dots for the rest": string(runes[:len(runes)*2/3]) + "...", "half in a URL": url.QueryEscape(string(runes[:half])),
		"half in HTML": html.EscapeString(string(runes[half:])), "half of the base64": base64.StdEncoding.EncodeToString([]byte(secret))[:(len(secret)*4/3)/2+1],
	}
	return found
}

// leaks looks for any four characters of a secret in a row.
func leaks(text, secret string) string {
	runes := []rune(strings.ToLower(secret))
	for i := 0; i+4 <= len(runes); i++ {
		if part := string(runes[i : i+4]); strings.Contains(strings.ToLower(text), part) {
			return part
		}
	}
	return ""
}

func TestSecretsInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"hunter2!", "correct horse battery staple", `p&ss"w'rd<1>/+=_-%25`, "zürich-schlüssel-ß", "k3y-😀-unt0ld-s3cret", `back\slash\nbend`, "Tr0ub4dor&3&amp;more",
		"line one\nline two\ttabbed", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig_-nature",
	} {
		all := spellings(secret)
		if len(all) < 40 {
			t.Fatalf("%d spellings", len(all))
		}
		r := newRedactor("unrelated-key").with(WithSecrets(t.Context(), map[string]any{"login": []any{secret}}))
		for name, spelled := range all {
			for _, around := range []string{"%s", "Value %s is not known here.", `{"detail": "%s"}`, "Bad: %s"} {
				got := r.line(strings.Replace(around, "%s", spelled, 1), maxMessage)
				rest := strings.Replace(got, "(sensitive value)", "", 1)
				spare := 8                                                           // quotes and dots, and what fills up base64
				if strings.Contains(name, "credentials") || name == "JSON in HTML" { // the secret has neighbors
					spare = 16
				}
				if !strings.Contains(got, "(sensitive value)") || len([]rune(rest)) > len(around)-len("%s")+spare {
					t.Errorf("%q, %s: %q became %q", secret, name, spelled, got)
				}
			}
		}
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	t.Parallel()
	r := newRedactor("the-secret-key-0815").with(WithSecrets(t.Context(), "correct horse battery staple", json.Number("7"), true, nil, "ab", "", "pin1"))
	for text, want := range map[string]string{
		"This field is required. 100% & more \\ done &copy; %zz":              "",
		`"SEV9" is none of "SEV1", "SEV2".`:                                   "",
		"/v3/engine/component/algorithm/0f5f7c0e-3a4b-4c7e-9a35-0d8b2f1e6c11": "",
		"17 of 70 about abc 7":                                                "17 of 70 about abc (sensitive value)",
		"AB, or AB2":                                                          "(sensitive value), or AB2",
		"pin1 of pin":                                                         "(sensitive value) of pin",
		"Service x the-secret-key-0815.":                                      "Service x (secret_key).",
		strings.Repeat("x", maxSnippet-9) + "correct horse battery staple":    strings.Repeat("x", maxSnippet-9) + "(sensitiv…",
		strings.Repeat("x ", 90) + "correct hor…":                             strings.TrimSpace(strings.Repeat("x ", 90)) + " (sensitive value)…",
		"it begins with corr":                                                 "it begins with (sensitive value)",
	} {
		if want == "" {
			want = text
		}
		if got := r.line(text, maxSnippet); got != want {
			t.Errorf("%q became\n%q, want\n%q", text, got, want)
		}
	}
}

func TestSecretsOfARequest(t *testing.T) {
	t.Parallel()
	const secret = "xyl0ph0ne Qu4rtz!z3bra"
	spelled := spellings(secret)
	var logged []string
	for name, text := range spelled {
		body, err := json.Marshal(map[string]any{"detail": text, "input": []any{map[string]any{"value": []any{text}, text: "no"}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, answered := range []string{string(body), "<html>" + text, text, `"` + text} {
			for _, status := range []int{200, 400, 409, 500} {
				c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("X-Request-Id", url.PathEscape(text))
					w.WriteHeader(status)
					if _, err := fmt.Fprint(w, answered); err != nil {
						t.Error(err)
					}
				})
				c.cfg.MaxRetries = -1
				c.cfg.Log = func(_ context.Context, msg string, fields map[string]any) {
					logged = append(logged, msg+fmt.Sprint(fields))
				}
				ctx := WithSecrets(WithSecrets(t.Context(), secret), "another one")
				for op, operate := range operations {
					err := operate(ctx, c, Components("algorithm"))
					if err != nil && !strings.Contains(err.Error(), "(sensitive value)") {
						t.Errorf("%s, %s, %d: %v", op, name, status, err)
					}
					if err != nil && leaks(err.Error(), secret) != "" {
						t.Errorf("%s, %s, %d: the error holds the secret: %v", op, name, status, err)
					}
				}
			}
		}
	}
	for _, line := range logged {
		if part := leaks(line, secret); part != "" {
			t.Fatalf("the log holds %q: %s", part, line)
		}
	}
}

func TestOtherEncodingsAreNotLookedFor(t *testing.T) {
	t.Parallel()
	text := base32.StdEncoding.EncodeToString([]byte("correct horse"))
	if got := newRedactor("correct horse").line(text, maxMessage); got != text {
		t.Errorf("%s became %s", text, got)
	}
}
