// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package firing follows the part of the guide to rehearsals in which `terraform test` runs against the reference server, whose alerts
// run on recorded data. It contains only tests.
package firing
