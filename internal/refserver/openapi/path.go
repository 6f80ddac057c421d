// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func (d *description) addOperation(t *table.Table, r table.Route) {
	path := table.Root + r.Path
	parameters := []any{}
	if strings.Contains(r.Path, "{id}") {
		name := owner(t) + "_id"
		path = strings.Replace(path, "{id}", "{"+name+"}", 1)
		parameters = append(parameters, object{
			"name": name, "in": "path", "required": true,
			"schema": object{"type": "string", "minLength": 1, "maxLength": 100},
		})
	}
	if r.Operation == table.List {
		parameters = append(parameters, listParameters(t)...)
	}
	if hasPrecondition(r) {
		parameters = append(parameters, object{
			"name": "If-Match", "in": "header", "description": "The tags of the versions that may be changed, as in ETag.",
			"schema": object{"type": "string"},
		})
	}
	body := requestBody(t, r)
	operation := object{"operationId": operationID(t, r), "tags": []string{t.Kind}, "responses": responsesOf(t, r, body != nil)}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if body != nil {
		operation["requestBody"] = body
	}
	item, ok := d.paths[path].(object)
	if !ok {
		item = object{}
		d.paths[path] = item
	}
	item[strings.ToLower(r.Operation.Method())] = operation
}

// hasPrecondition reports whether the operation supports the If-Match header (quirk 181).
func hasPrecondition(r table.Route) bool {
	return r.Operation == table.Update || r.Operation == table.Delete
}

// owner returns the kind of the object that {id} identifies in a table's paths. For events, the kind is "alert", because their path is
// /alert/alerts/{id}/events/.
func owner(t *table.Table) string {
	if t.Writable() {
		return t.Kind
	}
	for _, parent := range t.Parents {
		return parent
	}
	return ""
}

// operationID returns a unique name for an operation, such as createDashboard, listDashboards, listAlertEvents or startConnector.
func operationID(t *table.Table, r table.Route) string {
	subject := title(t.Kind)
	if r.Component != "" {
		subject = title(r.Component)
	}
	if r.Operation == table.List {
		subject += "s"
		if strings.Contains(r.Path, "{id}") {
			subject = title(owner(t)) + subject
		}
	}
	return string(r.Operation) + subject
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// requestBody returns the description of an operation's request body, or nil for operations without a body, such as a read.
func requestBody(t *table.Table, r table.Route) object {
	var schema object
	required := true
	switch r.Operation {
	case table.Create:
		schema = ref("schemas", title(t.Kind)+"Create")
		if r.Component == table.AnyComponent {
			typeOf := newObjectSchema(object{"type": object{"type": "string", "description": "The type of the component."}}, []string{"type"})
			schema = object{"allOf": []any{schema, typeOf}}
		}
	case table.Update:
		schema = ref("schemas", title(t.Kind)+"Update")
	case table.Start, table.Stop:
		schema, required = object{"type": "object"}, false
	default:
		return nil
	}
	return object{"required": required, "content": object{"application/json": object{"schema": schema}}}
}

func responsesOf(t *table.Table, r table.Route, hasBody bool) object {
	isList := r.Operation == table.List
	success := response("The object.", ref("schemas", title(t.Kind)), "ETag")
	if isList {
		success = response("A page of the list.", ref("schemas", title(t.Kind)+"List"))
	} else if r.Operation == table.Delete {
		success = object{"description": "The object is deleted.", "headers": headers()}
	}
	found := object{strconv.Itoa(r.Operation.Success()): success}
	for status, applies := range map[int]bool{
		400: hasBody || isList, // A list request may have too many filters.
		401: true,
		404: isList || strings.Contains(r.Path, "{id}"),
		409: r.Operation == table.Update && t.Deployable,
		412: hasPrecondition(r),
		413: hasBody,
		415: hasBody,
		429: true,
		500: true,
		503: true,
		507: !isList && r.Operation != table.Read,
	} {
		if applies {
			found[strconv.Itoa(status)] = ref("responses", failures[status].name)
		}
	}
	return found
}
