// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// limits keep clients from sending too much and too often, and leave them in the dark.
func limits() []Habit {
	return []Habit{
		{
			Name: "dated-429", Summary: "a share of the requests is answered with 429 and, in Retry-After, a date about a second ahead",
			Quirks: []int{67}, Kinds: everyKind(), Default: "0.1", reads: readShare, points: askToWait,
		},
		{
			Name: "failed-after-write", Summary: "a share of the writes is done and answered by a gateway with 503",
			Quirks: []int{68}, Kinds: everyKind(), Default: "0.1", reads: readShare, points: failAfterWrite(func() *refusal.Refusal {
				return &refusal.Refusal{
					Status: http.StatusServiceUnavailable, Body: []byte(gatewayPage), Header: http.Header{"Content-Type": {"text/html"}},
				}
			}),
		},
		{
			Name: "refused-after-write", Summary: "a share of the writes is done and answered by the engine itself with 503",
			Quirks: []int{68}, Kinds: everyKind(), Default: "0.1", reads: readShare, points: failAfterWrite(func() *refusal.Refusal {
				return refusal.New(http.StatusServiceUnavailable, "Try again later.")
			}),
		},
		{
			Name: "small-bodies", Summary: "a body of more bytes than these is refused with 413",
			Quirks: []int{33}, Kinds: everyKind(), Default: "4096", reads: readNumber, points: func(_ *Set, p parameter) points {
				return points{settings: func(s *Settings) { s.MaxBody = min(s.MaxBody, p.number) }}
			},
		},
		{
			Name: "no-request-id", Summary: "answers have no header X-Request-Id",
			Quirks: []int{45}, Kinds: everyKind(), points: func(*Set, parameter) points {
				return points{settings: func(s *Settings) { s.NoRequestID = true }}
			},
		},
	}
}

func askToWait(set *Set, p parameter) points {
	return points{begin: func(*Call) error {
		if !set.chance(p.share) {
			return nil
		}
		r := refusal.New(http.StatusTooManyRequests, "Too many requests.")
		r.Header = http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
		return r
	}}
}

// gatewayPage is what a gateway says of an engine that did not answer in time; it is not in the engine's own form.
const gatewayPage = "<html><body><h1>503 Service Unavailable</h1></body></html>\n"

func failAfterWrite(answer func() *refusal.Refusal) func(*Set, parameter) points {
	return func(set *Set, p parameter) points {
		return points{reply: func(c *Call, _ *Reply) error {
			written := c.Operation == table.Create || c.Operation == table.Update || c.Operation == table.Delete
			if !written || !set.chance(p.share) {
				return nil
			}
			return answer()
		}}
	}
}
