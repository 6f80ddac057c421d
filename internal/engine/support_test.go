// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testSecret = "s3cr3t&k<y>"

func testConfig(baseURL string) Config {
	return Config{BaseURL: baseURL, AccessID: "reader", SecretKey: testSecret}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// check marks the test as failed if err is not nil. Unlike must, it does not stop the test, so handlers and goroutines can call it.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// errorOf returns the error from a call that also returns a value, as in must(t, errorOf(c.Read(...))).
func errorOf[T any](_ T, err error) error { return err }

func newClient(t testing.TB, cfg Config) *Client {
	t.Helper()
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if pool, ok := c.transport.(*http.Transport); ok {
		t.Cleanup(pool.CloseIdleConnections)
	}
	return c
}

func serve(t *testing.T, handler http.HandlerFunc) (*Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return newClient(t, testConfig(server.URL)), server
}

// record is like serve, but returns a log of the requests instead of the server.
func record(t *testing.T, handler http.HandlerFunc) (*Client, *requestLog) {
	t.Helper()
	log := &requestLog{}
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		log.add(r.Method + " " + r.RequestURI)
		handler(w, r)
	})
	return c, log
}

// requestLog is a list of requests, such as "GET /v3/engine/alert/alerts/7/".
type requestLog struct {
	mu    sync.Mutex
	lines []string
}

func (l *requestLog) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *requestLog) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.lines
	l.lines = nil
	return lines
}

// inMemory returns a client that calls the handler directly instead of over a network, so that tests can use testing/synctest, where waits
// take no real time.
func inMemory(t *testing.T, cfg Config, handler http.HandlerFunc) *Client {
	t.Helper()
	cfg.BaseURL, cfg.AccessID, cfg.SecretKey = "http://engine.test", "reader", testSecret
	cfg.Transport = servertest.InMemory{Handler: handler}
	return newClient(t, cfg)
}

func respond(t *testing.T, w http.ResponseWriter, status int, body string) {
	t.Helper()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if _, err := io.WriteString(w, body); err != nil {
		t.Logf("the client did not read the response: %v", err)
	}
}

// respondWithObject responds with the request's JSON object plus an id.
func respondWithObject(t *testing.T, w http.ResponseWriter, r *http.Request, status int) {
	t.Helper()
	object := Document{}
	if body, err := io.ReadAll(r.Body); err != nil {
		t.Error(err)
	} else if len(body) > 0 && json.Unmarshal(body, &object) != nil {
		t.Errorf("the body is %s", body)
	}
	object["id"] = "7"
	_, after, _ := strings.Cut(r.URL.Path, "/v3/engine/")
	segments := strings.Split(strings.Trim(after, "/"), "/")
	if all := slices.Index(segments, "all"); all >= 0 && all+1 < len(segments) { // The path of the nodes collection ends with "all".
		object["id"] = segments[all+1]
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Error(err)
	}
	respond(t, w, status, string(text))
}

func asError(t *testing.T, err error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is %T, not an *Error: %v", err, err)
	}
	return e
}
