// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package catalog has the engine's objects as Terraform sees them: one file per object, and in between the pieces that several
// objects share (item.go, parameter.go, deployment.go, derived.go). What is special about an object it says here itself; the
// machinery in package provider names none.
//
// It imports attribute and check for what it declares, and the client for where the objects are kept. Start reading in
// object.go, then alert.go.
package catalog
