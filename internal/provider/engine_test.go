// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// testEngine is a reference server of one test, reached over HTTP.
type testEngine struct {
	*refserver.Server
	url string
}

func startEngine(t *testing.T, options refserver.Options) *testEngine {
	t.Helper()
	server, err := refserver.New(options)
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server)
	t.Cleanup(func() {
		listener.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return &testEngine{Server: server, url: listener.URL}
}

// config is a configuration for this engine: the provider block and the given text.
func (e *testEngine) config(body string) string {
	return fmt.Sprintf("provider \"engine\" {\n  base_url   = %q\n  access_id  = %q\n  secret_key = %q\n}\n\n", e.url, e.AccessID(), e.SecretKey()) + body
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
		"engine": func() (tfprotov6.ProviderServer, error) { return newComparedServer(), nil },
	}
}
