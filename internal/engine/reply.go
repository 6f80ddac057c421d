// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// maxReplyBytes applies to one reply after decompression.
const maxReplyBytes = 64 << 20

var errReplyTooLarge = fmt.Errorf("the reply is larger than %d MiB", maxReplyBytes>>20)

// reply is a whole answer of the engine, with any status.
type reply struct {
	method   string
	url      *url.URL
	status   int
	header   http.Header
	body     []byte
	attempts int    // how often the request was sent
	isCut    bool   // the connection ended within the body of a refusal
	note     string // an explanation for the user that the error quotes; may be empty
	redact   redact.Redactor
}

// attempt is the result of sending a request once: either a reply, or a failure without a complete reply. The other field is nil.
type attempt struct {
	reply   *reply
	failure *transportError
}

// outcome says whether the engine processed a request, as far as the client can know. It decides whether Client.do repeats the request:
//
//	                                                                idempotent   sent once
//	not processed  429, 503 with Retry-After, no connection         repeated     repeated
//	unknown        502, 503, 504, connection lost, reply cut, late  repeated     not repeated
//	final          any other answer, or trying again is pointless   not          not
//
// After 503 with Retry-After, the engine has not processed the request. Any other 503 may come from a proxy that passed the request on,
// or from an engine that failed after its work.
//
// GET, PATCH and DELETE are idempotent, and so are start and stop. Creates, and updates that add items to a function, are sent once.
type outcome int

const (
	outcomeFinal outcome = iota
	outcomeNotProcessed
	outcomeUnknown
)

func (r *reply) outcome() outcome {
	switch r.status {
	case http.StatusTooManyRequests:
		return outcomeNotProcessed
	case http.StatusServiceUnavailable:
		if r.header.Get("Retry-After") != "" {
			return outcomeNotProcessed
		}
		return outcomeUnknown
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return outcomeUnknown
	}
	if r.isCut { // Only the whole body would show whether the engine or a gateway refused the request.
		return outcomeUnknown
	}
	return outcomeFinal
}

func (a attempt) outcome() outcome {
	if a.failure != nil {
		return a.failure.outcome()
	}
	return a.reply.outcome()
}

func (a attempt) isRepeatable(once bool) bool {
	return a.outcome() == outcomeNotProcessed || a.outcome() == outcomeUnknown && !once
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
