// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// movements make documents differ from one read to the next although nobody wrote.
func movements() []Habit {
	return []Habit{
		{
			Name: "moving-fields", Summary: "documents, and the elements in them, have fields of the engine's own that differ at each read",
			Quirks: []int{52}, Kinds: everyKind(), points: moveFields,
		},
		{
			Name: "other-clock", Summary: "created_at is this time behind the header Date",
			Quirks: []int{170}, Kinds: []string{"dashboard", "node"}, Default: "1h", reads: readTime,
			points: func(_ *Set, p parameter) points { return points{document: createdEarlier(p.time)} },
		},
		{
			Name: "own-status", Summary: "alerts, functions and components change their status by themselves from one read to the next",
			Quirks: []int{53}, Kinds: []string{"component", "alert", "function"}, points: moveStatus,
		},
	}
}

// The fields that move: those of a document, and those of its elements. They are ignored when they are sent.
var (
	movingFields        = []string{"updated_at", "last_ping", "reads"}
	movingElementFields = []string{"last_ping", "reads"}
)

func moveFields(set *Set, _ parameter) points {
	put := func(doc document.Object, names []string, now time.Time, turn int) {
		for _, name := range names {
			doc[name] = document.Time(now.Add(time.Duration(turn) * time.Microsecond))
			if name == "reads" {
				doc[name] = turn
			}
		}
	}
	return points{
		document: func(c *Call, doc document.Object) {
			turn := set.turn("moving-fields")
			elementsOf(c.Table.Fields, doc, func(_ []table.Field, element document.Object) {
				put(element, movingElementFields, c.Now, turn)
			})
			put(doc, movingFields, c.Now, turn)
		},
		body: func(c *Call, body document.Object) error {
			elementsOf(c.Table.Fields, body, func(_ []table.Field, element document.Object) {
				without(element, movingElementFields)
			})
			without(body, movingFields)
			return nil
		},
	}
}

// createdEarlier has documents tell a time of creation that no clock showed then.
func createdEarlier(by time.Duration) func(*Call, document.Object) {
	return func(_ *Call, doc document.Object) {
		text, _ := doc["created_at"].(string)
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			doc["created_at"] = document.Time(at.Add(-by))
		}
	}
}

func without(doc document.Object, names []string) {
	for _, name := range names {
		delete(doc, name)
	}
}

// The statuses through which objects go by themselves, one at each read. A component never leaves what was asked of it.
var (
	alertStatuses    = []any{"no_alert", "alert", "no_data"}
	functionStatuses = []any{"active", "failed"}
	runningStatuses  = []any{"Running", "Pending"}
	stoppedStatuses  = []any{"Stopped", "Unknown"}
)

func moveStatus(set *Set, _ parameter) points {
	return points{document: func(c *Call, doc document.Object) {
		var statuses []any
		field := "status"
		switch c.Table.Kind {
		case "alert":
			statuses = alertStatuses
		case "function":
			statuses = functionStatuses
		case "component":
			field = "deployment_status"
			switch doc[field] {
			case "Running":
				statuses = runningStatuses
			case "Stopped":
				statuses = stoppedStatuses
			default:
				return // On its way to something that was asked for.
			}
		default:
			return
		}
		turn := set.turn("own-status " + document.ID(doc))
		doc[field] = statuses[turn%len(statuses)]
		if c.Table.Kind != "component" {
			doc["status_text"] = "Looked at " + strconv.Itoa(turn) + " times."
		}
	}}
}
