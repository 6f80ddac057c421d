// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// movements returns the habits (deviations from INTERFACE.md) that make values in responses change on their own. It also returns
// other-clock, which shifts created_at.
func movements() map[string]hooks {
	return map[string]hooks{
		"moving-fields": {start: func(s *Set, _ parameter, h *hooks) { h.show = moveFields(s) }, readBody: dropMovingFields},
		"other-clock":   {reads: readTime, start: func(_ *Set, p parameter, h *hooks) { h.show = createdEarlier(p.time) }},
		"own-status":    {start: func(s *Set, _ parameter, h *hooks) { h.show = moveStatus(s) }},
	}
}

// The moving-fields habit gives these fields a new value in each response: movingFields in objects, and movingElementFields in array
// elements. The habit ignores these fields in request bodies.
var (
	movingFields        = []string{"updated_at", "last_ping", "reads"}
	movingElementFields = []string{"last_ping", "reads"}
)

func moveFields(set *Set) func(*Call, jsondoc.Object) {
	return func(c *Call, doc jsondoc.Object) {
		turn := set.countCall("moving-fields")
		put := func(doc jsondoc.Object, names []string) {
			for _, name := range names {
				doc[name] = jsondoc.Time(c.Now.Add(time.Duration(turn) * time.Microsecond))
				if name == "reads" {
					doc[name] = turn
				}
			}
		}
		eachElement(func(_ []table.Field, element jsondoc.Object) { put(element, movingElementFields) })(c, doc)
		put(doc, movingFields)
	}
}

func dropMovingFields(c *Call, body jsondoc.Object) {
	eachElement(func(_ []table.Field, element jsondoc.Object) { deleteAll(element, movingElementFields) })(c, body)
	deleteAll(body, movingFields)
}

func createdEarlier(by time.Duration) func(*Call, jsondoc.Object) {
	return func(_ *Call, doc jsondoc.Object) {
		text, _ := doc["created_at"].(string)
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			doc["created_at"] = jsondoc.Time(at.Add(-by))
		}
	}
}

func deleteAll(doc jsondoc.Object, names []string) {
	for _, name := range names {
		delete(doc, name)
	}
}

// statuses returns the statuses that an object has in turn with the habit own-status (a deviation from INTERFACE.md), and the name of the
// status field. For example, a running component alternates between Running and Pending. For a component in an intermediate status, and for
// objects without a status, statuses is nil.
func statuses(kind string, doc jsondoc.Object) (statuses []any, field string) {
	switch kind {
	case "alert":
		return []any{"no_alert", "alert", "no_data"}, "status"
	case "function":
		return []any{"active", "failed"}, "status"
	case "component":
		switch field = "deployment_status"; doc[field] {
		case "Running":
			return []any{"Running", "Pending"}, field
		case "Stopped":
			return []any{"Stopped", "Unknown"}, field
		}
	}
	return nil, ""
}

func moveStatus(set *Set) func(*Call, jsondoc.Object) {
	return func(c *Call, doc jsondoc.Object) {
		statuses, field := statuses(c.Table.Kind, doc)
		if statuses == nil {
			return
		}
		turn := set.countCall("own-status " + jsondoc.ID(doc))
		doc[field] = statuses[turn%len(statuses)]
		if field == "status" {
			doc["status_text"] = "Looked at " + strconv.Itoa(turn) + " times."
		}
	}
}
