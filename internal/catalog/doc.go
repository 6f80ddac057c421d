// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package catalog describes the engine's objects as Terraform sees them: one file per object, and files for the attributes that several
// objects share (item.go, parameter.go, derived.go). Everything that differs between objects is in this package; the
// code in package provider names no object.
//
// It imports attribute and check to declare attributes and their rules, and engine for the collections. Start reading in object.go, then
// alert.go.
package catalog
