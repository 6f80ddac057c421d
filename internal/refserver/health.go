// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "net/http"

// HealthPath is answered with 200 as soon as the server serves, without credentials. Neither faults nor the latency nor the
// log of requests know of it.
const HealthPath = "/healthz"

// health says that the server serves.
func health(method string) *answer {
	if method != http.MethodGet {
		return refused(refuseMethod(method, map[string]operation{http.MethodGet: nil}))
	}
	return success(http.StatusOK, []byte(`{"status":"ok"}`))
}
