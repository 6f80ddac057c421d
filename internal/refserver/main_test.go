// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestScripts(t *testing.T) { servertest.RunScripts(t, "testdata/scripts/*.txtar") }
