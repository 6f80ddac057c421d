// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// transportError means that a request got no complete reply, for example because the connection was lost.
type transportError struct {
	method, path string
	text         string // the text of cause, without secrets
	cause        error
	sent         bool // the request may have reached the engine
	attempts     int
}

func (e *transportError) Error() string {
	text := fmt.Sprintf("%s %s: %s", e.method, e.path, e.text)
	if advice := advise(e.cause); advice != "" {
		text += "; " + advice
	}
	if e.attempts > 1 {
		text += fmt.Sprintf(" (after %d attempts)", e.attempts)
	}
	return text
}

func (e *transportError) Unwrap() error { return e.cause }

// outcome returns outcomeNotProcessed if nothing was sent, and outcomeUnknown if the engine may have got the request. It returns
// outcomeFinal if it is pointless to send the request again.
func (e *transportError) outcome() outcome {
	switch {
	case isHopeless(e.cause):
		return outcomeFinal
	case e.sent:
		return outcomeUnknown
	}
	return outcomeNotProcessed
}

// isHopeless reports whether the request would always fail: the host is unknown, the certificate is not trusted, the server has no TLS, or
// the reply is too large.
func isHopeless(err error) bool {
	var name *net.DNSError
	if errors.As(err, &name) && name.IsNotFound {
		return true
	}
	return isUntrusted(err) || isNotTLS(err) || errors.Is(err, errReplyTooLarge)
}

func isUntrusted(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.As(err, &certificate)
}

func isNotTLS(err error) bool {
	var header tls.RecordHeaderError
	var alert tls.AlertError
	return errors.As(err, &header) || errors.As(err, &alert) || errors.Is(err, http.ErrSchemeMismatch)
}

// advise returns advice such as "check base_url and that the engine runs", or "" if no setting explains the error.
func advise(err error) string {
	switch {
	case isUntrusted(err):
		return "check base_url, and ca_cert_file if the engine has a private authority"
	case isNotTLS(err):
		return "check whether base_url is http or https"
	case isDialError(err):
		return "check base_url and that the engine runs"
	}
	return ""
}
