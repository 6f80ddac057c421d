// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package notify_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain runs the tests and fails if a goroutine is still running afterwards.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
