// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lens holds the idea of the provider: a Terraform resource is a view of an engine document, the attributes that
// the configuration declares, and pure functions carry values between the two.
//
//	Project(doc, view)         what the document says about the attributes that the view declares
//	Overlay(doc, view)         the document with the declared attributes put in, everything else untouched
//	Patch(doc, prior, planned) what an update has to send
//	Reconcile(doc, prior, planned)
//	                           the planned view with what somebody else added since the prior one was read
//
// Laws, kept by property tests:
//
//	Project(Overlay(d, v), v) == v
//	Overlay(d, Project(d, v)) == d, but for the order of keyed arrays
//	Overlay(Overlay(d, v), v) == Overlay(d, v)
//	Project(d, Project(d, v)) == Project(d, v)
//
// The elements of an array of objects align by their key, if their schema has one, and their order means nothing then. Without a
// key they align by equal values first, then by position, and another order is another value. Texts in an array are their own
// keys. An element that a view can't show is null in the view, and null leaves it as it is.
//
// What the engine answers and what is declared are compared by meaning (equality.go): numbers, booleans and their texts, words
// of lists in another case, JSON whatever its spelling, nothing in all its forms (none.go), references in all theirs
// (reference.go). A view keeps its spelling while the document means the same.
//
// Four things are left out of the laws: attributes that are never sent, such as "id", come from the document alone, and a key of
// "extra" that the engine does not echo stays in the view. Overlay completes references that were answered short. And the name of
// a reference is a label: a view keeps its own, and Overlay writes it.
//
// Two views are compared by the same meaning (respell.go), and what only a document has in a declared array can be told and left
// out (surplus.go).
//
// A document is decoded JSON (map[string]any with json.Number), a view is a tftypes.Value, and a Shape, built once from a
// resource schema, guides both. Null in a view means "not declared": it is never read and never sent.
//
// The package imports Terraform's plugin types and nothing else of this project. Start reading in shape.go, then equality.go:
// what "the same value" means decides everything else.
package lens
