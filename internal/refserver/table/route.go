// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// Root is the start of all paths (interface section 9).
const Root = "/v3/engine/"

// Operation is what can be done with the objects of a kind.
type Operation string

// The operations of interface section 4, and those of wire shapes section 2.
const (
	Create Operation = "create"
	List   Operation = "list"
	Read   Operation = "read"
	Update Operation = "update"
	Delete Operation = "delete"
	Start  Operation = "start"
	Stop   Operation = "stop"
)

// Route is an operation on the path that the documents write for it. The same path is served with and without the slash at
// its end, and on the other paths of the table.
type Route struct {
	Operation Operation
	// Path is below Root; {id} stands for the id of an object.
	Path string
	// Component is the type that the path gives to components, AnyComponent where the body gives it, else empty.
	Component string
}

// AnyComponent stands for a type in the routes of the components of all types.
const AnyComponent = "anyComponent"

// Method is the HTTP method of the operation.
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

// Success is the status of an answer to an operation that was done (wire shapes section 1).
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

// routes are the five operations of most kinds, on the path of the collection and that of an object.
func routes(collection, object string) []Route {
	return []Route{
		{Operation: Create, Path: collection},
		{Operation: List, Path: collection},
		{Operation: Read, Path: object},
		{Operation: Update, Path: object},
		{Operation: Delete, Path: object},
	}
}
