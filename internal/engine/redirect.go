// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// maxRedirects bounds how often one read is sent on.
const maxRedirects = 5

// follow sends a request and goes after redirects, but only where that is harmless: a GET that stays on its host. The
// reply is a 2xx, everything else is an error.
func (c *Client) follow(ctx context.Context, r request) (*reply, error) {
	for hops := 0; ; hops++ {
		reply, err := c.exchange(ctx, r)
		if err != nil {
			return nil, err
		}
		if !isRedirect(reply) {
			return reply, c.check(reply)
		}
		target, err := r.url.Parse(reply.header.Get("Location"))
		switch {
		case err != nil:
			return nil, c.unusable(reply, "the answer redirects to an address that cannot be read; check base_url")
		case sameButSlash(r.url, target):
			e := c.unusable(reply, "the answer redirects to the same path with or without a slash at its end")
			e.restyled = true
			return nil, e
		case r.method != http.MethodGet || !sameHost(r.url, target):
			e := c.unusable(reply, fmt.Sprintf(
				"the answer redirects to %s://%s, and the request is not sent on; check base_url", target.Scheme, reply.redact.Line(target.Host, redact.MaxSnippet)))
			e.redirect = target
			return nil, e
		case hops == maxRedirects:
			return nil, c.unusable(reply, fmt.Sprintf("the answer redirects again after %d redirects", hops))
		}
		r.url = target
	}
}

func isRedirect(reply *reply) bool {
	switch reply.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return reply.header.Get("Location") != ""
	}
	return false
}

func sameHost(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host) && b.User == nil
}

func sameButSlash(a, b *url.URL) bool {
	from, to := a.EscapedPath(), b.EscapedPath()
	return sameHost(a, b) && from != to && strings.TrimSuffix(from, "/") == strings.TrimSuffix(to, "/")
}
