// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// transportError reports that a request got no complete reply, for example because the connection was lost.
type transportError struct {
	method, path string
	server       string // the server's scheme and host (serverOf)
	message      string // cause's message, without secrets
	proxy        string // the proxy and the environment variable that sets it (proxy.describe), or empty
	cause        error
	sent         bool // the request may have reached the engine
	attempts     int
}

func (e *transportError) Error() string {
	message := fmt.Sprintf("%s %s: %s", e.method, e.path, e.message)
	if advice := e.advise(); advice != "" {
		message += "; " + advice
	}
	if e.attempts > 1 {
		message += fmt.Sprintf(" (after %d attempts)", e.attempts)
	}
	return message
}

func (e *transportError) Unwrap() error { return e.cause }

// outcome returns outcomeNotProcessed if nothing was sent, and outcomeUnknown if the engine may have received the request. If a retry would
// fail too, it returns outcomeFinal instead.
func (e *transportError) outcome() outcome {
	switch {
	case isHopeless(e.cause):
		return outcomeFinal
	case e.sent:
		return outcomeUnknown
	}
	return outcomeNotProcessed
}

// isDialError reports whether err means that the transport could not open a connection, which proves that the engine has not received the
// request. The transport may have lost an earlier connection. However, it reconnects only if it has not sent any part of a write.
func isDialError(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial" || isProxyFailure(err)
}

// isHopeless reports whether a retry would fail too, because the host is unknown, the proxy rejects the request, the certificate is not
// trusted, the server does not use TLS, or the reply is too large.
func isHopeless(err error) bool {
	if name, ok := errors.AsType[*net.DNSError](err); ok && name.IsNotFound {
		return true
	}
	if rejection, ok := errors.AsType[*tunnelError](err); ok && rejection.status < http.StatusInternalServerError {
		return true
	}
	return isUntrusted(err) || isNotTLS(err) || errors.Is(err, errReplyTooLarge)
}

func isUntrusted(err error) bool { return isA[*tls.CertificateVerificationError](err) }

func isNotTLS(err error) bool {
	return isA[tls.RecordHeaderError](err) || isA[tls.AlertError](err) || errors.Is(err, http.ErrSchemeMismatch)
}

// advise returns what the user should check, such as base_url if no connection was made. It returns "" if there is no advice.
func (e *transportError) advise() string {
	if e.proxy != "" && isProxyFailure(e.cause) {
		return fmt.Sprintf("check %s; NO_PROXY lists the hosts that need no proxy", e.proxy)
	}
	var advice []string
	switch {
	case isUntrusted(e.cause):
		advice = append(advice, fmt.Sprintf("check %s, which leads to %s, and %s if the engine has a private authority", setting("base_url"),
			e.server, setting("ca_cert_file")))
	case isNotTLS(e.cause):
		advice = append(advice, fmt.Sprintf("check whether %s is http or https; it leads to %s", setting("base_url"), e.server))
	case isDialError(e.cause): // its message already names the server
		advice = append(advice, fmt.Sprintf("check %s and that the engine runs", setting("base_url")))
	}
	if e.proxy != "" {
		advice = append(advice, "the request went through "+e.proxy)
	}
	return strings.Join(advice, "; ")
}
