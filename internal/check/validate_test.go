// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
)

// wantProblems compares what the provider says to a configuration with what is wanted, as providertest.WantProblems does.
func wantProblems(t *testing.T, typeName string, config map[string]any, want ...string) {
	t.Helper()
	providertest.WantProblems(t, provider.NewServer("test")(), typeName, config, want...)
}
