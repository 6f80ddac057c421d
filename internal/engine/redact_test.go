// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/secrettest"
)

func TestSecretsInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"hunter2!", "correct horse battery staple", `p&ss"w'rd<1>/+=_-%25`, "zürich-schlüssel-ß", "k3y-😀-unt0ld-s3cret", `back\slash\nbend`, "Tr0ub4dor&3&amp;more",
		"line one\nline two\ttabbed", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig_-nature",
	} {
		all := secrettest.Spellings(secret)
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
	spelled := secrettest.Spellings(secret)
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
					if err != nil && secrettest.Part(err.Error(), secret) != "" {
						t.Errorf("%s, %s, %d: the error holds the secret: %v", op, name, status, err)
					}
				}
			}
		}
	}
	for _, line := range logged {
		if part := secrettest.Part(line, secret); part != "" {
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
