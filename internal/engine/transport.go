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

// The pooled transport keeps only GOMAXPROCS+1 idle connections for a host, fewer than Terraform has workers, so that
// most requests would open a new one.
const (
	idleConnsPerHost = 64
	idleConnTimeout  = 30 * time.Second // below what proxies commonly allow, so that the client is the one who closes
)

// newTransport builds what sends the requests. It is used without an http.Client, which would go after redirects.
func newTransport(caCertFile string) (http.RoundTripper, error) {
	transport := cleanhttp.DefaultPooledTransport()
	transport.MaxIdleConnsPerHost = idleConnsPerHost
	transport.IdleConnTimeout = idleConnTimeout
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

// readAuthorities returns the system's authorities and those of a PEM file.
func readAuthorities(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, &ConfigError{Field: "ca_cert_file", Problem: fmt.Sprintf("cannot be read: %s", err)}
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // A system without a pool still has the file.
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &ConfigError{Field: "ca_cert_file", Problem: fmt.Sprintf("has no PEM certificate: %s", file)}
	}
	return pool, nil
}
