// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// blanks returns the habits with which the server imitates engines that answer a field without a value as something else than
// null or []: as a default, as "", or not at all.
func blanks() map[string]behavior {
	return map[string]behavior{
		"own-defaults": {hooks: hooks{show: showDefaults}},
		"bare":         {hooks: hooks{show: eachObject(dropEmpty)}},
		"padded":       {hooks: hooks{show: eachObject(pad), readBody: eachObject(unpad)}},
	}
}

func showDefaults(c *Call, doc jsondoc.Object) {
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		scheduled := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
		if value, present := doc[field.Name]; value != nil || !present || scheduled {
			continue
		}
		switch {
		case len(field.OneOf) > 0 && field.Name != "type": // A default for type would decide which schedule is used.
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

// pad replaces null by an empty value: "" for texts, [] for arrays, and {"id": "", "name": ""} for references. Numbers and booleans stay
// null.
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

// unpad reverses pad in a request body where the server would refuse the empty value. For example, it replaces "" by null in a number,
// and a reference by null if its id is "".
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
