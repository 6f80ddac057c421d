// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// testEngine is the reference server of one test, with what the tests ask of it.
type testEngine struct {
	*providertest.Engine
}

func startEngine(t *testing.T, options refserver.Options) *testEngine {
	t.Helper()
	return &testEngine{providertest.StartEngine(t, options)}
}

// writes are the requests so far that change something.
func (e *testEngine) writes() []refserver.Request {
	var writes []refserver.Request
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			writes = append(writes, r)
		}
	}
	return writes
}

// factories give every test a provider of its own.
func factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"engine": func() (tfprotov6.ProviderServer, error) {
			return provider.NewComparedServer("test", providertest.Difference), nil
		},
	}
}
