// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// Root is the start of all paths (interface section 9).
const Root = "/v3/engine/"

// Operation is an operation on the objects of a kind.
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

// Route is an operation with its path as the documents write it. The server serves the path with and without a slash at its end, and
// the operation on the other paths of the table.
type Route struct {
	Operation Operation
	// Path is the path below Root. {id} is a placeholder for the id of an object.
	Path string
	// Component is the type of components in the path, AnyComponent if the body has the type, or empty for other kinds.
	Component string
}

// AnyComponent marks the routes of the components of all types.
const AnyComponent = "anyComponent"

// Method returns the HTTP method of the operation.
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

// Success returns the status of the answer to a successful operation (wire shapes section 1).
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

// routes returns the five routes of most kinds, for the path of the collection and the path of an object.
func routes(collection, object string) []Route {
	return []Route{
		{Operation: Create, Path: collection},
		{Operation: List, Path: collection},
		{Operation: Read, Path: object},
		{Operation: Update, Path: object},
		{Operation: Delete, Path: object},
	}
}
