// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"maps"
	"slices"
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
	operation := object{"operationId": operationID(t, r), "tags": []string{t.Kind}, "responses": answers(t, r)}
	if r.Operation == table.List {
		parameters = append(parameters, listParameters(t)...)
	}
	if dependsOnVersion(r) {
		parameters = append(parameters, object{
			"name": "If-Match", "in": "header", "description": "The tags of the versions that may be changed, as in ETag.",
			"schema": object{"type": "string"},
		})
	}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if body := requestBody(t, r); body != nil {
		operation["requestBody"] = body
	}
	item, ok := d.paths[path].(object)
	if !ok {
		item = object{}
		d.paths[path] = item
	}
	item[strings.ToLower(r.Operation.Method())] = operation
}

// dependsOnVersion reports whether the operation reads the header If-Match: updates and deletions do (quirk 181 in quirks.go).
func dependsOnVersion(r table.Route) bool {
	return r.Operation == table.Update || r.Operation == table.Delete
}

// owner returns the kind of the object whose id is in a URL path. For /alert/alerts/{id}/events/, it returns alert, although the path is in
// the field table of events.
func owner(t *table.Table) string {
	if t.Written() {
		return t.Kind
	}
	for _, parent := range t.Parents {
		return parent
	}
	return ""
}

// operationID returns a unique name for an operation: createDashboard, listDashboards, listAlertEvents, startConnector.
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

// requestBody describes the request body of an operation. It returns nil if the operation has none, for example a GET.
func requestBody(t *table.Table, r table.Route) object {
	switch r.Operation {
	case table.Create:
		schema := ref("schemas", title(t.Kind)+"Create")
		if r.Component == table.AnyComponent {
			typeOf := typed(object{"type": object{"type": "string", "description": "The type of the component."}}, []string{"type"})
			schema = object{"allOf": []any{schema, typeOf}}
		}
		return body(true, schema)
	case table.Update:
		return body(true, ref("schemas", title(t.Kind)+"Update"))
	case table.Start, table.Stop:
		return body(false, object{"type": "object"})
	default:
		return nil
	}
}

func body(required bool, schema object) object {
	return object{"required": required, "content": object{"application/json": object{"schema": schema}}}
}

func answers(t *table.Table, r table.Route) object {
	found := object{}
	switch r.Operation {
	case table.List:
		found["200"] = answer("A page of the list.", ref("schemas", title(t.Kind)+"List"))
	case table.Delete:
		found["204"] = object{"description": "The object is deleted.", "headers": headersOf()}
	default:
		found[strconv.Itoa(r.Operation.Success())] = answer("The object.", ref("schemas", title(t.Kind)), "ETag")
	}
	for _, status := range failureStatuses(t, r) {
		found[strconv.Itoa(status)] = ref("responses", failures[status].name)
	}
	return found
}

func failureStatuses(t *table.Table, r table.Route) []int {
	statuses := map[int]bool{401: true, 429: true, 500: true, 503: true}
	if strings.Contains(r.Path, "{id}") || r.Operation == table.List {
		statuses[404] = true
	}
	switch r.Operation {
	case table.List:
		statuses[400] = true // Too many filters.
	case table.Read:
	default:
		statuses[507] = true
	}
	if requestBody(t, r) != nil {
		statuses[400], statuses[413], statuses[415] = true, true, true
	}
	if dependsOnVersion(r) {
		statuses[412] = true
	}
	if r.Operation == table.Update && t.Deployable {
		statuses[409] = true
	}
	return slices.Sorted(maps.Keys(statuses))
}
