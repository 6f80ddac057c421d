// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// proxy returns the proxy for requests to a URL, or nil. The environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY determine it.
type proxy func(*url.URL) (*url.URL, error)

// proxyError means that a proxy can't be used, so nothing was sent to the engine.
type proxyError struct {
	problem string
	status  int // of the proxy's reply, or 0
}

func (e *proxyError) Error() string { return e.problem }

// of returns the proxy for a request. Its error does not quote the variable, which may contain a password.
func (p proxy) of(r *http.Request) (*url.URL, error) {
	address, err := p(r.URL)
	if err != nil {
		return nil, &proxyError{
			problem: proxyVariable(r.URL) + " is not the address of a proxy, such as http://proxy.example.com:3128",
			status:  http.StatusBadRequest,
		}
	}
	return address, nil
}

// describe names the proxy for requests to target, without credentials, and the variable that sets it. It returns "" without a proxy.
func (p proxy) describe(redactor redact.Redactor, target *url.URL) string {
	if p == nil {
		return ""
	}
	address, err := p(target)
	if err != nil || address == nil {
		return ""
	}
	return fmt.Sprintf("the proxy %s, which the environment variable %s sets", serverOf(redactor, address), proxyVariable(target))
}

// proxyVariable returns the name of the environment variable that sets the proxy for requests to target.
func proxyVariable(target *url.URL) string {
	name := strings.ToUpper(target.Scheme) + "_PROXY"
	if os.Getenv(name) == "" {
		return strings.ToLower(name)
	}
	return name
}

// checkTunnel returns an error if a proxy refuses to open a connection to the engine.
func checkTunnel(_ context.Context, _ *url.URL, _ *http.Request, reply *http.Response) error {
	if reply.StatusCode == http.StatusOK {
		return nil
	}
	status := fmt.Sprintf("%d %s", reply.StatusCode, http.StatusText(reply.StatusCode))
	return &proxyError{problem: "the proxy opens no connection to the engine: " + status, status: reply.StatusCode}
}

// isProxyFailure reports whether the proxy is the cause: it can't be reached, or refuses the connection.
func isProxyFailure(err error) bool {
	var refused *proxyError
	var op *net.OpError
	return errors.As(err, &refused) || errors.As(err, &op) && (op.Op == "proxyconnect" || strings.HasPrefix(op.Op, "socks "))
}
