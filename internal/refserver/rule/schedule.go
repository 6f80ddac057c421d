// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// An alert or function runs at a fixed rate (type "rate") or on a cron schedule (type "cron"). The engine ignores the schedule fields that
// the type does not use, and returns null for these fields (INTERFACE.md, section 2.6, rule 2, and section 7 of "Wire shapes").

// dropForeignSchedule removes schedule fields that the object's type (rate or cron) does not use, so that they are not validated.
func dropForeignSchedule(sent, prior jsondoc.Object) {
	kind, given := sent["type"]
	if !given {
		kind = prior["type"]
	}
	for name := range sent {
		if isForeign(kind, name) {
			delete(sent, name)
		}
	}
}

// clearForeignSchedule sets fields in doc to null if they belong to a different schedule type than doc does (rate or cron).
func clearForeignSchedule(doc jsondoc.Object) {
	for name := range doc {
		if isForeign(doc["type"], name) {
			doc[name] = nil
		}
	}
}

// isForeign reports whether a field belongs to a different type of schedule. For example, "rate_value" is foreign to the type "cron".
func isForeign(kind any, name string) bool {
	switch kind {
	case "rate":
		return strings.HasPrefix(name, "cron_")
	case "cron":
		return name == "rate_value" || name == "rate_unit"
	}
	return false
}
