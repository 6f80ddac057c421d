// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package firing runs terraform test below the reference server, whose alerts run on data, as the guide to rehearsals has it. It has tests
// alone.
package firing
