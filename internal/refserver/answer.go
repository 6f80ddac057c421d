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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
)

// A client that does not read its answer is hung up on after sendTime. Up to maxUnread bytes the system keeps for it, so that
// nothing waits.
const (
	sendTime  = 2 * time.Minute
	maxUnread = 16 << 10
)

// answer is what a request gets.
type answer struct {
	status int
	header http.Header
	// body is in pieces, so that a list need not copy its documents.
	body net.Buffers
	// drop: the connection is closed without an answer. cut: it is closed in the middle of the body.
	drop, cut bool
}

// success answers with an object or list that is encoded already.
func success(status int, body ...[]byte) *answer { return &answer{status: status, body: body} }

// refused answers with a refusal.
func refused(r *refusal.Refusal) *answer {
	body, raw := r.Body.([]byte)
	if !raw {
		var err error
		if body, err = document.Encode(r.Body); err != nil {
			panic(err) // Refusals hold strings alone.
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
		_ = sending.SetWriteDeadline(time.Now().Add(sendTime)) // Only a recorder of tests has none.
		defer func() { _ = sending.SetWriteDeadline(time.Time{}) }()
	}
	w.WriteHeader(a.status)
	if err := writeBody(w, body); err != nil {
		return // The client went away: there is nobody to tell.
	}
	if a.cut {
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		panic(http.ErrAbortHandler)
	}
}

// writeBody writes all pieces. Where net/http may fetch them itself, they leave in one system call; written one by one, they
// would be copied and leave in many.
func writeBody(w http.ResponseWriter, body net.Buffers) error {
	var err error
	if fetching, ok := w.(io.ReaderFrom); ok && len(body) > 1 {
		_, err = fetching.ReadFrom(&body)
	} else {
		_, err = body.WriteTo(w)
	}
	return err
}
