// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// replies returns the habits (deviations from INTERFACE.md) that change the responses to writes.
func replies() map[string]hooks {
	return map[string]hooks{
		"create-answers-id":     onReplyTo(table.Create, func(_ *Call, reply *Reply) { reply.Doc = jsondoc.Object{"id": reply.Doc["id"]} }),
		"create-answers-200":    onReplyTo(table.Create, func(_ *Call, reply *Reply) { reply.Status = http.StatusOK }),
		"update-answers-204":    onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Status, reply.Doc = http.StatusNoContent, nil }),
		"update-answers-empty":  onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = nil }),
		"update-answers-patch":  onReplyTo(table.Update, onlySent),
		"update-answers-before": onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = reply.Before }),
		"delete-answers-404": {onReply: func(c *Call, _ *Reply) error {
			if c.Operation == table.Delete {
				return jsondoc.NotFound()
			}
			return nil
		}},
		"delete-answers-204": {onRejection: func(c *Call, r *jsondoc.Rejection) *jsondoc.Rejection {
			if c.Operation == table.Delete && r.Status == http.StatusNotFound {
				return nil
			}
			return r
		}},
		"failed-after-write": failAfterWrite(jsondoc.Rejection{
			Status: http.StatusServiceUnavailable, Body: []byte(gatewayPage), Header: http.Header{"Content-Type": {"text/html"}},
		}),
		"refused-after-write": failAfterWrite(*jsondoc.Reject(http.StatusServiceUnavailable, "Try again later.")),
	}
}

func onReplyTo(operation table.Operation, change func(c *Call, reply *Reply)) hooks {
	return hooks{onReply: func(c *Call, reply *Reply) error {
		if c.Operation == operation {
			change(c, reply)
		}
		return nil
	}}
}

func onlySent(c *Call, reply *Reply) {
	sent := jsondoc.Object{}
	for name := range c.Body {
		if value, present := reply.Doc[name]; present {
			sent[name] = value
		}
	}
	reply.Doc = sent
}

// gatewayPage is an HTML page. A gateway returns such a page if the engine behind it does not respond in time. The engine's own errors are
// JSON.
const gatewayPage = "<html><body><h1>503 Service Unavailable</h1></body></html>\n"

func failAfterWrite(response jsondoc.Rejection) hooks {
	return hooks{reads: readShare, start: func(s *Set, p parameter, h *hooks) {
		h.onReply = func(c *Call, _ *Reply) error {
			written := c.Operation == table.Create || c.Operation == table.Update || c.Operation == table.Delete
			if !written || !s.chance(p.share) {
				return nil
			}
			failed := response
			return &failed
		}
	}}
}
