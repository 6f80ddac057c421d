// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "cmp"

// Root is the prefix of all URL paths of the interface.
const Root = "/v3/engine/"

// Operation is what a request does with an object or a collection, for example Create or List.
type Operation string

// The operations are those of INTERFACE.md: interface section 4, and wire shapes section 2 for start and stop.
const (
	Create Operation = "create"
	List   Operation = "list"
	Read   Operation = "read"
	Update Operation = "update"
	Delete Operation = "delete"
	Start  Operation = "start"
	Stop   Operation = "stop"
)

// Route is an operation on a path, such as an Update on alert/alerts/{id}/. The server accepts the path with and without the slash at its
// end, and the operation below each of Table.Paths.
type Route struct {
	Operation Operation
	// Path is the part of the URL path after Root. {id} stands for the id of an object.
	Path string
	// Component is the type of components that the path names, such as connector, or AnyComponent. It is "" for other kinds.
	Component string
}

// AnyComponent marks a route that serves the components of all types.
const AnyComponent = "anyComponent"

// Method returns the HTTP method of the operation, such as PATCH for Update.
func (o Operation) Method() string {
	method := map[Operation]string{Create: "POST", Start: "POST", Stop: "POST", Update: "PATCH", Delete: "DELETE"}[o]
	return cmp.Or(method, "GET")
}

// Success returns the HTTP status of a successful response: 201 for a create, 204 for a deletion, otherwise 200.
func (o Operation) Success() int {
	return cmp.Or(map[Operation]int{Create: 201, Delete: 204}[o], 200)
}

// routes returns the routes of the operations create and list on a collection, and read, update and delete on an object.
func routes(collection, object string) []Route {
	return []Route{
		{Operation: Create, Path: collection},
		{Operation: List, Path: collection},
		{Operation: Read, Path: object},
		{Operation: Update, Path: object},
		{Operation: Delete, Path: object},
	}
}
