// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Collection identifies the engine objects under one URL path, such as all alerts. Collections can be compared with ==.
type Collection struct {
	kind    string // key in the kinds map
	segment string // replaces {type}, {alert} or {path} in the URL path
}

// The collections in sections 4.1 to 4.8 of the interface document. For components, see the function Components.
var (
	Dashboards = Collection{kind: "dashboard"}
	Tabs       = Collection{kind: "tab"}
	Widgets    = Collection{kind: "widget"}
	Routines   = Collection{kind: "routine"}
	Alerts     = Collection{kind: "alert"}
	Nodes      = Collection{kind: "node"}
	Functions  = Collection{kind: "function"}
)

// AllAlertEvents is the collection of all alert events. Events can only be listed (interface document, section 2 of "Wire shapes").
var AllAlertEvents = Collection{kind: "event"}

// Components returns the collection of a component type, given in the singular, such as "algorithm". The client accepts any type. "" stands
// for components of all types, which can only be listed (interface document, section 4.4).
func Components(typeWord string) Collection {
	return Collection{kind: "component", segment: typeWord}
}

// AlertEvents returns the collection of one alert's events. Events can only be listed (interface document, section 2 of "Wire shapes").
func AlertEvents(alertID string) Collection {
	return Collection{kind: "alert event", segment: alertID}
}

// Objects in a collection that the function Plain returns all have the kind plainKind.
const plainKind = "document"

// Plain returns the collection at a path below /v3/engine/, such as "asset/assets", even if the interface document does not define the
// path. Leading and trailing slashes are ignored. The error is a sentence fragment such as "is empty". The caller adds "the path".
func Plain(path string) (Collection, error) {
	col := Collection{kind: plainKind, segment: strings.Trim(path, "/")}
	return col, checkPlain(col.segment)
}

// plainCharacters contains the characters that every server interprets the same way in a path. It excludes ";" because some servers treat
// "..;" as "..", and "%" because some servers unescape it twice.
const plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -_.~:@!$&'()*+,="

// checkPlain returns an error if a path is empty or might escape /v3/engine/. The message continues the sentence "the path ...".
func checkPlain(path string) error {
	if path == "" {
		return errors.New("is empty")
	}
	if strings.Contains(path, "://") {
		return errors.New("has a scheme and a host; leave out everything up to /v3/engine/")
	}
	for part := range strings.SplitSeq(path, "/") {
		switch {
		case part == "":
			return errors.New("has two slashes in a row")
		case checkSegment(part) != nil, strings.Trim(part, plainCharacters) != "":
			return fmt.Errorf("has the part %q. A part of a path may contain only ASCII letters, digits, spaces within, and the characters "+
				"- _ . ~ : @ ! $ & ' ( ) * + , =, because a proxy may interpret any other", part)
		}
	}
	return nil
}

// Path returns the path that was passed to the function Plain to create the collection, such as "asset/assets", without surrounding
// slashes. For collections that Plain did not create, it returns "".
func (col Collection) Path() string {
	if col.kind != plainKind {
		return ""
	}
	return col.segment
}

// family returns the scope within which ids are unique, such as "component" or "document of asset/assets".
func (col Collection) family() string {
	if col.kind != plainKind {
		return col.kind
	}
	return col.kind + " of " + col.segment
}

// String returns the kind of the collection's objects in the singular, such as "alert".
func (col Collection) String() string { return col.kind }

// MergedArrays returns the arrays that a PATCH merges: the engine keeps elements that the PATCH omits. The result maps each array, such as
// "function_items", to the field that marks an element for removal, such as "deleted".
func (col Collection) MergedArrays() map[string]string {
	return maps.Clone(kinds[col.kind].mergedArrays)
}

