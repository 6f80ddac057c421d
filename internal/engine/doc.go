// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package engine is the client of the engine: it knows the routes, the authorization, the repeating of requests and the
// paging of lists, and it moves documents. What is in a document is not its business.
//
// It imports nothing of Terraform and no other package of this module; its tests may import the reference server.
// Reads of many objects are answered by internal/bulk, from the pages that list.go fetches.
//
// A request passes these steps, each in the file of its name:
//
//	client.go    the operations: Read, Update, Delete, Start, Stop (create.go and list.go hold the other two)
//	call.go      an operation tries the spellings of its path (routes.go, spellings.go) until one is served
//	redirect.go  a redirect is followed, refused, or means "this spelling is not served"
//	retry.go     a request is repeated while that is safe and useful (pause.go, backoff.go)
//	attempt.go   one HTTP request: build, authorize (authorize.go), send, read
//	decode.go    the reply becomes a Document, or an Error (error.go, errorbody.go, redact.go)
//
// A new kind of object is a line in collection.go and one in routes.go, and one in updateonly.go if the engine accepts
// some of its fields on update alone. What a caller may choose is in config.go.
//
// Start reading at client.go.
package engine
