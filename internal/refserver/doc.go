// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver is the reference server: an engine that behaves as INTERFACE.md describes. Tests use it as a library (New returns an
// http.Handler). The package command makes a command of it.
//
// The server does not import the provider or Terraform, so that tests can check the client and the provider against independent code.
// It shares only the packages rehearsal and series with the provider, so that alerts have the same results in both.
//
// table/INTERFACE.md describes the engine's interface as this project understands it. quirks.go lists and numbers the assumptions
// about the engine that no document proves.
//
// Start reading at server.go. The server handles a request in these steps:
//
//	fault.go          makes the request fail, if a test or Options.FaultRate asks for it, and runs a test's hooks
//	request.go        checks the authorization header and reads the body
//	route.go          finds what the URL path names: a collection, an object, or an action on an object
//	operation.go, write.go, list.go
//	                  do the operation
//	precondition.go   computes ETags and checks the header If-Match
//	response.go       sends the response
//	habits.go         runs the habits between these steps
//
// Go tests call the methods in evaluation.go, inspect.go, requestlog.go and seed.go. Tests in other languages call them over HTTP, through
// the package control.
//
// Each package below this one imports only packages that come before it in this list:
//
//	jsondoc         JSON objects and rejections
//	table           the fields and paths of each kind of object, and the checks of request bodies
//	store           the stored objects, the data file, and the filters and orders of list requests
//	notify          events, notifications and e-mails
//	evaluation      the runs of alerts on recorded data, and the server's clock
//	rule            rules of single kinds of objects: schedules, function items, deployments
//	habit           the habits: ways in which the server can behave differently
//	openapi         the OpenAPI description
//	refserver       this package
//	control         the control door, an HTTP interface through which tests control the server
//	command         the reference-server subcommand
//
// servertest supports the tests of all these packages.
package refserver
