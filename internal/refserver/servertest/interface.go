// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Tables are the tables of interface section 2 and of the wire shapes page, written down a second time and in
// other words, so that a slip in the server's own tables shows. The tests take all that they know of a kind from here. First
// comes the path on which its objects are made (interface section 4), then a row for each field: name, type, and in any order
//
//	required  must be sent on create      update    accepted on update alone
//	set       set by the engine           fixed     cannot be changed
//	<n        at most n characters        =v        the default, "" for the empty text
//	a|b|c     one of these values         numtext   a number also as text
//	min..max  bounds                      ->kind    id of an object of the kind
//
// Types that end in [] are arrays; the other names are rows of shapes.
var Tables = map[string]string{
	"dashboard": `/v3/engine/dashboard/dashboards/
		id string set
		name string required
		description string
		assets ref[]
		tags ref[]
		created_at string set`,
	"tab": `/v3/engine/dashboard/tabs/
		id string set
		name string required
		dashboard string required fixed ->dashboard
		order number numtext`,
	"widget": `/v3/engine/dashboard/charts/
		id string set
		name string required
		tab string required ->tab
		type string required
		chart_items chart_item[]
		value_mappings value_mapping[]
		thresholds threshold[]
		display_time_range boolean
		labels_display boolean
		labels_aggregation string last|average|avg|min|max|sum
		labels_placement string bottom|right
		refresh_interval text
		timestamp_gte string
		timestamp_lte string
		height number
		width number
		position_x number
		position_y number
		min_width number
		min_height number
		description string update
		collection string update
		relative_window_time text update
		show_beyond_data boolean update
		timezone string update
		y_axis_min_limit number update
		y_axis_max_limit number update
		y_axis_unit string update
		x_axis_format string update
		x_axis_auto_skip boolean update
		x_axis_max_ticks_limit number update
		number_of_decimals number update
		line_interpolation_style string update rounded|rect|squared
		fill boolean update
		show_line boolean update
		timeseries_type string update line|bar
		hide_y_tick boolean update
		hide_x_tick boolean update
		hide_y_grid boolean update
		orientation string horizontal|vertical
		max_limit number
		border boolean
		bucket_count integer
		bucket_size integer
		histogram_type string numerical|categorical
		sorting string alphabetical|count
		stacked boolean
		categories_top_max_limit integer
		text string
		image_url string
		image_file string
		filter_name string
		filter_asset_name string
		filter_status string[]
		filter_old_status string[]
		filter_new_status string[]
		alert_list_type string
		asset_list_type string
		command_list_type string
		action_list_type string`,
	"component": `/v3/engine/component/algorithms/
		id string set
		type string set
		name string required
		description string
		version string required
		input parameter[] required
		output output[] required
		routines offered_routine[] required
		deployment_capacity string required small|medium|large|very_large|
		custom_types custom_type[]
		endpoints endpoint[]
		deployment_type string required SERVICE_HOSTED|SELF_HOSTED
		tags ref[]
		deployment_active boolean set =false
		deployment_status string set =Stopped`,
	"routine": `/v3/engine/component/routines/
		id string set
		name string required
		description string
		component_id string required ->component
		type string required
		config parameter[] required
		input address[] required
		output address[] required`,
	"alert": `/v3/engine/alert/alerts/
		id string set
		name string required
		description string
		severity string required SEV1|SEV2|SEV3|SEV4|SEV5|SEV6|SEV7|SEV8
		type string required cron|rate
		tags ref[]
		alert_items limited_item[]
		stmt_thresholds alert_threshold[]
		status string update alert|no_alert|no_data|timeout|disabled|misconfigured|error|warning =no_alert
		status_text string update <400
		active boolean update =true
		stmt_time_window text update numtext
		stmt_target_variable string update <5
		stmt_operator string update ge|le|eq|gt|lt
		stmt_aggregation string update avg|sum|min|max|last
		assets ref[] update
		mute boolean update =false
		destinations_list string[] update
		notify_no_data boolean update =true
		notify_error boolean update =true
		notify_timeout boolean update =true
		rate_value text update numtext
		rate_unit string update minute|hour|day
		cron_minutes string update
		cron_hours string update
		cron_dom string update
		cron_month string update
		cron_dow string update
		cron_year string update`,
	"node": `/v3/engine/compute/nodes/all/
		id string set
		name string required
		type string required
		status string set =active
		created_at string set`,
	"function": `/v3/engine/function/functions/
		id string set
		name string required
		description string
		tags label[]
		function_items function_item[]
		status string update
		active boolean update =true
		type string update rate|cron
		time_window number update
		target_variable string update
		target_asset ref update
		target_attribute typed_ref update
		rate_value number update
		rate_unit string update
		cron_minutes string update
		cron_hours string update
		cron_dom string update
		cron_month string update
		cron_dow string update
		cron_year string update`,
}

