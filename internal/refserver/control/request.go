// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type request struct {
	refserver.Request

	Body string `json:"body"`
}

func readRequests(d *API, _ *http.Request) (any, error) {
	return stream{"requests", func(yield func(any) bool) {
		for r := range d.server.AllRequests() {
			if !yield(request{r, string(r.Body)}) {
				return
			}
		}
	}}, nil
}
