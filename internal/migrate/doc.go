// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate is the migrate subcommand: it rewrites configurations of another provider's resources for this one. What is
// not about these resources stays byte by byte, comments included; what can't be decided is left as a comment and listed.
//
// The text is edited, not printed anew: references are small edits (references.go, literal.go) in the text out of which the
// bodies of resources are put together again (body.go, dynamic.go). Which types stand for which objects says package foreign,
// what the objects look like the catalog.
//
// It may import foreign, attribute, catalog, document, jsontype and provider. Start reading in command.go, then migration.go.
package migrate