// Kinds are those of the tables.
var Kinds = slices.Sorted(maps.Keys(Tables))

// Paths are those on which the objects of a kind are made.
var Paths = func() map[string]string {
	found := map[string]string{}
	for kind, table := range Tables {
		found[kind], _, _ = strings.Cut(table, "\n")
	}
	return found
}()

const itemRows = `
	id string set
	ref_id string <5
	type string QUERY|EXPRESSION|METADATA
	label string =""
	expression string
	expression_plain string
	query_filter_asset ref
	query_filter_metadata ref
	query_plain string =""
	query_group_unit string |second|minute|hour|day|month
	query_group_function string |avg|sum|min|max|last
	query_sort_field string
	query_sort_direction integer -1..1 =-1`

const parameterRows = `
	name string
	description string
	type string
	required boolean
	multiple boolean
	sensitive boolean`

// Shapes are the objects inside the tables.
var Shapes = map[string]string{
	"ref":             "id string required <100\n name string",
	"label":           "id string required <100\n name string",
	"typed_ref":       "id string required <100\n name string\n type string Number|Boolean|String",
	"limited_item":    itemRows + "\n query_filter_attribute ref\n query_limit integer 1..10000 =10000",
	"chart_item":      itemRows + "\n query_filter_attribute ref\n query_limit integer 1..10000 =10000\n order integer\n color string\n hidden boolean =false",
	"function_item":   itemRows + "\n query_filter_attribute typed_ref\n deleted boolean =false",
	"threshold":       "value number\n color string\n display_text string",
	"alert_threshold": "value number\n status string alert|warning|no_alert\n status_text string <400",
	"value_mapping": `
		type string exact_match|range|regex
		match_value text
		range_start text
		range_end text
		regular_expression string
		order integer
		display_text string`,
	"parameter":       parameterRows + "\n choices json[]\n depends_on string\n value json",
	"address":         parameterRows + "\n value_type string Number|String|Boolean|AssetAttribute\n value json",
	"output":          "name string\n fields output_field[]",
	"output_field":    "name string\n description string\n type string\n filterable boolean",
	"offered_routine": "name string\n max_instances integer\n config parameter[]\n input address[]\n output address[]",
	"custom_type":     "name string\n fields parameter[]",
	"endpoint":        "name string\n port integer",
}

// Row is one row of a table.
type Row struct {
	Name, Kind                     string
	Array                          bool
	Required, Update, Set, Fixed   bool
	NumText                        bool
	OneOf                          []string
	Fallback, References, Min, Max string
	Length                         int
}

// Rows reads a table of Tables or a shape.
func Rows(table string) []Row {
	var found []Row
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		r := Row{Name: words[0]}
		r.Kind, r.Array = strings.CutSuffix(words[1], "[]")
		for _, word := range words[2:] {
			r.read(word)
		}
		found = append(found, r)
	}
	return found
}

func (r *Row) read(word string) {
	switch {
	case word == "required":
		r.Required = true
	case word == "update":
		r.Update = true
	case word == "set":
		r.Set = true
	case word == "fixed":
		r.Fixed = true
	case word == "numtext":
		r.NumText = true
	case strings.HasPrefix(word, "="):
		r.Fallback = word[1:]
	case strings.HasPrefix(word, "->"):
		r.References = word[2:]
	case strings.HasPrefix(word, "<"):
		_, _ = fmt.Sscan(word[1:], &r.Length)
	case strings.Contains(word, ".."):
		r.Min, r.Max, _ = strings.Cut(word, "..")
	case strings.Contains(word, "|"):
		r.OneOf = strings.Split(word, "|")
	}
}
