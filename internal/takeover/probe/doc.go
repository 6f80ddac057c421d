// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package probe finds out how an engine behaves: which habits of the reference server it has. INTERFACE.md lists the habits,
// and those with a topic are the ones that a run looks for.
//
// A run has topics (probe.go). Topics that only read come first. With Options.Write, topics follow that make
// objects, change them and delete them again; they touch no object that the run did not make.
//
//	probe.go       runs the topics and cleans up
//	verdict.go     collects what the topics saw and decides
//	door.go        sends requests; a failed one is repeated
//	route.go       writes paths in this engine's form, and reads lists
//	ledger.go      makes and changes objects, and lets nobody else's be touched
//	clean.go       deletes objects, those of this run and of earlier ones
//	objects.go     makes the objects that several topics use
//	defaults.go    looks at fields that nobody sent
//
// A step that fails notes the error in the run, and all further steps do nothing (run.fail). So only Run and clean.go look at errors.
//
// Start reading at Run. The package imports the client for the requests, and from the reference server only the tables of the interface
// and the names of the habits.
package probe
