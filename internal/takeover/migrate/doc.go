// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate is the migrate subcommand: it rewrites configurations of another provider's resources for this provider. All
// other text stays byte for byte, comments included. Migrate turns what it can't decide into comments, and lists them.
//
// Migrate edits the text and does not print it from a syntax tree. References are small edits (references.go, literal.go). The
// bodies of resources are put together from the edited parts (body.go, dynamic.go, extra.go). Package foreign maps the types and
// attributes of other providers to this one's, and the catalog describes the objects.
//
// With the state of the other provider (state.go), migrate can do more. The state shows what the engine holds (predict.go). A
// reference server gets those objects, and this provider moves the resources to its own state there (standin.go). The result is the
// moved state, from which the first plan after the migration will start. The rewritten resources declare its values (seen.go); then
// they are validated and planned (prove.go).
//
// It may import foreign, attribute, catalog, document, jsontype, lens, newfile, provider, refserver, and the packages hcltext,
// protocol and statefile of adopt. Start reading in command.go, then migration.go.
package migrate
