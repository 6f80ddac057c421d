// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package catalog describes the kinds of engine objects, such as alert, as Terraform sees them. Each kind has a file; item.go, parameter.go
// and derived.go have attributes that several kinds share. Everything that differs between the kinds is in this package. Package provider
// works the same way for all kinds and names none.
//
// The package imports attribute and check to declare attributes and their rules, and engine for the paths of the objects. Start reading in
// object.go, then alert.go.
package catalog
