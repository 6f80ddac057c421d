// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rulecatalog reads rule catalogs: YAML texts with rules from which modules make alerts. catalog.go defines the syntax once, as a
// tree of forms. Read checks a text against the forms, and Schema converts them to a JSON schema for editors.
//
// The package imports attribute, cron and expression. Start reading in catalog.go.
package rulecatalog
