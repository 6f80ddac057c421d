// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package cron reads the six parts of a cron expression and tells when it runs. The interface shows only the names of the parts;
// all else is quirk 141.
//
// It imports nothing of this module. Start reading in part.go; schedule.go tells the times.
package cron
