// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rivals tests updates of objects that somebody else, the rival, changes at the same time: between the plan and the apply, or
// between the provider's read and its update.
//
// It contains only tests. Start reading in rivals_test.go. race_test.go has the code that the tests share.
package rivals
