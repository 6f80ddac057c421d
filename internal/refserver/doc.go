// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver is the reference server: the engine's interface document made executable. It is a library (New gives
// an http.Handler, which tests run in their own process); the package command below it makes a program of it.
//
// It imports the packages below it, nothing of Terraform, and of this module nothing else but the packages rehearsal and series: what runs an
// alert's conditions is one code, for the server and for the function rehearse. Its tables are written from
// the interface document and from the wire shapes page, so that the client and the provider, written from the same pages, are
// checked against it. INTERFACE.md says what the interface is as this project understands it; what the server does and
// neither page proves is numbered in quirks.go.
//
// Start reading at server.go, which takes a request through its steps:
//
//	fault.go        a fault that a test asked for, or a random one, takes the place of the answer
//	request.go      the authorization header; the body becomes one JSON object
//	route.go        the path names a collection, one of its objects, or an action on it
//	operation.go, create.go, update.go, list.go
//	                the operations
//	precondition.go
//	                the tags of versions, and the changes that depend on one
//	answer.go       the answer or the refusal is written
//	health.go       whether the server serves at all, before any of these steps
//	habits.go       beliefs that are turned the other way
//	evaluation.go   data for alerts to run on, and the clock
//	requestlog.go, hook.go, inspect.go, seed.go
//	                what tests see and do behind the client's back
//
// The packages below it import downwards only, in this order:
//
//	document        JSON objects: parsed, encoded, looked into
//	refusal         what is answered to a request that is not done
//	table           what objects are made of, and the check of bodies against it
//	store           the documents, their file, and the lists of them
//	notify          events, notifications and e-mails
//	clock           the one clock of the server
//	evaluation      alerts run on recorded data
//	rule            what a kind does beyond its fields: schedules, function items, deployments
//	habit           beliefs about the engine turned the other way
//	openapi         the OpenAPI description, made from the tables
//	refserver       this package
//	control         the door by which programs in any language do what Go tests do with the methods of Server
//	command         the reference-server subcommand
//
// Beside them are servertest, what the tests of all of them share, and interfacedoc, which writes the tables of INTERFACE.md.
//
// A belief that is turned the other way belongs into the package habit, which this one asks (habits.go) before a path is looked
// up, before a request takes effect, on the body of a write, on a document before it is stored and on its way out, and on an answer.
// A web page belongs into a package page beside control, over the methods of Server like that.
package refserver
