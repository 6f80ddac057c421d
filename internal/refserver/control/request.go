// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"net/http"
	"net/url"
)

type request struct {
	Method string      `json:"method"`
	Path   string      `json:"path"`
	Query  url.Values  `json:"query"`
	Header http.Header `json:"header"`
	Body   string      `json:"body"`
	Status int         `json:"status"` // 0 if the connection was dropped without an answer.
}

func readRequests(d *Door, _ *http.Request) (any, error) {
	return stream{"requests", func(yield func(any) bool) {
		for r := range d.server.AllRequests() {
			if !yield(request{r.Method, r.Path, r.Query, r.Header, string(r.Body), r.Status}) {
				return
			}
		}
	}}, nil
}

func clearRequests(d *Door, _ *http.Request) (any, error) {
	d.server.ClearRequests()
	return nil, nil
}
