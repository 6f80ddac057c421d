// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// replies returns the habits (switches) with which the server imitates engines that answer writes differently, or send other ETags.
func replies() []Habit {
	return []Habit{
		{
			Name: "create-answers-id", Summary: "a create is answered with only the id of the object",
			Quirks: []int{57}, hooks: onReplyTo(table.Create, func(_ *Call, reply *Reply) {
				reply.Doc = document.Object{"id": reply.Doc["id"]}
			}),
		},
		{
			Name: "create-answers-200", Summary: "a create is answered with 200",
			Quirks: []int{57}, hooks: onReplyTo(table.Create, func(_ *Call, reply *Reply) { reply.Status = http.StatusOK }),
		},
		{
			Name: "update-answers-204", Summary: "an update is answered with 204 and no body",
			Quirks: []int{57}, Group: "update-answers", hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) {
				reply.Status, reply.Doc = http.StatusNoContent, nil
			}),
		},
		{
			Name: "update-answers-empty", Summary: "an update is answered with 200 and an empty body",
			Quirks: []int{57}, Group: "update-answers", hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = nil }),
		},
		{
			Name: "update-answers-patch", Summary: "an update is answered with only the fields that were sent",
			Quirks: []int{57}, Group: "update-answers", hooks: onReplyTo(table.Update, onlySent),
		},
		{
			Name: "update-answers-before", Summary: "an update is answered with the document before the update",
			Quirks: []int{57}, Group: "update-answers",
			hooks: onReplyTo(table.Update, func(_ *Call, reply *Reply) { reply.Doc = reply.Before }),
		},
		{Name: "no-etags", Summary: "answers have no ETag, and the engine ignores If-Match", Quirks: []int{180, 181}, Group: "etags"},
		{
			Name: "weak-etags", Summary: "ETags are weak, as after a proxy that compresses, and match no If-Match",
			Quirks: []int{180}, Group: "etags",
		},
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
	sent := document.Object{}
	for name := range c.Body {
		if value, present := reply.Doc[name]; present {
			sent[name] = value
		}
	}
	reply.Doc = sent
}
