// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// replies returns the habits with which the server imitates engines that answer writes differently, or send other ETags.
func replies() map[string]behavior {
	return map[string]behavior{
		"create-answers-id": {hooks: onReplyTo(table.Create, func(_ *Call, reply *Reply) {
			reply.Doc = jsondoc.Object{"id": reply.Doc["id"]}
		})},
		"create-answers-200": {hooks: onReplyTo(table.Create, func(_ *Call, reply *Reply) { reply.Status = http.StatusOK })},
		"update-answers-204": {hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) {
			reply.Status, reply.Doc = http.StatusNoContent, nil
		})},
		"update-answers-empty":  {hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = nil })},
		"update-answers-patch":  {hooks: onReplyTo(table.Update, onlySent)},
		"update-answers-before": {hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = reply.Before })},
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
