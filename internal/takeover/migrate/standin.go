// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// standIn is this provider, connected to a reference server with the objects of the state. It produces the moved state.
type standIn struct {
	*protocol.Provider
	server *http.Server
}

// startStandIn starts a stand-in with documents by kind of object. The caller closes its server.
func startStandIn(ctx context.Context, documents map[string][]map[string]any) (*standIn, error) {
	engine, err := refserver.New(refserver.Options{})
	if err != nil {
		return nil, err
	}
	if err := engine.Seed(documents); err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &standIn{server: &http.Server{Handler: engine, ReadHeaderTimeout: time.Minute}}
	go func() { _ = s.server.Serve(listener) }()
	s.Provider, err = protocol.Start(ctx, provider.NewServer("migrate")())
	if err == nil {
		err = s.Configure(ctx, map[string]cty.Value{
			"base_url":  cty.StringVal("http://" + listener.Addr().String()),
			"access_id": cty.StringVal(engine.AccessID()), "secret_key": cty.StringVal(engine.SecretKey()),
		})
	}
	if err != nil {
		return nil, errors.Join(err, s.server.Close())
	}
	return s, nil
}

// shown moves all instances of the resources to the stand-in, and records the moved state of each.
func (m *migration) shown(ctx context.Context) (*standIn, error) {
	m.findInstances()
	documents := map[string][]map[string]any{}
	arrange := func(elements []any) []any { return elements }
	if m.hasTerraformOrder() {
		arrange = sentOrder
	}
	var all []instance
	for _, one := range m.instances() {
		doc := one.predicted(one.held, arrange)
		if !one.hasRequired(doc) {
			m.report.note(one.file, one.block.TypeRange.Start.Byte, "%s: the state does not show what the engine has, so its plan is not proven", one.resource)
			continue
		}
		documents[one.kind.Object] = append(documents[one.kind.Object], doc)
		all = append(all, one)
	}
	s, err := startStandIn(ctx, documents)
	if err != nil {
		return nil, err
	}
	problems := make([]error, len(all))
	protocol.Each(ctx, len(all), func(i int) {
		r, h := all[i].resource, all[i].held
		h.object, problems[i] = s.Move(ctx, r.target, r.typeName, []byte(document.Encode(h.attributes)))
	})
	for i, err := range problems {
		if err != nil {
			r := all[i].resource
			all[i].object = nil
			m.report.undecided(r.file, r.block.TypeRange.Start.Byte, "%s can't be moved to this provider: %v", r, err)
		}
	}
	for _, one := range all {
		if one.seen == nil {
			one.seen = one.common()
		}
	}
	return s, ctx.Err()
}

// instance is one instance of a rewritten resource.
type instance struct {
	*resource
	*held
	mod *module
}

// instances returns all instances of rewritten resources in the state.
func (m *migration) instances() []instance {
	var all []instance
	for _, mod := range m.inOrder() {
		for _, r := range mod.order {
			for _, h := range r.held {
				all = append(all, instance{r, h, mod})
			}
		}
	}
	return all
}

// common returns the values that all instances of a resource have in the moved state.
func (r *resource) common() seen {
	var states []cty.Value
	for _, h := range r.held {
		if h.object != nil {
			states = append(states, h.object.State)
		}
	}
	return seenOf(states...)
}
