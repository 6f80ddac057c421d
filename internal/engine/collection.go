// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Collection names engine objects that share their routes. The values below are all there are, beside Components,
// AlertEvents and Plain; they are comparable.
type Collection struct {
	kind    string // the key in kinds
	segment string // fills {type}, {alert} or {path} in the path
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

// AllAlertEvents are the events of all alerts, which can only be listed (wire shapes section 2).
var AllAlertEvents = Collection{kind: "event"}

// Components is the collection of the components of one type. The word is the one of the path in the singular, such as
// "algorithm" or "connector"; the list of words is open. Without a word it is the collection of the components of all
// types, which can only be listed (interface section 4.4).
func Components(typeWord string) Collection {
	return Collection{kind: "component", segment: typeWord}
}

// AlertEvents is the collection of the events of one alert, which can only be listed (wire shapes section 2).
func AlertEvents(alertID string) Collection {
	return Collection{kind: "alert event", segment: alertID}
}

// plainKind is the kind of the objects of plain collections.
const plainKind = "document"

// Plain is the collection at a path below /v3/engine/, such as "asset/assets/", of objects that the interface document need not
// know. Slashes at the ends make no difference. The error completes a sentence that begins with the path.
func Plain(path string) (Collection, error) {
	col := Collection{kind: plainKind, segment: strings.Trim(path, "/")}
	return col, checkPlain(col.segment)
}

// plainCharacters are those of a path's part that no proxy resolves. RFC 3986 also allows ";" and "%": some servers take "..;" for
// "..", and unescape twice.
const plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -_.~:@!$&'()*+,="

// checkPlain refuses what would not stay a path below the root of the engine's interface.
func checkPlain(path string) error {
	if path == "" {
		return errors.New("is empty")
	}
	if strings.Contains(path, "://") {
		return errors.New("has a scheme and a host; it is the part of an address behind /v3/engine/")
	}
	for part := range strings.SplitSeq(path, "/") {
		switch {
		case part == "":
			return errors.New("has two slashes side by side")
		case checkSegment(part) != nil, strings.Trim(part, plainCharacters) != "":
			return fmt.Errorf("has the part %q. A part of a path has ASCII letters, digits, spaces within, and the characters - _ . ~ : @ ! $ & ' ( ) * + , = alone: "+
				"a proxy may resolve any other", part)
		}
	}
	return nil
}

// Path is that of a plain collection, without slashes at the ends; "" of all others.
func (col Collection) Path() string {
	if col.kind != plainKind {
		return ""
	}
	return col.segment
}

// family is the kind of objects among which an id is unique.
func (col Collection) family() string {
	if col.kind != plainKind {
		return col.kind
	}
	return col.kind + " of " + col.segment
}

// String is the kind of the objects in the singular, such as "alert".
func (col Collection) String() string { return col.kind }

// MergedArrays are the arrays of which an update keeps the elements that it does not mention. Each comes with the key
// that marks an element as removed.
func (col Collection) MergedArrays() map[string]string {
	return maps.Clone(kinds[col.kind].mergedArrays)
}

// kind is all that the client has to know of one kind of objects.
type kind struct {
	// path is the one of the collection. {type} stands for the type word of components, {alert} for the id of an alert, {path}
	// for the rest of a path.
	path string
	// shown are the operations that there are, each with the style of path in which the documents show it. The other
	// styles are alternates.
	shown map[operation]pathStyle
	// source is where the documents show them.
	source string
	// listsAllTypes says that the list without the type word has the objects of all types.
	listsAllTypes bool
	// updateOnly are the fields that the documents accept on update but do not list for create.
	updateOnly []string
	// parent is the field that says which object one is below, and parentKind the kind of that.
	parent, parentKind string
	// mergedArrays are the arrays of which a PATCH keeps the elements that it does not mention, each with the key that
	// marks an element as removed. An element without an id is a new one.
	mergedArrays map[string]string
}

// kinds is the table of all kinds, by their names in the singular.
var kinds = map[string]kind{
	"dashboard": {path: "/v3/engine/dashboard/dashboards", shown: slashOnAll, source: "interface section 4.1"},
	"tab": {
		path:   "/v3/engine/dashboard/tabs",
		shown:  map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: slash, opDelete: slash},
		source: "interface section 4.2, wire shapes section 2",
		parent: "dashboard", parentKind: "dashboard",
	},
	"widget": {
		path: "/v3/engine/dashboard/charts", shown: slashOnAll, source: "interface section 4.3, wire shapes section 2",
		parent: "tab", parentKind: "tab",
		updateOnly: []string{ // interface section 2.3, the second table
			"id", "description", "collection", "relative_window_time", "show_beyond_data", "timezone",
			"y_axis_min_limit", "y_axis_max_limit", "y_axis_unit",
			"x_axis_format", "x_axis_auto_skip", "x_axis_max_ticks_limit",
			"number_of_decimals", "line_interpolation_style", "fill", "show_line", "timeseries_type",
			"hide_y_tick", "hide_x_tick", "hide_y_grid",
		},
	},
	"component": {
		path: "/v3/engine/component/{type}",
		shown: map[operation]pathStyle{
			opCreate: pluralSlash, opList: bare, opRead: bare, opUpdate: bare, opDelete: bare, opStart: slash, opStop: slash,
		},
		source:        "interface section 4.4, wire shapes section 2",
		listsAllTypes: true,
	},
	"routine": {
		path:   "/v3/engine/component/routines",
		shown:  map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: bare, opDelete: bare},
		source: "interface section 4.5, wire shapes section 2",
		parent: "component_id", parentKind: "component",
	},
	"alert": {
		path: "/v3/engine/alert/alerts", shown: slashOnAll, source: "interface section 4.6",
		updateOnly: []string{ // interface section 2.6, the second table
			"status", "status_text", "active",
			"stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation",
			"assets", "mute", "destinations_list", "notify_no_data", "notify_error", "notify_timeout",
			"rate_value", "rate_unit",
			"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
		},
	},
	"alert event": {
		path: "/v3/engine/alert/alerts/{alert}/events", shown: map[operation]pathStyle{opList: slash},
		source: "wire shapes section 2",
	},
	"event": {
		path: "/v3/engine/alert/events", shown: map[operation]pathStyle{opList: slash}, source: "wire shapes section 2",
	},
	"node":    {path: "/v3/engine/compute/nodes/all", shown: slashOnAll, source: "interface section 4.7"},
	plainKind: {path: "/v3/engine/{path}", shown: slashOnAll, source: "quirk 200"},
	"function": {
		path: "/v3/engine/function/functions", shown: slashOnAll, source: "interface section 4.8",
		updateOnly: []string{ // interface section 2.8, the fields marked "update"; the cron fields are of wire shapes section 8
			"status", "active", "type", "time_window", "target_variable", "target_asset", "target_attribute",
			"rate_value", "rate_unit",
			"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
		},
		mergedArrays: map[string]string{"function_items": "deleted"}, // interface section 2.8
	},
}

var slashOnAll = map[operation]pathStyle{
	opCreate: slash, opList: slash, opRead: slash, opUpdate: slash, opDelete: slash,
}
