// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver is the reference server: an engine that does what the interface document says. Tests use it as a library (New
// returns an http.Handler). The package command makes a program of it.
//
// The server imports nothing of the provider, and nothing of Terraform, so that the client and the provider are checked against it. It
// shares only the packages rehearsal and series, so that alerts run on the server as in the function rehearse. INTERFACE.md describes
// the interface as this project understands it. quirks.go numbers each belief that no document proves.
//
// Start reading at server.go. A request passes these steps:
//
//	fault.go          a hook or a fault of a test, or a random fault
//	request.go        the authorization header and the body
//	route.go          the path: a collection, an object, or an action on an object
//	operation.go, create.go, update.go, list.go
//	                  the operations
//	precondition.go   the tags of versions, and the header If-Match
//	answer.go         the answer
//	habits.go         the behavior of engines that differ, at fixed points between these steps
//
// Go tests use the methods in evaluation.go, inspect.go, requestlog.go and seed.go. Programs in other languages call them through the
// package control.
//
// The packages below this one import only packages above them in this list:
//
//	document        JSON objects and refusals
//	table           the fields and paths of each kind, and the check of bodies
//	store           the documents, their data file, and lists
//	notify          events, notifications and e-mails
//	evaluation      the runs of alerts on recorded data, and the clock
//	rule            the behavior of some kinds: schedules, function items, deployments
//	habit           the behavior of engines that differ
//	openapi         the OpenAPI description
//	refserver       this package
//	control         the control door
//	command         the reference-server subcommand
//
// servertest has code for the tests of all these packages. interfacedoc writes the tables of INTERFACE.md.
package refserver
