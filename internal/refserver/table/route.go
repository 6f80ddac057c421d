// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// Root is the beginning of all URL paths of the interface.
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
// end. If Table.Paths has several paths, the server accepts the operation below each of them.
type Route struct {
	Operation Operation
	// Path is the part of the URL path after Root. {id} stands for the id of an object.
	Path string
	// Component is the type of components that the path names, such as connector. It is AnyComponent if the path serves all types. For kinds
	// other than components, it is "".
	Component string
}

// AnyComponent marks a route that serves the components of all types.
const AnyComponent = "anyComponent"

// Method returns the HTTP method of the operation, such as PATCH for Update.
func (o Operation) Method() string {
	switch o {
	case Create, Start, Stop:
		return "POST"
	case Update:
		return "PATCH"
	case Delete:
		return "DELETE"
	default:
		return "GET"
	}
}

// Success returns the HTTP status of a successful answer: 201 for a create, 204 for a deletion, otherwise 200.
func (o Operation) Success() int {
	switch o {
	case Create:
		return 201
	case Delete:
		return 204
	default:
		return 200
	}
}

// routes returns the routes of the operations create, list, read, update and delete. create and list use the path in collection, the other
// operations the path in object.
func routes(collection, object string) []Route {
	return []Route{
		{Operation: Create, Path: collection},
		{Operation: List, Path: collection},
		{Operation: Read, Path: object},
		{Operation: Update, Path: object},
		{Operation: Delete, Path: object},
	}
}
