// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// checkTimeRange refuses an end of a widget's time range that comes before its start. Of an absolute and a relative time
// either can come first.
func checkTimeRange(widget part) {
	start, end := widget.in("timestamp_gte"), widget.in("timestamp_lte")
	if outOfOrder(start.text(), end.text()) {
		end.refuse("Times out of order", "%s is %q, which is before timestamp_gte, %q. A time range begins with timestamp_gte and ends with %s.",
			end.path, end.text(), start.text(), end.path)
	}
}

func outOfOrder(start, end string) bool {
	if from, ok := parseInstant(start); ok {
		to, ok := parseInstant(end)
		return ok && from.surelyAfter(to)
	}
	from, isRelative := parseRelative(start)
	to, isAlso := parseRelative(end)
	return isRelative && isAlso && from.surelyAfter(to)
}
