// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestHeadersAndBodies(t *testing.T) {
	var got *http.Request
	var body []byte
	c, server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		respondWithObject(t, w, r, http.StatusCreated)
	})
	cfg := c.cfg
	cfg.BaseURL, cfg.AuthScheme, cfg.UserAgent = server.URL, "Token", "agent/1"
	c = newClient(t, cfg)
	must(t, errorOf(c.Create(t.Context(), Alerts, Document{"name": "a", "limit": 1})))
	for name, want := range map[string]string{
		"Authorization": "Token reader " + testSecret,
		"Content-Type":  "application/json",
		"Accept":        "application/json",
		"User-Agent":    "agent/1",
	} {
		if header := got.Header.Get(name); header != want {
			t.Errorf("%s is %q, want %q", name, header, want)
		}
	}
	if string(body) != `{"limit":1,"name":"a"}` {
		t.Errorf("the body is %s", body)
	}
	must(t, errorOf(c.Read(t.Context(), Alerts, "7")))
	if got.Header.Get("Content-Type") != "" || len(body) != 0 || got.ContentLength != 0 {
		t.Errorf("a read has a body: %q of type %q", body, got.Header.Get("Content-Type"))
	}
	must(t, errorOf(c.Start(t.Context(), Components("algorithm"), "7")))
	if string(body) != `{}` {
		t.Errorf("the body of a start is %q, want {}", body)
	}
}

// TestConnectionsAreReused checks that, after a round of 40 concurrent requests, most requests in two more rounds reuse connections.
func TestConnectionsAreReused(t *testing.T) {
	const workers = 40
	var opened atomic.Int32
	arrived := make(chan struct{}, workers)
	release := make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived <- struct{}{}
		<-release
		respond(t, w, http.StatusOK, `{"id":"7"}`)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	c := newClient(t, testConfig(server.URL))
	for range 3 {
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				check(t, errorOf(c.Read(t.Context(), Alerts, "7")))
			})
		}
		for range workers {
			<-arrived
		}
		for range workers {
			release <- struct{}{}
		}
		wg.Wait()
	}
	if got := opened.Load(); got > workers+workers/2 {
		t.Errorf("%d connections were opened for 3 rounds of %d requests", got, workers)
	}
}

// TestPrivateAuthorityAndHTTP2 checks that a client with ca_cert_file trusts the certificate authority in that file and uses HTTP/2, and
// that a client without ca_cert_file rejects the server's certificate.
func TestPrivateAuthorityAndHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		respond(t, w, http.StatusOK, fmt.Sprintf(`{"id":"7","protocol":%d}`, r.ProtoMajor))
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // Otherwise, the server would log the handshake failure that this test expects.
	server.StartTLS()
	defer server.Close()

	untrusting := newClient(t, testConfig(server.URL))
	_, err := untrusting.Read(t.Context(), Alerts, "7")
	if err == nil || !strings.Contains(err.Error(), "ca_cert_file") || strings.Contains(err.Error(), "attempts") {
		t.Errorf("an unknown authority: %v", err)
	}

	cfg := testConfig(server.URL)
	cfg.CACertFile = filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}
	must(t, os.WriteFile(cfg.CACertFile, pem.EncodeToMemory(block), 0o600))
	doc, err := newClient(t, cfg).Read(t.Context(), Alerts, "7")
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(doc["protocol"]) != "2" {
		t.Errorf("the protocol is HTTP/%v, want HTTP/2", doc["protocol"])
	}
}

// TestNoServer checks that the client doesn't report an unknown outcome if no server is listening at base_url, or if the server doesn't use
// TLS. In both cases, the engine definitely didn't process the create.
func TestNoServer(t *testing.T) {
	_, server := serve(t, respondToAll(t))
	create := func(baseURL, want string) {
		err := errorOf(newClient(t, testConfig(baseURL)).Create(t.Context(), Alerts, Document{"name": "a"}))
		var unknown *UnknownOutcomeError
		if err == nil || errors.As(err, &unknown) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "base_url") {
			t.Errorf("the error is %v", err)
		}
	}
	create(strings.Replace(server.URL, "http:", "https:", 1), "http or https")
	server.Close()
	create(server.URL, "after 3 attempts")
}

// TestReplyThatIsTooLarge checks that the client doesn't retry a request whose reply is larger than maxReplyBytes.
func TestReplyThatIsTooLarge(t *testing.T) {
	requests := 0
	block := bytes.Repeat([]byte(" "), 1<<20)
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		for range maxReplyBytes>>20 + 1 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	_, err := c.Read(t.Context(), Alerts, "7")
	if !errors.Is(err, errReplyTooLarge) || requests != 1 {
		t.Errorf("%d requests, error %v", requests, err)
	}
	_, err = c.Create(t.Context(), Alerts, Document{"name": "a"})
	var unknown *UnknownOutcomeError
	if !errors.As(err, &unknown) {
		t.Errorf("a create with such a response returns %v", err)
	}
}

// TestSwitchingProtocolsIsAnError checks that "101 Switching Protocols" causes an error, and that the client doesn't wait for a body.
func TestSwitchingProtocolsIsAnError(t *testing.T) {
	released := make(chan struct{})
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		check(t, errorOf(fmt.Fprint(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n"+
			"X-Request-Id: "+testSecret+"\r\n\r\n")))
		<-released
		check(t, connection.Close())
	})
	defer close(released)
	_, err := c.Read(t.Context(), Alerts, "7")
	if e := asError(t, err); e.Status != http.StatusSwitchingProtocols || e.Attempts != 1 || e.RequestID != "(secret_key)" {
		t.Errorf("the error is %v", err)
	}
}

// TestEndlessInterimResponses checks that a request ends after RequestTimeout, or when its context is canceled, even if the server sends
// "103 Early Hints" forever.
func TestEndlessInterimResponses(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		asked := make(chan struct{}, 1)
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			connection, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			asked <- struct{}{}
			for err == nil {
				_, err = fmt.Fprint(connection, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
				time.Sleep(time.Millisecond)
			}
			_ = connection.Close()
		})
		c.cfg.MaxRetries, c.cfg.RequestTimeout = -1, 100*time.Millisecond
		ctx, cancel := context.WithCancel(t.Context())
		if interrupted {
			c.cfg.RequestTimeout = time.Hour
			go func() {
				<-asked
				cancel()
			}()
		}
		if _, err := c.Read(ctx, Alerts, "7"); err == nil || interrupted != errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %t: the error is %v", interrupted, err)
		}
		cancel()
	}
}
