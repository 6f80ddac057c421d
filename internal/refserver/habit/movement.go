// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// movements returns the habits with which the server imitates engines whose answers change without a write, for example the
// fields, times or statuses in them.
func movements() map[string]behavior {
	return map[string]behavior{
		"moving-fields": {build: moveFields},
		"other-clock": {
			reads: readTime,
			build: func(_ *Set, p parameter) hooks { return hooks{show: createdEarlier(p.time)} },
		},
		"own-status": {build: moveStatus},
	}
}

// With the habit moving-fields, each read shows the following fields with a new value. The server ignores these fields in request
// bodies.
var (
	movingFields        = []string{"updated_at", "last_ping", "reads"}
	movingElementFields = []string{"last_ping", "reads"}
)

func moveFields(set *Set, _ parameter) hooks {
	put := func(doc jsondoc.Object, names []string, now time.Time, turn int) {
		for _, name := range names {
			doc[name] = jsondoc.Time(now.Add(time.Duration(turn) * time.Microsecond))
			if name == "reads" {
				doc[name] = turn
			}
		}
	}
	return hooks{
		show: func(c *Call, doc jsondoc.Object) {
			turn := set.turn("moving-fields")
			eachElement(func(_ []table.Field, element jsondoc.Object) { put(element, movingElementFields, c.Now, turn) })(c, doc)
			put(doc, movingFields, c.Now, turn)
		},
		readBody: func(c *Call, body jsondoc.Object) {
			eachElement(func(_ []table.Field, element jsondoc.Object) { deleteAll(element, movingElementFields) })(c, body)
			deleteAll(body, movingFields)
		},
	}
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

// statuses returns the statuses that the habit own-status shows one after the other, and the name of the field that shows them. A
// started component, for example, shows Running, then Pending, then Running. While a component starts or stops, statuses returns nil.
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

func moveStatus(set *Set, _ parameter) hooks {
	return hooks{show: func(c *Call, doc jsondoc.Object) {
		statuses, field := statuses(c.Table.Kind, doc)
		if statuses == nil {
			return
		}
		turn := set.turn("own-status " + jsondoc.ID(doc))
		doc[field] = statuses[turn%len(statuses)]
		if field == "status" {
			doc["status_text"] = "Looked at " + strconv.Itoa(turn) + " times."
		}
	}}
}
