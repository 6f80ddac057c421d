// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package checkdocs checks the links and anchors in all Markdown files of the repository.
package checkdocs
