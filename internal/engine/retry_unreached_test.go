// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net"
	"net/http"
	"net/http/httptrace"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestAnEngineThatWasNeverReached checks that requests fail after a few attempts if the engine has never responded. Once the engine has
// responded, the client must retry failed connections MaxRetries times.
func TestAnEngineThatWasNeverReached(t *testing.T) {
	for _, cause := range []error{syscall.ECONNREFUSED, &net.DNSError{Err: "server misbehaving", IsTemporary: true}} {
		synctest.Test(t, func(t *testing.T) {
			isDown, tries := true, 0
			cfg := testConfig("http://engine.test")
			cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				if tries++; isDown {
					return nil, &net.OpError{Op: "dial", Net: "tcp", Err: cause}
				}
				return servertest.InMemory{Handler: respondToAll(t)}.RoundTrip(r)
			})
			c := newClient(t, cfg)
			wantTries := func(want int, wantError bool) {
				t.Helper()
				tries = 0
				if _, err := c.Read(t.Context(), Alerts, "7"); (err != nil) != wantError || tries != want {
					t.Errorf("%d tries, error %v; want %d", tries, err, want)
				}
			}
			start := time.Now()
			wantTries(3, true)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
			wantTries(1, true)
			isDown = false
			wantTries(1, false)
			isDown = true
			wantTries(1+DefaultMaxRetries, true)
		})
	}
}

// TestCreateOnStaleConnection checks that the client repeats a create immediately if the connection was closed before any byte of the
// request was sent. If the connection breaks later, the engine may have created the object, so the client must first read the engine's
// list.
func TestCreateOnStaleConnection(t *testing.T) {
	for isSent, second := range map[bool]string{false: http.MethodPost, true: http.MethodGet} {
		synctest.Test(t, func(t *testing.T) {
			var methods []string
			cfg := testConfig("http://engine.test")
			cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
				if methods = append(methods, r.Method); len(methods) > 1 {
					return servertest.InMemory{Handler: respondToAll(t)}.RoundTrip(r)
				}
				if isSent {
					httptrace.ContextClientTrace(r.Context()).WroteHeaders()
				}
				return nil, syscall.ECONNRESET
			})
			must(t, errorOf(newClient(t, cfg).Create(t.Context(), Alerts, Document{"name": "a"})))
			if methods[1] != second || methods[len(methods)-1] != http.MethodPost {
				t.Errorf("sent %t: the requests are %q", isSent, methods)
			}
		})
	}
}
