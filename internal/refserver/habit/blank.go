// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// blanks returns the habits (deviations from INTERFACE.md) that omit fields from responses or replace null with other values.
func blanks() map[string]hooks {
	return map[string]hooks{
		"own-defaults": {show: showDefaults},
		"bare":         {show: eachObject(dropEmpty)},
		"padded":       {show: eachObject(pad), readBody: eachObject(unpad)},
		"short-lists":  {show: shorten},
	}
}

// shorten removes all array and object fields from an object in a list response. It leaves events and notifications unchanged.
func shorten(c *Call, doc jsondoc.Object) {
	if c.Operation != table.List || !c.Table.Writable() {
		return
	}
	maps.DeleteFunc(doc, func(_ string, value any) bool {
		_, isArray := value.([]any)
		return isArray || jsondoc.AsObject(value) != nil
	})
}

func showDefaults(c *Call, doc jsondoc.Object) {
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		scheduled := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
		if value, present := doc[field.Name]; value != nil || !present || scheduled {
			continue
		}
		switch {
		case len(field.OneOf) > 0 && field.Name != "type": // A default type would select a rate or a cron schedule.
			doc[field.Name] = field.OneOf[0]
		case field.Type == table.Boolean:
			doc[field.Name] = true
		case field.Numeric():
			doc[field.Name] = json.Number("1")
		}
	}
}

func dropEmpty(fields []table.Field, doc jsondoc.Object) {
	for i := range fields {
		field := &fields[i]
		value := doc[field.Name]
		elements, isArray := value.([]any)
		if isEmpty := value == "" || isArray && len(elements) == 0; value == nil || field.Type != table.JSON && isEmpty {
			delete(doc, field.Name)
		}
	}
}

// pad fills null and missing fields with an empty string, array or reference ({"id": "", "name": ""}). It uses null for all other types.
func pad(fields []table.Field, doc jsondoc.Object) {
	for i := range fields {
		field := &fields[i]
		if doc[field.Name] != nil {
			continue
		}
		switch {
		case field.Type == table.Array:
			doc[field.Name] = []any{}
		case field.IsReference():
			doc[field.Name] = jsondoc.Object{"id": "", "name": ""}
		case field.Type == table.String, field.Type == table.Text:
			doc[field.Name] = ""
		default:
			doc[field.Name] = nil
		}
	}
}

// unpad undoes the change that pad made to values in responses, because clients send these values back and the server would reject them. In
// numeric fields and in fields that do not accept "", it replaces "" with null. References with an empty id become null too.
func unpad(fields []table.Field, doc jsondoc.Object) {
	for i := range fields {
		field := &fields[i]
		value, present := doc[field.Name]
		switch {
		case !present:
		case value == "" && (field.Numeric() || field.OneOf != nil && !slices.Contains(field.OneOf, "")):
			doc[field.Name] = nil
		case field.Type == table.Object && field.IsReference() && jsondoc.AsObject(value)["id"] == "":
			doc[field.Name] = nil
		}
	}
}
