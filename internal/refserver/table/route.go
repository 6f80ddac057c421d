// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "cmp"

// Root is the prefix of all URL paths of the engine's interface.
const Root = "/v3/engine/"

// Operation is an operation on an object or a collection, such as Create or List.
type Operation string

// The operations come from the engine's interface document (section 4), except Start and Stop (interface document, section 2 of "Wire
// shapes").
const (
	Create Operation = "create"
	List   Operation = "list"
	Read   Operation = "read"
	Update Operation = "update"
	Delete Operation = "delete"
	Start  Operation = "start"
	Stop   Operation = "stop"
)

// Route is an operation on a path, such as Update on alert/alerts/{id}/. The server accepts the path with and without the trailing slash.
// If a kind of object has several paths (Table.Paths), the server accepts the operation under each of these paths.
type Route struct {
	Operation Operation
	// Path is the part of the URL path after Root. {id} is a placeholder for an object's id.
	Path string
	// Component is the component type in the path, such as connector, or AnyComponent. For other kinds of objects, it is "".
	Component string
}

// AnyComponent is the value of Route.Component if the path is for components of all types.
const AnyComponent = "anyComponent"

// Method returns the operation's HTTP method, such as PATCH for Update.
func (o Operation) Method() string {
	method := map[Operation]string{Create: "POST", Start: "POST", Stop: "POST", Update: "PATCH", Delete: "DELETE"}[o]
	return cmp.Or(method, "GET")
}

// Success returns the HTTP status of a successful response: 201 for a create, 204 for a delete, and 200 for all other operations.
func (o Operation) Success() int {
	return cmp.Or(map[Operation]int{Create: 201, Delete: 204}[o], 200)
}

// routes returns the routes for Create and List on a collection, and for Read, Update and Delete on its objects. The parameters are paths.
func routes(collection, object string) []Route {
	return []Route{
		{Operation: Create, Path: collection},
		{Operation: List, Path: collection},
		{Operation: Read, Path: object},
		{Operation: Update, Path: object},
		{Operation: Delete, Path: object},
	}
}
