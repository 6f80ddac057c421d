// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refserver implements the reference server, which behaves like the engine that INTERFACE.md describes. Tests create a server with
// New, which returns an http.Handler. The package command turns the server into a subcommand.
//
// The server does not import the provider or Terraform, so tests compare the client and the provider with independent code. Alerts produce
// the same results in the server and in the provider, because both use the packages rehearsal and series.
//
// table/INTERFACE.md describes the engine's interface as this project understands it. quirks.go contains a numbered list of assumptions
// about the engine that no document proves.
//
// Start reading at server.go. These files contain the steps of handling a request:
//
//	fault.go          injects the failures that a test or Options.FaultRate requests, and runs the hooks of tests
//	request.go        checks the authorization header and reads the body
//	route.go          resolves the URL path to a collection, an object, or an action on an object
//	operation.go, write.go, list.go
//	                  perform the operation
//	precondition.go   computes ETags and checks the If-Match header
//	response.go       sends the response
//
// Between these steps, the server calls the hooks of the active habits (habits.go).
//
// The methods in evaluation.go, inspect.go, requestlog.go and seed.go are for Go tests. Tests in other languages call the same methods over
// HTTP, through the package control.
//
// Each of the following packages imports only packages that precede it in this list:
//
//	jsondoc         JSON objects and rejections
//	table           the fields and paths of each kind of object, and the checks of request bodies
//	store           the stored objects, the data file, and the filters and orders of list requests
//	notify          events, notifications and e-mails
//	evaluation      the runs of alerts on recorded data, and the server's clock
//	rule            rules that apply to one kind of object, such as deployments
//	habit           the habits: optional deviations from INTERFACE.md
//	openapi         the OpenAPI description
//	refserver       this package
//	control         the control door, an HTTP interface with which tests control the server
//	command         the reference-server subcommand
//
// The package servertest contains helpers for the tests of these packages.
package refserver
