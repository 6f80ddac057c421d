// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"time"
)

// LimitSending returns a handler that calls the next handler, and closes the connection if the client takes longer than Options.SendTime to
// read the response. The time starts when the first byte is sent.
func (s *Server) LimitSending(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limited := &limitedWriter{ResponseWriter: w, limit: s.options.SendTime}
		defer limited.end()
		next.ServeHTTP(limited, r)
	})
}

type limitedWriter struct {
	http.ResponseWriter

	limit   time.Duration
	isBegun bool
}

func (l *limitedWriter) begin() {
	if !l.isBegun {
		l.isBegun = true
		// Ignore the error, because only the response recorders in tests lack support for deadlines.
		_ = http.NewResponseController(l.ResponseWriter).SetWriteDeadline(time.Now().Add(l.limit))
	}
}

// end sends the rest of the response and removes the deadline, because the client may reuse the connection for other requests.
func (l *limitedWriter) end() {
	if l.isBegun {
		sending := http.NewResponseController(l.ResponseWriter)
		_ = sending.Flush() // Flush fails only if the client has disconnected.
		_ = sending.SetWriteDeadline(time.Time{})
	}
}

func (l *limitedWriter) WriteHeader(status int) {
	l.begin()
	l.ResponseWriter.WriteHeader(status)
}

func (l *limitedWriter) Write(body []byte) (int, error) {
	l.begin()
	return l.ResponseWriter.Write(body)
}

// Unwrap returns the wrapped writer, so that http.ResponseController can set deadlines and flush the response.
func (l *limitedWriter) Unwrap() http.ResponseWriter { return l.ResponseWriter }
