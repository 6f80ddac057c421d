// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package describe

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// items contains an alert's items by ref_id, the name by which expressions refer to an item.
type items map[string]map[string]any

func (r *reader) items(alert map[string]any) items {
	all := items{}
	for _, item := range r.objects(alert, "alert_items") {
		if name := r.text(item, "ref_id"); all[name] == nil {
			all[name] = item
		}
	}
	return all
}

// measuredValue describes the value that the alert compares with its thresholds, such as "the average of $A - $B over 10 minutes". The
// second result, legend, explains the names used in this description, for example ", where $A is pressure and $B is flow".
func (r *reader) measuredValue(i items, alert map[string]any) (measured, legend string) {
	target := r.text(alert, "stmt_target_variable")
	item, ok := i[target]
	switch {
	case ok:
		return r.withAggregation(alert, r.values(item)), r.legend(i, target)
	case target == "" && len(i) == 1:
		for name, only := range i {
			return r.withAggregation(alert, r.values(only)), r.legend(i, name)
		}
	case target == "":
		return r.withAggregation(alert, "a variable that is not declared"), ""
	}
	return r.withAggregation(alert, "$"+target+", which is not an item,"), ""
}

const maxVariables = 8

// legend explains the variables in the target item's expression. If a variable is itself an expression, legend also explains the variables
// in it.
func (r *reader) legend(i items, target string) string {
	seen := map[string]bool{target: true}
	var explained []string
	left := 0
	for queue := r.variables(i[target]); len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		if seen[name] {
			continue
		}
		seen[name] = true
		item, ok := i[name]
		switch {
		case len(explained) == maxVariables:
			left++
			continue
		case !ok:
			explained = append(explained, "$"+name+" is no item")
			continue
		}
		explained = append(explained, "$"+name+" is "+r.values(item))
		queue = append(queue, r.variables(item)...)
	}
	if left > 0 {
		explained = append(explained, strconv.Itoa(left)+" more")
	}
	if len(explained) == 0 {
		return ""
	}
	return ", where " + cron.JoinWords(explained)
}

func (r *reader) variables(item map[string]any) []string {
	if r.kindOf(item) != "EXPRESSION" {
		return nil
	}
	parsed, err := expression.Parse(r.text(item, "expression"))
	if err != nil {
		return nil
	}
	return parsed.Names
}

func (r *reader) kindOf(item map[string]any) string { return strings.ToUpper(r.text(item, "type")) }

// values describes the values of an item, such as "pressure of Pump 1 (average of each hour)".
func (r *reader) values(item map[string]any) string {
	var named string
	switch r.kindOf(item) {
	case "EXPRESSION":
		return r.formula(item)
	case "METADATA":
		named = r.nameOf(r.object(item, "query_filter_metadata"), item, "a metadata field that is not declared")
		named = "the metadata " + named
	default:
		named = r.nameOf(r.object(item, "query_filter_attribute"), item, "a query")
	}
	if asset := r.text(r.object(item, "query_filter_asset"), "name"); asset != "" {
		named += " of " + asset
	}
	unit, function := strings.ToLower(r.text(item, "query_group_unit")), functions()[strings.ToLower(r.text(item, "query_group_function"))]
	if unit != "" && function != "" {
		named += " (" + function + " of each " + unit + ")"
	}
	return named
}

// nameOf returns the first of these that is not empty: the reference's name, the item's label, the reference's id, and the fallback.
func (r *reader) nameOf(reference, item map[string]any, fallback string) string {
	for _, place := range []struct {
		object map[string]any
		name   string
	}{{reference, "name"}, {item, "label"}, {reference, "id"}} {
		if found := r.text(place.object, place.name); found != "" {
			return found
		}
	}
	return fallback
}

const longest = 80

func (r *reader) formula(item map[string]any) string {
	shown := strings.Join(strings.Fields(r.text(item, "expression")), " ")
	if utf8.RuneCountInString(shown) > longest {
		shown = string([]rune(shown)[:longest]) + "…"
	}
	label := r.text(item, "label")
	switch {
	case shown == "" && label == "":
		return "an expression"
	case shown == "":
		return label
	case label == "":
		return shown
	default:
		return label + " (" + shown + ")"
	}
}
