// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/go-cleanhttp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// These settings replace the defaults in go-cleanhttp, which keeps only GOMAXPROCS+1 idle connections per host. Because Terraform runs many
// operations concurrently, most requests would otherwise have to open a new connection.
const (
	idleConnsPerHost = 64
	idleConnTimeout  = 30 * time.Second // shorter than in common proxies, so that the client closes an idle connection before the proxy does
)

// newTransport returns a RoundTripper that sends requests over the network. The client uses it without an http.Client, which would follow
// redirects.
func newTransport(caCertFile string, through proxy) (http.RoundTripper, error) {
	transport := cleanhttp.DefaultPooledTransport()
	transport.MaxIdleConnsPerHost = idleConnsPerHost
	transport.IdleConnTimeout = idleConnTimeout
	transport.Proxy, transport.OnProxyConnectResponse = through.of, checkTunnel
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if caCertFile != "" {
		authorities, err := readAuthorities(caCertFile)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig.RootCAs = authorities
	}
	return transport, nil
}

func readAuthorities(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, &ConfigError{Field: "ca_cert_file", Problem: fmt.Sprintf("cannot be read: %s", err)}
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // The system's authorities are unavailable, so trust only those in the file.
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &ConfigError{Field: "ca_cert_file", Problem: fmt.Sprintf("contains no PEM certificate: %s", file)}
	}
	return pool, nil
}

// proxy returns the proxy's URL for a request URL, or nil for a direct connection. It honors HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
type proxy func(*url.URL) (*url.URL, error)

// This method has the signature of http.Transport.Proxy.
func (p proxy) of(r *http.Request) (*url.URL, error) { return p(r.URL) }

// describe returns a description of the proxy without credentials, such as "the proxy http://10.0.0.1:3128, which the environment variable
// HTTP_PROXY sets". It returns "" if there is no proxy for the target URL.
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

// proxyVariable returns the name of the environment variable that sets the proxy for the target URL.
func proxyVariable(target *url.URL) string {
	name := strings.ToUpper(target.Scheme) + "_PROXY"
	if os.Getenv(name) == "" {
		return strings.ToLower(name)
	}
	return name
}

// tunnelError reports that a proxy responded with the given status instead of opening a connection to the engine.
type tunnelError struct{ status int }

func (e *tunnelError) Error() string {
	return fmt.Sprintf("the proxy opens no connection to the engine: %d %s", e.status, http.StatusText(e.status))
}

func checkTunnel(_ context.Context, _ *url.URL, _ *http.Request, reply *http.Response) error {
	if reply.StatusCode == http.StatusOK {
		return nil
	}
	return &tunnelError{status: reply.StatusCode}
}

// isProxyFailure reports whether err means that the client could not connect to the proxy.
func isProxyFailure(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return isA[*tunnelError](err) || ok && (op.Op == "proxyconnect" || strings.HasPrefix(op.Op, "socks "))
}
