// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lens converts between engine documents and Terraform values. A Terraform resource is a view of an engine document: the
// attributes that the configuration declares. The functions are pure.
//
//	Project(doc, view)               the view with the values of the document
//	Overlay(doc, view)               the document with the declared values, and everything else unchanged
//	Patch(doc, prior, planned)       the body of an update
//	Reconcile(doc, prior, planned)   the planned view with the elements that somebody else added
//
// Property tests check these laws:
//
//	Project(Overlay(d, v), v) == v
//	Overlay(d, Project(d, v)) == d, apart from the order of arrays whose elements have a key
//	Overlay(Overlay(d, v), v) == Overlay(d, v)
//	Project(d, Project(d, v)) == Project(d, v)
//
// The laws have four exceptions. Attributes that are never sent, such as "id", come from the document alone. A key of "extra" that the
// engine does not answer keeps its declared value, and Overlay adds it. Overlay completes references that were answered as ids. The name
// of a reference is a label, so a view keeps its own name and Overlay writes it.
//
// Values are compared by meaning (equality.go): numbers and their texts, words in upper and lower case, JSON in any spelling, all forms
// of "no value" (none.go) and of references (reference.go) are equal. A view keeps its spelling while the meaning is the same.
//
// Elements of an array pair by their key (match.go). A text is its own key. The order of keyed elements means nothing. Objects without a
// key pair by equal values first and then by position, and their order is part of the value. An element that no view can show is null in
// the view, and null leaves it unchanged.
//
// A document is decoded JSON (map[string]any with json.Number), and a view is a tftypes.Value. A Shape, which is built once from the
// schema of a resource, describes both. A null attribute of a view is not declared: it is neither read nor sent.
//
// The package imports Terraform's plugin types and the packages of internal/base that read values. Start reading in shape.go and
// equality.go. The rules are in testdata/rules, one file for each topic.
package lens
