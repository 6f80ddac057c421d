// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

// Collection names engine objects that share their routes. The values below are all there are, beside Components and
// AlertEvents; they are comparable.
type Collection struct {
	kind    string // the key in the table of routes
	segment string // fills {type} or {alert} in the route
}

// The collections of interface sections 4.1 to 4.8.
var (
	Dashboards = Collection{kind: "dashboard"}
	Tabs       = Collection{kind: "tab"}
	Widgets    = Collection{kind: "widget"}
	Routines   = Collection{kind: "routine"}
	Alerts     = Collection{kind: "alert"}
	Nodes      = Collection{kind: "node"}
	Functions  = Collection{kind: "function"}
)

// Collections that can only be listed: components whatever their type (interface section 4.4), and the events of all
// alerts (wire shapes section 2).
var (
	AllComponents  = Collection{kind: "component of any type"}
	AllAlertEvents = Collection{kind: "event"}
)

// Components is the collection of the components of one type. The word is the one of the path in the singular, such as
// "algorithm" or "connector"; the list of words is open.
func Components(typeWord string) Collection {
	return Collection{kind: "component", segment: typeWord}
}

// AlertEvents is the collection of the events of one alert, which can only be listed (wire shapes section 2).
func AlertEvents(alertID string) Collection {
	return Collection{kind: "alert event", segment: alertID}
}

// String is the kind of the objects in the singular, such as "alert".
func (col Collection) String() string { return col.kind }
