// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Collection is a set of engine objects with the same path. The values below and the functions Components, AlertEvents and Plain are all
// collections. Collections can be compared with ==.
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

// AllAlertEvents contains the events of all alerts. It can only be listed (wire shapes section 2).
var AllAlertEvents = Collection{kind: "event"}

// Components returns the collection of the components of one type. typeWord is the word in the path, in the singular, such as "algorithm"
// or "connector"; an engine may have further types. Without a word, it returns the collection of the components of all types, which can
// only be listed (interface section 4.4).
func Components(typeWord string) Collection {
	return Collection{kind: "component", segment: typeWord}
}

// AlertEvents returns the collection of the events of one alert, which can only be listed (wire shapes section 2).
func AlertEvents(alertID string) Collection {
	return Collection{kind: "alert event", segment: alertID}
}

// plainKind is the kind of the objects in the collections that Plain returns.
const plainKind = "document"

// Plain returns the collection at a path below /v3/engine/, such as "asset/assets/", even if the interface document does not mention it.
// Slashes at the ends make no difference. The error is the end of a sentence that begins with the path.
func Plain(path string) (Collection, error) {
	col := Collection{kind: plainKind, segment: strings.Trim(path, "/")}
	return col, checkPlain(col.segment)
}

// plainCharacters are the characters of a path that no proxy interprets. RFC 3986 also allows ";" and "%", but some servers read "..;" as
// "..", and some unescape twice.
const plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -_.~:@!$&'()*+,="

// checkPlain returns an error if a path is empty or could lead out of /v3/engine/.
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

// Path returns the path of a plain collection, without slashes at the ends. It returns "" for other collections.
func (col Collection) Path() string {
	if col.kind != plainKind {
		return ""
	}
	return col.segment
}

// family returns a name for all objects that share one namespace of ids.
func (col Collection) family() string {
	if col.kind != plainKind {
		return col.kind
	}
	return col.kind + " of " + col.segment
}

// String returns the kind of the objects in the singular, such as "alert".
func (col Collection) String() string { return col.kind }

// MergedArrays returns the arrays that the engine merges: an update keeps the elements that it does not mention. Each array is mapped to
// the key that marks an element as removed.
func (col Collection) MergedArrays() map[string]string {
	return maps.Clone(kinds[col.kind].mergedArrays)
}

// kind contains everything that the client knows of one kind of objects.
type kind struct {
	// path is the path of the collection. {type} is replaced by the type word of a component, {alert} by the id of an alert, and {path}
	// by the path of a plain collection.
	path string
	// documented contains the operations of the kind, each with the style in which the documents write its path. The engine may use another
	// style.
	documented map[operation]pathStyle
	// source names the documents' sections on the operations.
	source string
	// listsAllTypes is true if the path without the type word lists the objects of all types.
	listsAllTypes bool
	// updateOnly contains the fields that the documents list for update, but not for create.
	updateOnly []string
	// parent is the field with the id of the object's parent, and parentKind is the parent's kind.
	parent, parentKind string
	// mergedArrays contains the arrays whose elements a PATCH keeps unless it mentions them. Each is mapped to the key that marks an
	// element as removed. An element without an id is a new one.
	mergedArrays map[string]string
}

// kinds contains all kinds by their names in the singular.
var kinds = map[string]kind{
	"dashboard": {path: "/v3/engine/dashboard/dashboards", documented: slashOnAll, source: "interface section 4.1"},
	"tab": {
		path:       "/v3/engine/dashboard/tabs",
		documented: map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: slash, opDelete: slash},
		source:     "interface section 4.2, wire shapes section 2",
		parent:     "dashboard", parentKind: "dashboard",
	},
	"widget": {
		path: "/v3/engine/dashboard/charts", documented: slashOnAll, source: "interface section 4.3, wire shapes section 2",
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
		documented: map[operation]pathStyle{
			opCreate: pluralSlash, opList: bare, opRead: bare, opUpdate: bare, opDelete: bare, opStart: slash, opStop: slash,
		},
		source:        "interface section 4.4, wire shapes section 2",
		listsAllTypes: true,
	},
	"routine": {
		path:       "/v3/engine/component/routines",
		documented: map[operation]pathStyle{opCreate: slash, opList: slash, opRead: bare, opUpdate: bare, opDelete: bare},
		source:     "interface section 4.5, wire shapes section 2",
		parent:     "component_id", parentKind: "component",
	},
	"alert": {
		path: "/v3/engine/alert/alerts", documented: slashOnAll, source: "interface section 4.6",
		updateOnly: []string{ // interface section 2.6, the second table
			"status", "status_text", "active",
			"stmt_time_window", "stmt_target_variable", "stmt_operator", "stmt_aggregation",
			"assets", "mute", "destinations_list", "notify_no_data", "notify_error", "notify_timeout",
			"rate_value", "rate_unit",
			"cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
		},
	},
	"alert event": {
		path: "/v3/engine/alert/alerts/{alert}/events", documented: map[operation]pathStyle{opList: slash},
		source: "wire shapes section 2",
	},
	"event": {
		path: "/v3/engine/alert/events", documented: map[operation]pathStyle{opList: slash}, source: "wire shapes section 2",
	},
	"node":    {path: "/v3/engine/compute/nodes/all", documented: slashOnAll, source: "interface section 4.7"},
	plainKind: {path: "/v3/engine/{path}", documented: slashOnAll, source: "quirk 200"},
	"function": {
		path: "/v3/engine/function/functions", documented: slashOnAll, source: "interface section 4.8",
		updateOnly: []string{ // interface section 2.8, the fields marked "update"; the cron fields are from wire shapes section 8
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
