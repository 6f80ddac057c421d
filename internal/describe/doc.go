// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package describe says in English what objects of the engine do.
//
// It imports attribute and expression. Start reading in alert.go.
package describe
