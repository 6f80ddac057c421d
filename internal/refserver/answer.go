// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// answer is what a request gets.
type answer struct {
	status int
	header http.Header
	body   []byte
	// drop: the connection is closed without an answer. cut: it is closed in the middle of the body.
	drop, cut bool
}

// success answers with an object or list that is encoded already.
func success(status int, body []byte) *answer { return &answer{status: status, body: body} }

// answer gives the refusal as it is written.
func (r *refusal) answer() *answer {
	body, err := encode(r.body)
	if err != nil {
		panic(err) // Refusals hold strings alone.
	}
	return &answer{status: r.status, header: r.header, body: body}
}

// refuseMethod names the methods that the path has.
func refuseMethod(method string, operations map[string]operation) *refusal {
	r := refuse(http.StatusMethodNotAllowed, "The method "+method+" is not allowed here.")
	r.header = http.Header{"Allow": {strings.Join(slices.Sorted(maps.Keys(operations)), ", ")}}
	return r
}

func (a *answer) write(w http.ResponseWriter) {
	if a.drop {
		panic(http.ErrAbortHandler)
	}
	header := w.Header()
	maps.Copy(header, a.header)
	if len(a.body) > 0 && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	if a.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	body := a.body
	if a.cut {
		body = body[:len(body)/2]
	}
	if _, err := w.Write(body); err != nil && len(body) > 0 {
		return // The client went away: there is nobody to tell.
	}
	if a.cut {
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		panic(http.ErrAbortHandler)
	}
}
