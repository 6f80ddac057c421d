// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// start returns a provider and the test engine that it uses, which contains 1,000 nodes and 1,000 algorithms.
func start(t *testing.T) (*protocol.Provider, *providertest.Engine) {
	t.Helper()
	e := providertest.StartEngine(t, refserver.Options{})
	t.Setenv("ENGINE_BASE_URL", e.URL)
	t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
	objects := map[string][]map[string]any{}
	for n := range 1000 {
		objects["node"] = append(objects["node"], map[string]any{"id": fmt.Sprint(n), "name": fmt.Sprint(n), "type": "self_hosted"})
		objects["component"] = append(objects["component"], map[string]any{
			"id": fmt.Sprint(n), "name": fmt.Sprint(n), "type": "algorithm", "version": "1", "deployment_capacity": "small",
			"deployment_type": "SERVICE_HOSTED",
			"input":           []any{}, "output": []any{}, "routines": []any{},
		})
	}
	if err := e.Seed(objects); err != nil {
		t.Fatal(err)
	}
	p, err := protocol.Start(t.Context(), provider.NewServer("test")())
	if err == nil {
		err = p.Configure(t.Context(), map[string]cty.Value{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, e
}

type broken struct{ tfprotov6.ProviderServer }

func (broken) ImportResourceState(context.Context, *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	panic("oh")
}

func (broken) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	panic("oh")
}

func TestPanicIsAnErrorOfTheObject(t *testing.T) {
	whole, _ := start(t)
	o, err := whole.Import(t.Context(), "engine_node", "1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := protocol.Start(t.Context(), broken{provider.NewServer("test")()})
	if err != nil {
		t.Fatal(err)
	}
	const want = "the provider panicked: oh"
	if _, err := p.Import(t.Context(), "engine_node", "1"); err == nil || err.Error() != want {
		t.Errorf("Import: %v", err)
	}
	if _, _, err := p.Plan(t.Context(), o, o.State); err == nil || err.Error() != want {
		t.Errorf("Plan: %v", err)
	}
}

// TestImportsInBulk checks that importing many objects takes few requests. Terraform reads each object both during and after the import.
// Instead of requesting each object, the provider must request lists of objects.
func TestImportsInBulk(t *testing.T) {
	p, e := start(t)
	for typeName, prefix := range map[string]string{"engine_node": "", "engine_component": "algorithm/"} {
		e.ClearRequests()
		ids := make(chan string)
		var workers sync.WaitGroup
		for range 10 {
			workers.Go(func() {
				for id := range ids {
					o, err := p.Import(t.Context(), typeName, prefix+id)
					if err != nil || o.State.GetAttr("name").AsString() != id {
						t.Errorf("%s %s: %v", typeName, id, err)
					}
				}
			})
		}
		for n := range 1000 {
			ids <- fmt.Sprint(n)
		}
		close(ids)
		workers.Wait()
		if got := len(e.Requests()); got > 25 {
			t.Errorf("%s: %d requests for 1,000 imports, want 25 at most", typeName, got)
		}
	}
}

// TestImportReadsOneObject checks that importing one object reads only that object and no list, even if the engine has many objects.
func TestImportReadsOneObject(t *testing.T) {
	p, e := start(t)
	e.ClearRequests()
	if _, err := p.Import(t.Context(), "engine_node", "700"); err != nil {
		t.Fatal(err)
	}
	if got := len(e.Requests()); got > 3 {
		t.Errorf("%d requests for one import, want 3 at most", got)
	}
	if _, err := p.Import(t.Context(), "engine_node", "none"); err == nil {
		t.Error("an object was imported that is not there")
	}
}
