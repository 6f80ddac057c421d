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
	"strings"
	"syscall"
	"testing"
)

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
		"refused":        {dial(syscall.ECONNREFUSED), false, outcomeNotProcessed, "base_url"},
		"reset at once":  {syscall.ECONNRESET, false, outcomeNotProcessed, ""},
		"reset":          {syscall.ECONNRESET, true, outcomeUnknown, ""},
		"cut":            {io.ErrUnexpectedEOF, true, outcomeUnknown, ""},
		"certificate": {
			&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, false, outcomeFinal, "ca_cert_file",
		},
		"TLS alert":    {tls.AlertError(40), false, outcomeFinal, "http or https"},
		"not TLS":      {tls.RecordHeaderError{Msg: "not TLS"}, false, outcomeFinal, "http or https"},
		"other scheme": {http.ErrSchemeMismatch, true, outcomeFinal, "http or https"},
		"too large":    {errReplyTooLarge, true, outcomeFinal, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := &transportError{
				method: http.MethodGet, path: "/v3/", cause: test.cause, text: test.cause.Error(), sent: test.sent, attempts: 1,
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
