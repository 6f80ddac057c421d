// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package engine is the HTTP client of the engine. It knows the engine's routes, its authorization, its lists and their pages, and
// which requests may be repeated. It moves documents and knows nothing of their fields, except those that collection.go declares.
//
// It imports nothing of Terraform. Of this module it imports the packages document, redact and lost. Its tests may also import the
// reference server; package enginetest contains the functions that they share.
//
// The files, from the outermost to the innermost step of an operation:
//
//	client.go    Read, Start, Stop
//	create.go    Create; search.go looks for the created object if the reply is lost
//	update.go    Update, and Revise, which updates only the version of an object that was read
//	delete.go    Delete, and ReadAgain, which proves that an object no longer exists
//	list.go      List, Page, Count
//	request.go   the way of a request, from the call to the reply: one loop, in which each round is one attempt (transport.go) and decides
//	             about the next one (address.go, pathstyles.go)
//	wait.go      waits: before the next attempt, and until the engine shows a write (Settle)
//	reply.go     the reply to one attempt: whether the engine processed the request, and the Document
//	error.go     the errors (errorbody.go, transporterror.go)
//
// knowledge.go contains everything that a client remembers of its engine. config.go contains the settings. A new kind of object needs one
// entry in collection.go and no other change.
//
// Start reading at client.go.
package engine
