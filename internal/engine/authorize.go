// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import "net/http"

// authorize puts the credentials on a request (interface section 5). Callers only build requests for the host of
// base_url, so the header never leaves it.
func (c *Client) authorize(r *http.Request) {
	r.Header.Set("Authorization", c.authorization)
}