type kind struct {
	// path is the URL path of the collection, such as "/v3/engine/component/{type}". {type} stands for the component type, {alert} for the
	// alert id, and {path} for the path passed to Plain.
	path string
	// documented maps each supported operation to the style of its URL path in the interface document. Engines may use a different style.
	documented map[operation]pathStyle
	// listsAllTypes is true if a GET of the path without "/{type}" lists objects of all types.
	listsAllTypes bool
	// updateOnly lists the fields that the interface document allows only in updates. Some engines reject a create that contains such a field.
	updateOnly []string
	// parent is the name of the field that contains the id of the parent object, and parentKind is the parent's kind. For a tab, both are
	// "dashboard".
	parent, parentKind string
	// mergedArrays contains the arrays that a PATCH changes element by element. The engine updates elements that have an id, adds those
	// without one, and keeps elements that the PATCH omits. The map's keys are the names of the arrays. Its values are the names of the
	// fields that mark an element for removal, such as "deleted".
	mergedArrays map[string]string
}

// kinds maps each kind of object, such as "alert", to its URL path and rules.
var kinds = map[string]kind{
	"dashboard": {path: "/v3/engine/dashboard/dashboards", documented: slashOnAll}, // interface document, section 4.1
	"tab": {
		path:       "/v3/engine/dashboard/tabs", // interface document, section 4.2; section 2 of "Wire shapes"
		documented: map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: slash, opDelete: slash},
		parent:     "dashboard", parentKind: "dashboard",
	},
	"widget": {
		path: "/v3/engine/dashboard/charts", documented: slashOnAll, // interface document, section 4.3; section 2 of "Wire shapes"
		parent: "tab", parentKind: "tab",
		updateOnly: []string{ // interface document, section 2.3, second table
			"id", "description", "collection", "relative_window_time", "show_beyond_data", "timezone",
			"y_axis_min_limit", "y_axis_max_limit", "y_axis_unit",
			"x_axis_format", "x_axis_auto_skip", "x_axis_max_ticks_limit",
			"number_of_decimals", "line_interpolation_style", "fill", "show_line", "timeseries_type",
			"hide_y_tick", "hide_x_tick", "hide_y_grid",
		},
	},
	"component": {
		path: "/v3/engine/component/{type}", // interface document, section 4.4; section 2 of "Wire shapes"
		documented: map[operation]pathStyle{
			opCreate: pluralSlash, opList: bare, opRead: bare, opUpdate: bare, opDelete: bare, opStart: slash, opStop: slash,
		},
		listsAllTypes: true,
	},
	"routine": {
		path:       "/v3/engine/component/routines", // interface document, section 4.5; section 2 of "Wire shapes"
		documented: map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: bare, opDelete: bare},
		parent:     "component_id", parentKind: "component",
	},
	"alert": {
		path: "/v3/engine/alert/alerts", documented: slashOnAll, // interface document, section 4.6
		updateOnly: []string{ // interface document, section 2.6, second table
			"status", "status_text", "active",
			"stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation",
			"assets", "mute", "destinations_list", "notify_no_data", "notify_error", "notify_timeout",
			"rate_value", "rate_unit",
			"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
		},
	},
	"alert event": {
		path: "/v3/engine/alert/alerts/{alert}/events", documented: map[operation]pathStyle{opList: slash}, // section 2 of "Wire shapes"
	},
	"event": {
		path: "/v3/engine/alert/events", documented: map[operation]pathStyle{opList: slash}, // section 2 of "Wire shapes"
	},
	"node":    {path: "/v3/engine/compute/nodes/all", documented: slashOnAll}, // interface document, section 4.7
	plainKind: {path: "/v3/engine/{path}", documented: slashOnAll},            // quirk 200 in quirks.go
	"function": {
		path: "/v3/engine/function/functions", documented: slashOnAll, // interface document, section 4.8
		updateOnly: []string{ // interface document, section 2.8, fields marked "update"; section 8 of "Wire shapes" for the cron fields
			"status", "active", "type", "time_window", "target_variable", "target_asset", "target_attribute",
			"rate_value", "rate_unit",
			"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
		},
		mergedArrays: map[string]string{"function_items": "deleted"}, // interface document, section 2.8
	},
}

var slashOnAll = map[operation]pathStyle{
	opCreate: slash, opList: slash, opRead: slash, opUpdate: slash, opDelete: slash,
}
