// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate is the migrate subcommand: it rewrites configurations of another provider's resources for this one. What is
// not about these resources stays byte by byte, comments included; what can't be decided is left as a comment and listed.
//
// The text is edited, not printed anew: references are small edits (references.go, literal.go) in the text out of which the
// bodies of resources are put together again (body.go, dynamic.go, extra.go). Package foreign knows which types and attributes stand
// for which, the catalog what the objects look like.
//
// A state says more than a configuration (state.go). What the engine holds follows from it (predict.go), a reference server is given that,
// and this provider takes it over there (standin.go): that shows what the first plan will see. The rewritten resources declare it
// (seen.go), and are validated and planned (prove.go).
//
// It may import foreign, attribute, catalog, document, jsontype, lens, newfile, provider, refserver, and what adopt writes and asks with.
// Start reading in command.go, then migration.go.
package migrate
