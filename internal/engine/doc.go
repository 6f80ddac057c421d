// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package engine is the HTTP client for the engine. It handles URL paths, authorization and paged lists, and retries failed requests when
// it is safe. It passes documents on without interpreting their fields, apart from those declared in collection.go.
//
// The package imports nothing from Terraform. The enginetest package contains test helpers for this and other packages.
//
// The files, from the outermost to the innermost step of an operation:
//
//	client.go    Read, Start, Stop
//	create.go    Create; search.go looks for the created object if the reply is lost
//	update.go    Update, and Revise, which updates an object only if it hasn't changed since it was read
//	delete.go    Delete, and ReadAgain, which proves that an object no longer exists
//	list.go      List, Page, Count
//	request.go   sends a request in a loop. Each iteration makes one attempt (transport.go), and then chooses the URL and the time of the
//	             next attempt (address.go, pathstyles.go, wait.go)
//	wait.go      waits between attempts, and waits until reads reflect a write (Settle)
//	reply.go     the reply to one attempt: whether the engine processed the request, and the Document
//	error.go     errors (errorbody.go, transporterror.go)
//
// knowledge.go contains everything that a client learns about its engine. config.go contains the settings. To add a kind of object, add an
// entry to collection.go; nothing else in this package needs to change.
//
// Start reading at client.go.
package engine
