// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// limits returns the habits with which the server imitates engines that answer some requests with 429 or 503, accept only
// small bodies, or send no X-Request-Id.
func limits() map[string]behavior {
	return map[string]behavior{
		"dated-429": {reads: readShare, build: askToWait},
		"failed-after-write": {reads: readShare, build: failAfterWrite(func() *jsondoc.Refusal {
			return &jsondoc.Refusal{
				Status: http.StatusServiceUnavailable, Body: []byte(gatewayPage), Header: http.Header{"Content-Type": {"text/html"}},
			}
		})},
		"refused-after-write": {reads: readShare, build: failAfterWrite(func() *jsondoc.Refusal {
			return jsondoc.Refuse(http.StatusServiceUnavailable, "Try again later.")
		})},
		"small-bodies": {
			reads: readNumber,
			hooks: hooks{configure: func(s *Settings, p parameter) { s.MaxBody = min(s.MaxBody, p.number) }},
		},
	}
}

func askToWait(set *Set, p parameter) hooks {
	return hooks{onCall: func(*Call) error {
		if !set.chance(p.share) {
			return nil
		}
		r := jsondoc.Refuse(http.StatusTooManyRequests, "Too many requests.")
		r.Header = http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
		return r
	}}
}

// gatewayPage is the HTML page of a gateway that got no answer from its engine in time. Answers of the engine itself are JSON.
const gatewayPage = "<html><body><h1>503 Service Unavailable</h1></body></html>\n"

func failAfterWrite(answer func() *jsondoc.Refusal) func(*Set, parameter) hooks {
	return func(set *Set, p parameter) hooks {
		return hooks{onReply: func(c *Call, _ *Reply) error {
			written := c.Operation == table.Create || c.Operation == table.Update || c.Operation == table.Delete
			if !written || !set.chance(p.share) {
				return nil
			}
			return answer()
		}}
	}
}
