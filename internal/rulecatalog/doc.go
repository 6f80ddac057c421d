// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rulecatalog reads rule catalogs: YAML texts of rules, of which modules make alerts. What a catalog may hold is described once, as
// forms in catalog.go; Read holds a text against them, and Schema makes the JSON schema of them with which editors complete and check.
//
// It imports attribute, cron and expression. Start reading in catalog.go.
package rulecatalog
