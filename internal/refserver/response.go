// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// maxUnread is the maximum size in bytes of a response that is sent without a time limit. The operating system buffers a response of this
// size completely, so a slow client can't block the server.
const maxUnread = 16 << 10

type response struct {
	status int
	header http.Header
	// body consists of several slices, so that the response to a list request can contain stored objects without copying them.
	body net.Buffers
	// If drop is true, the server closes the connection without a response. If cut is true, the server closes it in the middle of the body.
	drop, cut bool
}

func success(status int, body ...[]byte) *response { return &response{status: status, body: body} }

func rejection(r *jsondoc.Rejection) *response {
	body, raw := r.Body.([]byte)
	if !raw {
		var err error
		if body, err = jsondoc.Encode(r.Body); err != nil {
			panic(err) // Can't happen: rejections contain only strings.
		}
	}
	return &response{status: r.Status, header: r.Header, body: net.Buffers{body}}
}

// write sends the response. If the client takes longer than limit to read a large response, write closes the connection.
func (a *response) write(w http.ResponseWriter, limit time.Duration) {
	if a.drop {
		panic(http.ErrAbortHandler)
	}
	size := 0
	for _, piece := range a.body {
		size += len(piece)
	}
	header := w.Header()
	maps.Copy(header, a.header)
	if size > 0 && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	if a.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(size))
	}
	body := a.body
	if a.cut {
		body = net.Buffers{bytes.Join(body, nil)[:size/2]}
	}
	if size > maxUnread {
		limited := &limitedWriter{ResponseWriter: w, limit: limit}
		limited.begin()
		defer limited.end()
	}
	w.WriteHeader(a.status)
	writeBody(w, body)
	if a.cut {
		_ = http.NewResponseController(w).Flush() // Flush fails only if the client has disconnected.
		panic(http.ErrAbortHandler)
	}
}

// writeBody writes all slices of the body. If w is an io.ReaderFrom, net/http sends them in a single system call without copying them.
// Errors are ignored, because writing fails only if the client has disconnected.
func writeBody(w http.ResponseWriter, body net.Buffers) {
	if reader, ok := w.(io.ReaderFrom); ok && len(body) > 1 {
		_, _ = reader.ReadFrom(&body)
	} else {
		_, _ = body.WriteTo(w)
	}
}
