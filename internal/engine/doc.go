// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package engine is the client of the engine: it knows the routes, the authorization, the repeating of requests and the
// paging of lists, and it moves documents. What is in a document is not its business.
//
// It imports nothing of Terraform, and of this module the packages document and redact alone, beside its own part lost; its tests
// may import the reference server (enginetest has what they share). Reads of many objects are answered by internal/engine/bulk, from
// pages that it asks of this package.
//
// A request passes these steps, each in the file of its name:
//
//	client.go    the operations: Read, Update, Delete, Start, Stop (create.go and list.go hold the other two). A write whose reply
//	             is lost is looked for (search.go), and package lost decides what became of it
//	memory.go    what a client remembers of the engine, and for how long
//	update.go    an update of what was read, and of nothing newer
//	call.go      an operation tries the styles of its path (address.go, pathstyles.go) until one is answered
//	redirect.go  a redirect is followed, refused, or means "not in this style"
//	retry.go     a request is repeated while that is safe and useful (wait.go)
//	attempt.go   one HTTP request: build, authorize, send (transport.go), read
//	decode.go    the reply becomes a Document, or an Error (error.go, errorbody.go, transporterror.go), of which
//	             package redact takes the secrets out
//
// A new kind of object is declared in collection.go and nowhere else. What a caller may choose is in config.go.
//
// Start reading at client.go.
package engine
