// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package probe determines how an engine differs from INTERFACE.md. Each known deviation is called a habit. Package refserver/habit lists
// all habits. A run ignores some of them because users don't notice them or because they occur only at random.
//
// A run tests groups of habits, called topics, in order. Without Options.Write, it sends only GET requests. With Options.Write, it also
// creates and updates objects, and deletes them at the end. It never changes an object that it did not create.
//
//	probe.go       runs the topics and deletes the objects
//	report.go      collects observations and draws conclusions from them
//	send.go        sends requests and retries those that failed
//	route.go       builds paths in the form that the engine accepts, and reads lists
//	ledger.go      creates and changes objects, and protects other users' objects
//	clean.go       deletes the objects of this run and of earlier runs
//	objects.go     creates the objects that several topics use
//	defaults.go    reads the fields that no request has set
//
// Errors are stored in run.err, which turns all later steps into no-ops (see run.fail). As a result, only Run and clean.go check errors.
//
// Start reading at Run. The package imports the client and, from the reference server, only the interface tables and the list of habits.
package probe
