// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package probe determines how an engine differs from what the provider expects. The possible differences are called habits: each is one
// way in which an engine may deviate from INTERFACE.md, which lists them all. A run looks only for the habits that users of the provider
// notice, which are those with a topic in that list.
//
// A run works through its topics in order. Without Options.Write, it sends only GET requests. With Options.Write, it also creates objects,
// updates them, and deletes them at the end. It never changes an object that it did not create.
//
//	probe.go       runs the topics and deletes the objects
//	report.go      collects observations and draws conclusions from them
//	send.go        sends requests and repeats those that failed
//	route.go       builds paths in the form that the engine accepts, and reads lists
//	ledger.go      creates and changes objects, and protects other users' objects
//	clean.go       deletes the objects of this run and of earlier runs
//	objects.go     creates the objects that several topics use
//	defaults.go    reads the fields that no request has set
//
// An error in a step is stored in run.err, after which all later steps do nothing (see run.fail). Therefore, only Run and clean.go check
// errors.
//
// Start reading at Run. The package imports the client. From the reference server, it imports only the interface tables and the list of
// habits.
package probe
