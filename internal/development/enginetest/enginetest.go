// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package enginetest starts a reference server and a client for tests, and creates objects of every kind. Only tests import it. It imports
// the client and the reference server.
package enginetest

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// Start starts a reference server and returns it with a client. If change is not nil, it may modify the client's configuration.
func Start(t *testing.T, options refserver.Options, change func(*engine.Config)) (*engine.Client, *refserver.Server) {
	t.Helper()
	served := servertest.Serve(t, options)
	server := served.Server
	cfg := engine.Config{BaseURL: served.URL, AccessID: server.AccessID(), SecretKey: server.SecretKey()}
	if change != nil {
		change(&cfg)
	}
	client, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client, server
}

// StartInMemory is like Start, but the client calls the server without a network, so that tests can use the fake clock of testing/synctest.
func StartInMemory(t *testing.T, options refserver.Options, change func(*engine.Config)) (*engine.Client, *refserver.Server) {
	t.Helper()
	server := servertest.Start(t, options)
	return Client(t, engine.Config{AccessID: server.AccessID(), SecretKey: server.SecretKey()}, server, change), server
}

// Client returns a client that calls the handler without a network. If change is not nil, it may modify the configuration.
func Client(t testing.TB, cfg engine.Config, handler http.Handler, change func(*engine.Config)) *engine.Client {
	t.Helper()
	cfg.BaseURL, cfg.Transport = "http://engine.test", servertest.InMemory{Handler: handler}
	if change != nil {
		change(&cfg)
	}
	client, err := engine.New(cfg)
	Must(t, err)
	return client
}

// Must fails the test immediately if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Check fails the test if err is not nil. Unlike Must, it lets the test continue, so it may be called from any goroutine.
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// ErrorOf returns only the error from a call with two results, for use with Must: Must(t, ErrorOf(client.Read(...))).
func ErrorOf[T any](_ T, err error) error { return err }

// Create creates an object and returns the engine's document for it. It fails the test immediately on error.
func Create(t *testing.T, client *engine.Client, col engine.Collection, doc engine.Document) engine.Document {
	t.Helper()
	created, err := client.Create(t.Context(), col, doc)
	if err != nil {
		t.Fatalf("create a %s: %v", col, err)
	}
	return created
}

// ID returns the id in an engine document. It fails the test immediately if there is none.
func ID(t *testing.T, doc engine.Document) string {
	t.Helper()
	id, ok := doc["id"].(string)
	if !ok {
		t.Fatalf("the id is %v", doc["id"])
	}
	return id
}

// Documents returns, for each kind of object, a valid document with which tests can create an object. It first creates the objects that the
// documents refer to, such as the tab for a widget.
func Documents(t *testing.T, client *engine.Client) map[engine.Collection]engine.Document {
	t.Helper()
	algorithms := engine.Components("algorithm")
	dashboard := ID(t, Create(t, client, engine.Dashboards, engine.Document{"name": "owner"}))
	tab := ID(t, Create(t, client, engine.Tabs, engine.Document{"name": "owner", "dashboard": dashboard}))
	owner := ID(t, Create(t, client, algorithms, Component("owner")))
	return map[engine.Collection]engine.Document{
		engine.Dashboards:              {"name": "a"},
		engine.Tabs:                    {"name": "a", "dashboard": dashboard, "order": 1},
		engine.Widgets:                 {"name": "a", "tab": tab, "type": "line", "width": 3},
		algorithms:                     Component("a"),
		engine.Components("connector"): Component("a"),
		engine.Routines: {
			"name": "a", "component_id": owner, "type": "inference", "config": []any{}, "input": []any{}, "output": []any{},
		},
		engine.Alerts:    Alert("a"),
		engine.Nodes:     {"name": "a", "type": "self_hosted"},
		engine.Functions: {"name": "a"},
	}
}

// Component returns a component document with only the required fields.
func Component(name string) engine.Document {
	return engine.Document{
		"name": name, "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
}

// Alert returns an alert document with only the required fields.
func Alert(name string) engine.Document {
	return engine.Document{"name": name, "severity": "SEV3", "type": "rate"}
}
