// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/go-cleanhttp"
)

// Terraform runs many operations at once. With go-cleanhttp, which keeps only GOMAXPROCS+1 idle connections per host, most requests would
// open a new connection.
const (
	idleConnsPerHost = 64
	idleConnTimeout  = 30 * time.Second // shorter than that of common proxies, so that the client closes first
)

// newTransport returns a transport for the network. The client uses no http.Client, because that would follow redirects by itself.
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
	if err != nil { // Without certificate authorities of the system, the client trusts only those of the file.
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &ConfigError{Field: "ca_cert_file", Problem: fmt.Sprintf("has no PEM certificate: %s", file)}
	}
	return pool, nil
}
