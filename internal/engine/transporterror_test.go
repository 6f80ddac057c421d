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

func TestFateOfARequestWithoutAnAnswer(t *testing.T) {
	dial := func(cause error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: cause} }
	tests := map[string]struct {
		cause  error
		sent   bool
		want   fate
		advice string
	}{
		"no such host":   {dial(&net.DNSError{Err: "no such host", IsNotFound: true}), false, settled, "base_url"},
		"no name server": {dial(&net.DNSError{Err: "timeout", IsTimeout: true}), false, untouched, "base_url"},
		"refused":        {dial(syscall.ECONNREFUSED), false, untouched, "base_url"},
		"reset at once":  {syscall.ECONNRESET, false, untouched, ""},
		"reset":          {syscall.ECONNRESET, true, doubtful, ""},
		"cut":            {io.ErrUnexpectedEOF, true, doubtful, ""},
		"certificate": {
			&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, false, settled, "ca_cert_file",
		},
		"TLS alert":    {tls.AlertError(40), false, settled, "http or https"},
		"not TLS":      {tls.RecordHeaderError{Msg: "not TLS"}, false, settled, "http or https"},
		"other scheme": {http.ErrSchemeMismatch, true, settled, "http or https"},
		"too large":    {errReplyTooLarge, true, settled, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := &transportError{
				method: http.MethodGet, path: "/v3/", cause: test.cause, text: test.cause.Error(), sent: test.sent, attempts: 1,
			}
			if got := err.fate(); got != test.want {
				t.Errorf("the fate is %d, want %d", got, test.want)
			}
			if !strings.Contains(err.Error(), test.advice) || !errors.Is(err, test.cause) {
				t.Errorf("the error is %v, want one with %q", err, test.advice)
			}
		})
	}
}
