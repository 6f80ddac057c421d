// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"time"
)

// InMemory is an http.RoundTripper that calls a handler directly. If the handler panics with http.ErrAbortHandler, RoundTrip behaves as if
// the connection had been lost.
type InMemory struct{ http.Handler }

// RoundTrip calls the handler.
func (m InMemory) RoundTrip(r *http.Request) (response *http.Response, err error) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat)) // As net/http does.
	defer func() {
		if aborted, ok := recover().(error); !ok || !errors.Is(aborted, http.ErrAbortHandler) {
			return
		}
		if response, err = nil, io.ErrUnexpectedEOF; recorder.Flushed {
			response, err = recorder.Result(), nil
			response.Body = io.NopCloser(io.MultiReader(strings.NewReader(recorder.Body.String()), cut{}))
		}
	}()
	m.ServeHTTP(recorder, r)
	if r.Context().Err() != nil {
		return nil, r.Context().Err()
	}
	return recorder.Result(), nil
}

// cut simulates the end of a truncated body. Reading it returns io.ErrUnexpectedEOF.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
