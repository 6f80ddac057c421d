// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package enginetest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// StartInMemory is like Start, but the client calls the server without a network. So tests can use testing/synctest, where waits take no
// real time.
func StartInMemory(t *testing.T, options refserver.Options, change func(*engine.Config)) (*engine.Client, *refserver.Server) {
	t.Helper()
	server := servertest.Start(t, options)
	return Client(t, engine.Config{AccessID: server.AccessID(), SecretKey: server.SecretKey()}, server, change), server
}

// Client returns a client whose requests the handler answers without a network. The function change may modify the configuration. It may be
// nil.
func Client(t testing.TB, cfg engine.Config, handler http.Handler, change func(*engine.Config)) *engine.Client {
	t.Helper()
	cfg.BaseURL, cfg.Transport = "http://engine.test", direct{handler}
	if change != nil {
		change(&cfg)
	}
	client, err := engine.New(cfg)
	Must(t, err)
	return client
}

// direct is an http.RoundTripper that calls a handler. If the handler panics with http.ErrAbortHandler, the connection counts as lost.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (response *http.Response, err error) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat)) // as net/http does
	defer func() {
		if aborted, ok := recover().(error); !ok || !errors.Is(aborted, http.ErrAbortHandler) {
			return
		}
		if response, err = nil, io.ErrUnexpectedEOF; recorder.Flushed {
			response, err = recorder.Result(), nil
			response.Body = io.NopCloser(io.MultiReader(strings.NewReader(recorder.Body.String()), cut{}))
		}
	}()
	d.ServeHTTP(recorder, r)
	if r.Context().Err() != nil {
		return nil, r.Context().Err()
	}
	return recorder.Result(), nil
}

// cut is the end of a body that was cut off.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
