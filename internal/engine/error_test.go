// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

func TestRejectionsAreBounded(t *testing.T) {
	list := func(count int, element string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(element+",", count), ",") + "]"
	}
	for name, test := range map[string]struct {
		body         string
		want         string
		fields, more int
	}{
		"fields": {
			body: `{"alert_items":` + list(100_000, `{"ref_id":["Too long."]}`) + `}`,
			want: "and 99980 more fields", fields: maxFields, more: 100_000 - maxFields,
		},
		"messages":       {body: `{"name":` + list(100_000, `"Too long."`) + `}`, want: "(And 99990 more messages.)", fields: 1},
		"long messages":  {body: `{"name":` + list(1000, `"`+strings.Repeat("x", 1000)+`"`) + `}`, want: "(And 998 more messages.)", fields: 1},
		"a huge message": {body: `{"name":"` + strings.Repeat("x", 10<<20) + `"}`, want: "name: xxx", fields: 1},
		"a deep path": {
			body: `{"name":` + strings.Repeat(`{"`+strings.Repeat("n", 1000)+`":`, 90) + `"No."` + strings.Repeat("}", 91), want: "No.", fields: 1,
		},
		"messages without fields": {
			body: list(100_000, `["No."]`), want: "and 99980 more fields", fields: maxFields, more: 100_000 - maxFields,
		},
	} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { respond(t, w, http.StatusBadRequest, test.body) })
		_, err := c.Update(t.Context(), Alerts, "7", Document{"name": "b"})
		e := asError(t, err)
		if len(e.Fields) != test.fields || e.More != test.more || !strings.Contains(e.Error(), test.want) || len(e.Error()) > 20_000 {
			t.Errorf("%s: %d fields and %d more: %.300s", name, len(e.Fields), e.More, e.Error())
		}
	}
}

// TestOutcomeWithoutAResponse checks how network failures are classified for retries (outcome), and the advice in their error messages.
func TestOutcomeWithoutAResponse(t *testing.T) {
	dial := func(cause error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: cause} }
	tests := map[string]struct {
		cause  error
		sent   bool
		want   outcome
		advice string
	}{
		"no such host":   {dial(&net.DNSError{Err: "no such host", IsNotFound: true}), false, outcomeFinal, "base_url"},
		"no name server": {dial(&net.DNSError{Err: "timeout", IsTimeout: true}), false, outcomeNotProcessed, "base_url"},
		"rejected":       {dial(syscall.ECONNREFUSED), false, outcomeNotProcessed, "base_url"},
		"reset at once":  {syscall.ECONNRESET, false, outcomeNotProcessed, ""},
		"reset":          {syscall.ECONNRESET, true, outcomeUnknown, ""},
		"cut":            {io.ErrUnexpectedEOF, true, outcomeUnknown, ""},
		"certificate": {
			&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, false, outcomeFinal,
			"check base_url (or ENGINE_BASE_URL), which leads to https://engine.example.com, and ca_cert_file (or ENGINE_CA_CERT_FILE)",
		},
		"TLS alert":    {tls.AlertError(40), false, outcomeFinal, "is http or https; it leads to https://engine.example.com"},
		"not TLS":      {tls.RecordHeaderError{Msg: "not TLS"}, false, outcomeFinal, "http or https"},
		"other scheme": {http.ErrSchemeMismatch, true, outcomeFinal, "http or https"},
		"too large":    {errReplyTooLarge, true, outcomeFinal, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := &transportError{
				method: http.MethodGet, path: "/v3/", server: "https://engine.example.com", cause: test.cause, message: test.cause.Error(),
				sent: test.sent, attempts: 1,
			}
			if got := err.outcome(); got != test.want {
				t.Errorf("the outcome is %d, want %d", got, test.want)
			}
			if !strings.Contains(err.Error(), test.advice) || !errors.Is(err, test.cause) {
				t.Errorf("the error is %v, want one with %q", err, test.advice)
			}
		})
	}
}

// FuzzErrorBody checks that, for any response body, the error is short and printable, and doesn't contain the secret key.
func FuzzErrorBody(f *testing.F) {
	for _, seed := range []string{
		`{"detail":"No |."}`, `{"name":["|","x"],"alert_items":[{},{"|":{"0":["y"]}}]}`, `["|"]`, `"|"`, `<html>|`, ``, `{"a":`,
		`{"detail":"\u001b[31m\u202e|","message":5}`,
		`{"non_field_errors":["&#x7c;|"],"tags":{"99999999999999999999":"|","7":["|"]}}`,
	} {
		f.Add(400, seed, "for-|")
		f.Add(503, seed, "\x1b|")
	}
	f.Fuzz(func(t *testing.T, status int, body, requestID string) {
		if status < 300 || status > 599 {
			return
		}
		c := inMemory(t, Config{}, nil)
		text := strings.ReplaceAll(body, "|", " "+url.QueryEscape(testSecret)+" "+testSecret+" ")
		err := c.checkStatus(&reply{
			method: "PATCH", url: c.locate("/x", nil), status: status, body: []byte(text), redact: c.redact,
			header: http.Header{"X-Request-Id": {strings.ReplaceAll(requestID, "|", testSecret)}},
		})
		said := err.Error()
		for _, field := range asError(t, err).Fields {
			said += field.String()
		}
		fit := func(c rune) bool { return !unicode.IsPrint(c) }
		if len(said) > 500_000 || len(err.Error()) > 100_000 || !utf8.ValidString(said) || strings.ContainsFunc(said, fit) {
			t.Fatalf("%d bytes: %.300q", len(said), said)
		}
		if strings.Contains(said, testSecret) && !strings.Contains(body+requestID, testSecret) {
			t.Fatalf("the secret is in %q", said)
		}
	})
}

func TestErrorMessages(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]Error{
		"GET /a: 500 Internal Server Error":                                  {Status: 500},
		"GET /a: 500 Internal Server Error (request id r)":                   {Status: 500, RequestID: "r"},
		"GET /a: 500 Internal Server Error (after 2 attempts, request id r)": {Status: 500, RequestID: "r", Attempts: 2},
	} {
		if e.Method, e.Path = "GET", "/a"; e.Error() != want {
			t.Errorf("got %s, want %s", e.Error(), want)
		}
	}
}

// TestUnknownOutcomeNamesWhatWasFound checks that the error for a create with an unknown outcome reports what the search found.
func TestUnknownOutcomeNamesWhatWasFound(t *testing.T) {
	for want, e := range map[string]UnknownOutcomeError{
		"the search for it in the engine failed: no list; ":          {Search: errors.New("no list")},
		"the engine does not list it now, but it may appear later; ": {},
		"the engine has 1 object that may be it; ":                   {Candidates: make([]lost.Candidate, 1)},
		"the engine has 2 objects that may be it; ":                  {Candidates: make([]lost.Candidate, 2)},
	} {
		e.Kind, e.Name, e.Cause = "alert", "a", io.ErrUnexpectedEOF
		if got := e.Error(); !strings.HasPrefix(got, `it is not known whether the alert "a" was created: unexpected EOF; `+want+"look for it") {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
