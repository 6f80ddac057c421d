// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/base32"
	"encoding/json"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/secrettest"
)

func TestSecretsInAnyForm(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{
		"hunter2!", "correct horse battery staple", `p&ss"w'rd<1>/+=_-%25`, "zürich-schlüssel-ß", "k3y-😀-unt0ld-s3cret", `back\slash\nbend`,
		"Tr0ub4dor&3&amp;more",
		"line one\nline two\ttabbed", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig_-nature",
	} {
		all := secrettest.Encodings(secret)
		if len(all) < 40 {
			t.Fatalf("%d spellings", len(all))
		}
		r := New("unrelated-key").With(WithSecrets(t.Context(), map[string]any{"login": []any{secret}}))
		for name, spelled := range all {
			for _, around := range []string{"%s", "Value %s is not known here.", `{"detail": "%s"}`, "Bad: %s"} {
				got := r.Line(strings.Replace(around, "%s", spelled, 1), MaxMessage)
				rest := strings.Replace(got, "(sensitive value)", "", 1)
				spare := 8                                                           // quotes, dots and base64 padding
				if strings.Contains(name, "credentials") || name == "JSON in HTML" { // other text surrounds the secret
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
	r := New("the-secret-key-0815").With(WithSecrets(t.Context(), "correct horse battery staple", json.Number("7"), true, nil, "ab", "",
		"pin1", "%71%77%37"))
	for text, want := range map[string]string{
		"This field is required. 100% & more \\ done &copy; %zz":              "",
		`"SEV9" is none of "SEV1", "SEV2".`:                                   "",
		"/v3/engine/component/algorithm/0f5f7c0e-3a4b-4c7e-9a35-0d8b2f1e6c11": "",
		"17 of 70 about abc 7":                                                "17 of 70 about abc (sensitive value)",
		"AB, or AB2":                                                          "(sensitive value), or AB2",
		"got %71%77%37, not qw78":                                             "got (sensitive value), not qw78",
		"pin1 of pin":                                                         "(sensitive value) of pin",
		"Service x the-secret-key-0815.":                                      "Service x (secret_key).",
		strings.Repeat("x", MaxSnippet-9) + "correct horse battery staple":    strings.Repeat("x", MaxSnippet-9) + "(sensitiv…",
		strings.Repeat("x ", 90) + "correct hor…": strings.TrimSpace(strings.Repeat("x ",
			90)) + " (sensitive value)…",
		"it begins with corr":                                               "it begins with (sensitive value)",
		"apple is what it ends with, and pastaple":                          "",
		"aple is what it ends with":                                         "(sensitive value) is what it ends with",
		`"corr…" or “…aple”, corrupt staples`:                               `"(sensitive value)…" or “…(sensitive value)”, corrupt staples`,
		"corr... (**aple) & all...":                                         "(sensitive value)... (**(sensitive value)) & all...",
		"the-s**** of the-s":                                                "(secret_key)**** of (secret_key)",
		"corr%65ct&#32horse&#x20;battery":                                   "(sensitive value)",
		"&ampcorrect horse&ampx &#; &#x; &# &#99999999999999; &notanentity": "&(sensitive value)&x &#; \ufffd &# \ufffd ¬anentity",
	} {
		if want == "" {
			want = text
		}
		if got := r.Line(text, MaxSnippet); got != want {
			t.Errorf("%q became\n%q, want\n%q", text, got, want)
		}
	}
}

func TestOtherEncodingsAreNotLookedFor(t *testing.T) {
	t.Parallel()
	text := base32.StdEncoding.EncodeToString([]byte("correct horse"))
	if got := New("correct horse").Line(text, MaxMessage); got != text {
		t.Errorf("%s became %s", text, got)
	}
}
