// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// Engine is a reference server that listens for HTTP requests. The embedded methods change and inspect its objects.
type Engine struct {
	*refserver.Server
	URL string
}

// StartEngine starts a reference server that is closed when the test ends.
func StartEngine(t testing.TB, options refserver.Options) *Engine {
	t.Helper()
	server := servertest.Serve(t, options)
	return &Engine{Server: server.Server, URL: server.URL}
}

// Config returns a configuration: a provider block for this engine, followed by the given body.
func (e *Engine) Config(body string) string {
	const block = "provider \"engine\" {\n  base_url   = %q\n  access_id  = %q\n  secret_key = %q\n}\n\n"
	return fmt.Sprintf(block, e.URL, e.AccessID(), e.SecretKey()) + body
}

// Environment returns the environment variables that make a provider block without arguments use this engine.
func (e *Engine) Environment() []string {
	return []string{"ENGINE_BASE_URL=" + e.URL, "ENGINE_ACCESS_ID=" + e.AccessID(), "ENGINE_SECRET_KEY=" + e.SecretKey()}
}

// Client returns a client for this engine.
func (e *Engine) Client(t testing.TB) *engine.Client {
	t.Helper()
	client, err := engine.New(engine.Config{BaseURL: e.URL, AccessID: e.AccessID(), SecretKey: e.SecretKey()})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Writes returns the write requests in the server's log, in order.
func (e *Engine) Writes() []refserver.Request {
	return slices.DeleteFunc(e.Requests(), func(r refserver.Request) bool { return r.Method == http.MethodGet })
}

// AddEvents adds the given number of events to every alert in the engine, with the messages "0", "1" and so on.
func (e *Engine) AddEvents(t testing.TB, count int) {
	t.Helper()
	for i := range count {
		for _, alert := range e.Objects("alert") {
			err := e.Edit("alert", fmt.Sprint(alert["id"]), func(doc map[string]any) {
				doc["status"], doc["status_text"] = []string{"alert", "no_alert"}[i%2], strconv.Itoa(i)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
