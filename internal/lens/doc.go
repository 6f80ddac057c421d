// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lens converts between the engine's JSON documents and Terraform values. In this package, a view is the Terraform value of an
// engine object in a configuration, a plan or the state. Attributes that the configuration does not declare are null in the view. All
// functions are pure.
//
//	Project(doc, view)               the view with the values from the document: the result of a read
//	Overlay(doc, view)               the document with the declared values, and all else unchanged: what a write sends
//	Patch(doc, prior, planned)       the body of an update from the state (prior) to the plan
//	Reconcile(doc, prior, planned)   the plan plus the elements that another client added
//
// Property tests check these laws:
//
//	Project(Overlay(d, v), v) == v
//	Overlay(d, Project(d, v)) == d, apart from the order of arrays whose elements have a key
//	Overlay(Overlay(d, v), v) == Overlay(d, v)
//	Project(d, Project(d, v)) == Project(d, v)
//
// The laws have four exceptions:
//
//   - Attributes that are never sent, such as "id", come only from the document.
//   - If the engine does not return a key that is declared in "extra", Project keeps the declared value and Overlay adds the key.
//   - If the engine returns a reference as an id ("t1"), Overlay expands it to an object ({"id": "t1"}).
//   - The name in a reference is only a label: Project keeps the declared name, and Overlay writes it.
//
// Values are compared by meaning (equality.go). For example, these are equal: a number and its string form (5 and "5"), upper and lower
// case of some words, JSON in any format, all forms of "no value" and all forms of a reference (reference.go). If two values are equal,
// Project keeps the declared form.
//
// Elements of two arrays are paired if they have the same key, such as ref_id (match.go). Their order is insignificant. A string is its own
// key. Objects without a key are paired first if they are equal, and then by position. Their order is significant.
//
// Terraform can't represent some array elements, for example a number where the schema has an object. They are null in the view, and
// Overlay leaves them unchanged.
//
// A document is decoded JSON (map[string]any with json.Number), and a view is a tftypes.Value. A Shape describes both. It is built once
// from a resource's schema. An attribute that is null in the view is neither read nor sent.
//
// The package imports Terraform's plugin types and packages in internal/base that read values. Start reading in shape.go and equality.go.
// The testdata/rules directory contains examples of every rule, in one file per topic.
package lens
