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

// instances returns all instances of rewritten resources in the state.
func (m *migration) instances() []*instance {
	var all []*instance
	for _, mod := range m.inOrder() {
		for _, r := range mod.order {
			all = append(all, r.instances...)
		}
	}
	return all
}

// moveAll moves all instances of the rewritten resources to a stand-in, and records the moved state of each.
func (m *migration) moveAll(ctx context.Context) (*standIn, error) {
	for calls, dir := range m.folders {
		for at, r := range m.modules[dir].resources {
			for _, one := range m.state[stateAddress{calls, at}] {
				one.resource = r
				r.instances = append(r.instances, one)
			}
		}
	}
	documents := map[string][]map[string]any{}
	arrange := func(elements []any) []any { return elements }
	if m.hasTerraformOrder() {
		arrange = sentOrder
	}
	var all []*instance
	for _, one := range m.instances() {
		doc := one.predicted(arrange)
		if !one.hasRequired(doc) {
			m.report.note(one.block.TypeRange, "%s: the state does not show what the engine has, so its plan is not proven", one)
			continue
		}
		documents[one.kind.Object] = append(documents[one.kind.Object], doc)
		all = append(all, one)
	}
	s, err := startStandIn(ctx, documents)
	if err != nil {
		return nil, err
	}
	problems := protocol.Each(ctx, all, func(one *instance) (err error) {
		one.object, err = s.Move(ctx, one.target.typeName, one.typeName, []byte(document.Encode(one.attributes)))
		return err
	})
	for i, err := range problems {
		if err != nil {
			all[i].object = nil
			m.report.undecided(all[i].block.TypeRange, "%s can't be moved to this provider: %v", all[i], err)
		}
	}
	for _, one := range all {
		if one.seen == nil {
			one.seen = one.common()
		}
	}
	return s, ctx.Err()
}

// common returns the values that all instances of a resource have in the moved state.
func (r *resource) common() seen {
	var states []cty.Value
	for _, one := range r.instances {
		if one.object != nil {
			states = append(states, one.object.State)
		}
	}
	return seenOf(states...)
}
