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

const maxRedirects = 5

// followRedirects sends a request and returns the 2xx reply. It follows only redirects of a GET to the same host. Any other redirect is an
// error: the credentials must not leave the host, and a write must not go to another URL path.
func (c *Client) followRedirects(ctx context.Context, r request) (*reply, error) {
	for hops := 0; ; hops++ {
		reply, err := c.retry(ctx, r)
		if err != nil {
			return nil, err
		}
		if !isRedirect(reply) {
			return reply, c.checkStatus(reply)
		}
		target, err := r.url.Parse(reply.header.Get("Location"))
		switch {
		case err != nil:
			return nil, c.newError(reply, "the answer redirects to an address that cannot be read; check "+setting("base_url"))
		case differsInSlash(r.url, target):
			e := c.newError(reply, "the answer redirects to the same path with or without a slash at its end")
			e.isSlashRedirect = true
			return nil, e
		case r.method != http.MethodGet || !sameHost(r.url, target):
			e := c.newError(reply, fmt.Sprintf("the answer redirects to %s://%s, and the request is not sent there; check %s",
				target.Scheme, reply.redact.Line(target.Host, redact.MaxSnippet), setting("base_url")))
			e.redirect = target
			return nil, e
		case hops == maxRedirects:
			return nil, c.newError(reply, fmt.Sprintf("the answer redirects again after %d redirects", hops))
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

func differsInSlash(a, b *url.URL) bool {
	from, to := a.EscapedPath(), b.EscapedPath()
	return sameHost(a, b) && from != to && strings.TrimSuffix(from, "/") == strings.TrimSuffix(to, "/")
}
