// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package engine is the HTTP client for the engine. It handles the engine's URL paths, authorization and paged lists, and decides which
// requests may be repeated. It transfers documents without interpreting their fields, except those declared in collection.go.
//
// The package imports nothing from Terraform. From this module, it imports the document, redact and lost packages. Its tests may also
// import the reference server. The enginetest package contains the functions that these tests share.
//
// The files, from the outermost to the innermost step of an operation:
//
//	client.go    Read, Start, Stop
//	create.go    Create; search.go looks for the created object if the reply is lost
//	update.go    Update, and Revise, which updates an object only if it hasn't changed since it was read
//	delete.go    Delete, and ReadAgain, which proves that an object no longer exists
//	list.go      List, Page, Count
//	request.go   sends a request in a loop. Each iteration makes one attempt (transport.go) and chooses the URL and the time of the next
//	             attempt (address.go, pathstyles.go, wait.go)
//	wait.go      waits before an attempt, and the wait until reads reflect a write (Settle)
//	reply.go     the reply to one attempt: whether the engine processed the request, and the Document
//	error.go     the errors (errorbody.go, transporterror.go)
//
// knowledge.go contains everything that a client remembers about its engine. config.go contains the settings. A new kind of object requires
// one entry in collection.go and no other change.
//
// Start reading at client.go.
package engine
