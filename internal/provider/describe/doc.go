// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package describe describes alerts in English sentences.
//
// It imports attribute and expression. Start reading in alert.go.
package describe
