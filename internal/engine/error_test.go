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
	"reflect"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestErrorBodies(t *testing.T) {
	field := func(messages []string, path ...any) FieldError { return FieldError{Path: path, Messages: messages} }
	tests := map[string]struct {
		status  int
		body    string
		message string
		fields  []FieldError
	}{
		"detail":  {404, `{"detail":"Not found."}`, "Not found.", nil},
		"message": {409, `{"message":"Active.","code":3}`, "Active.", nil},
		"fields": {
			400, `{"type":["Not one of cron, rate.","Required."],"name":["Required."]}`, "",
			[]FieldError{field([]string{"Required."}, "name"), field([]string{"Not one of cron, rate.", "Required."}, "type")},
		},
		"one text": {400, `{"name":"Required."}`, "", []FieldError{field([]string{"Required."}, "name")}},
		"whole object": {
			400, `{"non_field_errors":["Send a field."]}`, "", []FieldError{field([]string{"Send a field."})},
		},
		"nested": {
			400, `{"alert_items":[{},{"ref_id":["Too long."],"non_field_errors":["No."]}],"target_asset":{"id":["Unknown."]}}`, "",
			[]FieldError{
				field([]string{"No."}, "alert_items", 1),
				field([]string{"Too long."}, "alert_items", 1, "ref_id"),
				field([]string{"Unknown."}, "target_asset", "id"),
			},
		},
		"by position": {
			400, `{"tags":{"2":["No."]}}`, "", []FieldError{field([]string{"No."}, "tags", 2)},
		},
		"bare list": {400, `["No."]`, "", []FieldError{field([]string{"No."})}},
		"detail and field": {
			400, `{"detail":"Invalid.","name":["No."]}`, "Invalid.", []FieldError{field([]string{"No."}, "name")},
		},
		"nothing":    {400, `{}`, "", nil},
		"no body":    {400, ``, "", nil},
		"no strings": {400, `{"name":[1,null,true]}`, "", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("X-Request-Id", "r-1")
				respond(t, w, test.status, test.body)
			})
			_, err := c.Update(t.Context(), Alerts, "7", Document{"name": "b"})
			e := asError(t, err)
			if e.Status != test.status || e.Message != test.message || !reflect.DeepEqual(e.Fields, test.fields) {
				t.Errorf("status %d, message %q, fields %v; want %d, %q, %v",
					e.Status, e.Message, e.Fields, test.status, test.message, test.fields)
			}
			if e.RequestID != "r-1" || e.Method != http.MethodPatch || e.Path != "/v3/engine/alert/alerts/7/" {
				t.Errorf("the request is isClosed wrongly: %v", err)
			}
		})
	}
}

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

func TestErrorText(t *testing.T) {
	err := &Error{
		Status: 400, Method: "PATCH", Path: "/v3/engine/alert/alerts/7/", RequestID: "r-1", Attempts: 2,
		Message: "Invalid.", Fields: []FieldError{
			{Path: []any{"alert_items", 1, "ref_id"}, Messages: []string{"Too long.", "Taken."}},
			{Messages: []string{"Send a field."}},
		},
	}
	const want = "PATCH /v3/engine/alert/alerts/7/: 400 Bad Request: Invalid; alert_items[1].ref_id: Too long. Taken; " +
		"Send a field. (after 2 attempts, request id r-1)"
	if got := err.Error(); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

// Each case is a network failure. The case says whether the client may repeat the request, and which setting the error asks the user to
// check.
func TestOutcomeOfARequestWithoutAnAnswer(t *testing.T) {
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

// For any body, the error must be short and printable, and must not contain the secret key.
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
