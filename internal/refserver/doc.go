// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver is the reference server: the engine's interface document made executable. It is a library (New gives
// an http.Handler, which tests run in their own process) and a command (Command, the reference-server subcommand).
//
// It imports no other package of this module and nothing of Terraform. Its tables are written from the interface document
// and from the wire shapes page, so that the client and the provider, written from the same pages, are checked against it.
//
// Start reading at server.go, which takes a request through its steps:
//
//	fault.go        a fault that a test asked for, or a random one, takes the place of the answer
//	authorize.go    the authorization header
//	route.go        the path names a collection, one of its objects, or an action on it
//	body.go         the body becomes one JSON object
//	create.go, update.go, delete.go, list.go, deploy.go
//	                the operations
//	check.go        the body is checked against the table of its collection (field.go, tables.go, table_*.go)
//	schedule.go, functionitems.go
//	                the rules that are no field's own
//	event.go        what follows from a change of an alert's status: event, notification and e-mails (email.go)
//	mailer.go       the e-mails are delivered, behind the requests
//	store.go        the documents, kept encoded; journal.go makes them last
//	answer.go       the answer or the refusal is written
//
// What the server does and neither document proves is numbered in quirks.go.
package refserver
