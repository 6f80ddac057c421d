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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// If a client does not read its answer within sendTime, the server closes the connection. Answers of up to maxUnread bytes have no time
// limit, because the operating system takes them at once.
const (
	sendTime  = 2 * time.Minute
	maxUnread = 16 << 10
)

// answer is the answer to a request.
type answer struct {
	status int
	header http.Header
	// body has several pieces so that a list does not copy its documents.
	body net.Buffers
	// With drop, the server closes the connection without an answer. With cut, it closes the connection in the middle of the body.
	drop, cut bool
}

// success returns an answer with an encoded object or list.
func success(status int, body ...[]byte) *answer { return &answer{status: status, body: body} }

// refused returns the answer for a refusal.
func refused(r *document.Refusal) *answer {
	body, raw := r.Body.([]byte)
	if !raw {
		var err error
		if body, err = document.Encode(r.Body); err != nil {
			panic(err) // Impossible: refusals contain only strings.
		}
	}
	return &answer{status: r.Status, header: r.Header, body: net.Buffers{body}}
}

func (a *answer) write(w http.ResponseWriter) {
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
		sending := http.NewResponseController(w)
		_ = sending.SetWriteDeadline(time.Now().Add(sendTime)) // The error is ignored: only the response recorders of tests have no deadlines.
		defer func() { _ = sending.SetWriteDeadline(time.Time{}) }()
	}
	w.WriteHeader(a.status)
	if err := writeBody(w, body); err != nil {
		return // The client has disconnected.
	}
	if a.cut {
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		panic(http.ErrAbortHandler)
	}
}

// writeBody writes all pieces. If net/http can read them itself, it sends them in one system call and without a copy.
func writeBody(w http.ResponseWriter, body net.Buffers) error {
	var err error
	if reader, ok := w.(io.ReaderFrom); ok && len(body) > 1 {
		_, err = reader.ReadFrom(&body)
	} else {
		_, err = body.WriteTo(w)
	}
	return err
}
