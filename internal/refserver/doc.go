// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver implements the reference server: an HTTP server that behaves like the engine that table/INTERFACE.md describes. Tests
// call New to create a Server, which is an http.Handler. Package command makes the server available as a subcommand.
//
// The server does not import the provider or Terraform, so that tests check the client and the provider against independent code. The
// exception is the evaluation of alerts: the server and the provider share packages rehearsal and series, so alerts produce the same
// results in both.
//
// INTERFACE.md describes the engine's interface as this project understands it. quirks.go lists unproven assumptions about the engine.
//
// Start reading at server.go. These files implement the steps of handling a request:
//
//	fault.go          injects failures for tests and for Options.FaultRate, and runs test hooks
//	request.go        checks the authorization header and reads the body
//	route.go          resolves the URL path to a collection, an object, or an action on an object
//	operation.go, write.go, list.go
//	                  perform the operation
//	precondition.go   computes ETags and checks the If-Match header
//	response.go       sends the response
//
// A habit (package habit) is an optional deviation from INTERFACE.md. The server calls the hooks of the active habits between these steps.
//
// The methods in evaluation.go, inspect.go, requestlog.go and seed.go are for Go tests. Tests in other languages call the same methods over
// HTTP, through package control.
//
// Each of the following packages imports only packages that precede it in this list:
//
//	jsondoc         JSON objects and rejections
//	table           the fields and paths of each kind of object, and the validation of request bodies
//	store           the stored objects, the data file, and the filtering and sorting of lists
//	notify          events, notifications and e-mails
//	evaluation      alert runs on recorded data, and the server's clock
//	rule            rules that apply to one kind of object, such as deployments
//	habit           the habits: optional deviations from INTERFACE.md
//	openapi         the OpenAPI description
//	refserver       this package
//	page            the web page that shows the objects
//	control         the control API, an HTTP interface that lets tests control the server
//	command         the reference-server subcommand
//
// Package servertest contains test helpers for these packages.
package refserver
