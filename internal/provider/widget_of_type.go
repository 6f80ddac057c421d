// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// widgetOfType has the attributes that only some types of widgets have (wire shapes section 4). The list of types is open,
// so an attribute is accepted for every type.
func widgetOfType() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"orientation":              text(optional, "Of bars and gauges: direction, for example `horizontal` or `vertical`."),
		"max_limit":                number(optional, "Of gauges: greatest value of the scale."),
		"border":                   flag(optional, "Of a `stat` widget: whether a border is drawn."),
		"bucket_count":             integer("Of a `histogram`: number of buckets.", atLeast(1)),
		"bucket_size":              integer("Of a `histogram`: size of a bucket.", atLeast(1)),
		"histogram_type":           text(optional, "Of a `histogram`: kind of its values, for example `numerical` or `categorical`."),
		"sorting":                  text(optional, "Of a `histogram`: order of the categories, for example `alphabetical` or `count`."),
		"stacked":                  flag(optional, "Of a `histogram`: whether the bars are stacked."),
		"categories_top_max_limit": integer("Of a `histogram`: most categories that are shown.", atLeast(1)),
		"text":                     text(optional, "Of a `text` widget: the text."),
		"image_url":                text(optional, "Of an `image` widget: address of the image."),
		"image_file":               text(optional, "Of an `image` widget: file of the image, as the engine names it."),
		"filter_name":              text(optional, "Of list widgets: only objects with this in their names."),
		"filter_asset_name":        text(optional, "Of an `actionlist` widget: only actions of assets with this in their names."),
		"filter_status":            texts("Of `alertlist` and `assetlist` widgets: only objects with one of these statuses."),
		"filter_old_status":        texts("Of an `alertevents` widget: only events that left one of these statuses."),
		"filter_new_status":        texts("Of an `alertevents` widget: only events that reached one of these statuses."),
		"alert_list_type":          text(optional, "Of an `alertlist` widget: form of the list."),
		"asset_list_type":          text(optional, "Of an `assetlist` widget: form of the list."),
		"action_list_type":         text(optional, "Of an `actionlist` widget: form of the list."),
		"command_list_type":        text(optional, "Of a `commandlist` widget: form of the list."),
	}
}
