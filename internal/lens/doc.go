// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package lens converts between the engine's JSON documents and Terraform values. A document is decoded JSON: map[string]any, with numbers
// as json.Number. A view is a tftypes.Value that represents an engine object in a configuration, a plan or the state. Attributes that the
// configuration does not declare are null in the view, and are neither read nor sent. A Shape, built once from a resource's schema,
// describes the structure of its documents and views. All functions are pure.
//
//	Project(doc, view)               updates the view with the values from the document, for a read
//	Overlay(doc, view)               writes the declared values into the document, for a request body
//	Patch(doc, prior, planned)       returns the body of an update from the state (prior) to the plan
//	Reconcile(doc, prior, planned)   returns the plan plus the list elements that another client added
//
// Property tests check these laws for random documents (d) and views (v):
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
// Values are compared by meaning (equality.go). For example, a number equals its string form (5 and "5"), some strings equal their
// upper-case form, and JSON is equal regardless of format. All forms of "no value" are equal, and so are all forms of a reference
// (reference.go). If two values are equal, Project keeps the declared form.
//
// In arrays, elements with equal keys, such as the same ref_id, correspond to each other, and their order doesn't matter (match.go). In an
// array of strings, each string is its own key. If objects have no key, their order is significant. They are paired by equality first, and
// then by position.
//
// Terraform can't represent some array elements, such as a number where the schema has an object. Such elements are null (or, in an import,
// a placeholder) in the view, and Overlay leaves them unchanged.
//
// The package imports packages of base and Terraform's types, but nothing about HTTP or the kinds of objects. Start reading in shape.go and
// equality.go. The testdata/rules directory contains examples of every rule, in one file per topic.
package lens
