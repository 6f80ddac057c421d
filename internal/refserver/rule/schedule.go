// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// The rate fields and the cron fields are mutually exclusive: the set that does not belong to type is ignored (interface
// section 2.6, rule 2), and answered as null (wire shapes section 7).

// dropForeignSchedule takes the fields of the other set out of what was sent, so that they are not even checked.
func dropForeignSchedule(sent, prior document.Object) {
	kind, given := sent["type"]
	if !given {
		kind = prior["type"]
	}
	for name := range sent {
		if foreign(kind, name) {
			delete(sent, name)
		}
	}
}

// clearForeignSchedule makes the fields of the other set null.
func clearForeignSchedule(doc document.Object) {
	for name := range doc {
		if foreign(doc["type"], name) {
			doc[name] = nil
		}
	}
}

func foreign(kind any, name string) bool {
	switch kind {
	case "rate":
		return strings.HasPrefix(name, "cron_")
	case "cron":
		return name == "rate_value" || name == "rate_unit"
	}
	return false
}
