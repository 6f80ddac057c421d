// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package provider serves Terraform: it has the concepts of Terraform's protocol (resource, data source, import, identity, ...),
// each in one file that serves all objects of the catalog. No object has mapping code: the lens moves values.
//
// A call comes to seam.go, which answers it the short way (short_way.go, short_check.go, short_upgrade.go) or hands it to the
// framework; apply.go says how a change is carried out, definition.go what is derived from an object of the catalog.
//
// It may import every part but the reference server, which only tests use. Start reading in seam.go, then resource.go and
// apply.go.
package provider
