// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// An object has either a rate or a cron schedule. The fields of the schedule that does not belong to type are ignored (interface
// section 2.6, rule 2), and answered as null (wire shapes section 7).

// dropForeignSchedule removes from a body the fields of the schedule that does not belong to type, so that they are not checked.
func dropForeignSchedule(sent, prior document.Object) {
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

// clearForeignSchedule sets the fields of the schedule that does not belong to type to null.
func clearForeignSchedule(doc document.Object) {
	for name := range doc {
		if isForeign(doc["type"], name) {
			doc[name] = nil
		}
	}
}

// isForeign reports whether a field belongs to the schedule that is not the one of the type.
func isForeign(kind any, name string) bool {
	switch kind {
	case "rate":
		return strings.HasPrefix(name, "cron_")
	case "cron":
		return name == "rate_value" || name == "rate_unit"
	}
	return false
}
