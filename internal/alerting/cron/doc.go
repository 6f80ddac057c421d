// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package cron parses the six parts of a cron expression and computes when it runs. The interface document shows only the names of the
// parts; their syntax and meaning are assumptions (quirk 141).
//
// The package imports nothing of this module. Start reading in part.go; schedule.go computes the times.
package cron
