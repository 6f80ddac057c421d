// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package provider is the Terraform provider. Every engine object has one file that says what a configuration may declare
// of it (alert.go, widget.go, ...) and one line in the registry of object.go; every Terraform concept has one file that
// serves all objects (resource.go, data_source.go, ...). No object has mapping code: the lens moves values.
//
// The package may import the client and the lens, and the reference server in tests. Start reading in object.go, then
// alert.go and resource.go.
package provider
