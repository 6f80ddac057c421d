// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// replies answer creates and updates with something else than 201 and 200 and the whole object.
func replies() []Habit {
	create := func(name, summary string, change func(reply *Reply)) Habit {
		return Habit{Name: name, Summary: summary, Quirks: []int{57}, Kinds: everyKind(), points: func(*Set, parameter) points {
			return points{reply: func(c *Call, reply *Reply) error {
				if c.Operation == table.Create {
					change(reply)
				}
				return nil
			}}
		}}
	}
	update := func(name, summary string, change func(c *Call, reply *Reply)) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{57}, Kinds: everyKind(), Group: "update-answers",
			points: func(*Set, parameter) points {
				return points{reply: func(c *Call, reply *Reply) error {
					if c.Operation == table.Update {
						change(c, reply)
					}
					return nil
				}}
			},
		}
	}
	return []Habit{
		create("create-answers-id", "a create is answered with the id alone",
			func(reply *Reply) { reply.Doc = document.Object{"id": reply.Doc["id"]} }),
		create("create-answers-200", "a create is answered with 200",
			func(reply *Reply) { reply.Status = http.StatusOK }),
		update("update-answers-204", "an update is answered with 204 and no body",
			func(_ *Call, reply *Reply) { reply.Status, reply.Doc = http.StatusNoContent, nil }),
		update("update-answers-empty", "an update is answered with 200 and an empty body",
			func(_ *Call, reply *Reply) { reply.Doc = nil }),
		update("update-answers-patch", "an update is answered with the fields alone that were sent", onlySent),
		update("update-answers-before", "an update is answered with the document from before",
			func(_ *Call, reply *Reply) { reply.Doc = reply.Before }),
	}
}

func onlySent(c *Call, reply *Reply) {
	sent := document.Object{}
	for name := range c.Body {
		if value, there := reply.Doc[name]; there {
			sent[name] = value
		}
	}
	reply.Doc = sent
}
