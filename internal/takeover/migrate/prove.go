// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// proven returns the changed files. If there is a state, it first tries out the move to this provider, because the new configuration has to
// declare the values that the state will have. Then it plans the new configuration and reports what would change.
func (m *migration) proven(ctx context.Context) (changes []change, err error) {
	if m.state == nil {
		return m.changes()
	}
	s, err := m.moveAll(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.server.Close()) }()
	if changes, err = m.changes(); err != nil {
		return nil, err
	}
	return changes, m.prove(ctx, s, changes)
}

// prove validates and plans each rewritten resource, as Terraform will do after the migration. Errors and planned changes go into the
// report.
func (m *migration) prove(ctx context.Context, s *standIn, changes []change) error {
	texts, err := declaredIn(changes)
	if err != nil {
		return err
	}
	var ready []*instance
	for _, one := range m.instances() {
		if one.object == nil {
			continue
		}
		one.config, err = one.declared(s.Declared(one.target.typeName), texts[one.dir+" "+one.target.String()])
		if err != nil {
			m.report.undecided(one.block.TypeRange, "%s: %v", one, err)
		} else {
			ready = append(ready, one)
		}
	}
	for i, err := range protocol.Each(ctx, ready, func(one *instance) error { return s.proveOne(ctx, one) }) {
		if err != nil {
			m.report.undecided(ready[i].block.TypeRange, "%s: %v", ready[i], err)
		}
	}
	return ctx.Err()
}

// declaredIn returns the attributes that the changed files declare, by folder and resource address. Attributes in override files win.
func declaredIn(changes []change) (map[string]hclsyntax.Attributes, error) {
	all := map[string]hclsyntax.Attributes{}
	for _, c := range slices.SortedStableFunc(slices.Values(changes), func(a, b change) int { return overridesLast(a.file, b.file) }) {
		parsed, err := parseFile(c.path, []byte(c.after))
		if err != nil {
			return nil, err
		}
		for _, b := range parsed.body.Blocks {
			if b.Type != "resource" || len(b.Labels) != 2 {
				continue
			}
			at := path.Dir(c.path) + " " + addressOf(b).String()
			if all[at] == nil {
				all[at] = hclsyntax.Attributes{}
			}
			maps.Copy(all[at], b.Body.Attributes)
		}
	}
	return all, nil
}

// proveOne plans one instance and returns an error with the attributes that the plan would change. It skips attributes that the report
// already has, and attributes for which migrate can't compute the value.
func (s *standIn) proveOne(ctx context.Context, one *instance) error {
	planned, _, err := s.Prove(ctx, one.object, one.config)
	if err != nil {
		return err
	}
	changed := slices.DeleteFunc(protocol.Differences(one.object.State, planned), func(name string) bool {
		return slices.Contains(one.changing, name) || one.config.Type().HasAttribute(name) && !one.config.GetAttr(name).IsWhollyKnown()
	})
	if len(changed) > 0 {
		return fmt.Errorf("the plan would change %s", strings.Join(changed, ", "))
	}
	return nil
}

// declared returns the configuration of an instance as a value of type t. An expression that migrate can't evaluate becomes unknown.
func (one *instance) declared(t cty.Type, attributes hclsyntax.Attributes) (cty.Value, error) {
	scope := one.scopeOf(one.module, one.moduleAddress)
	names := scope.instanceNames(one)
	members := map[string]cty.Value{}
	for name, a := range attributes {
		if t.HasAttribute(name) {
			members[name] = scope.evaluate(a.Expr, names)
		}
	}
	return convert.Convert(cty.ObjectVal(members), t)
}

// standIn is this provider in the same process, connected to a reference server. The server has the objects that the engine should have.
// Moving resources to this provider here shows the state that Terraform will have after the move.
type standIn struct {
	*protocol.Provider
	server *http.Server
}

// startStandIn starts the provider and a reference server with the given documents, by kind of object. The caller must close the server.
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

func (m *migration) instances() []*instance {
	var all []*instance
	for _, mod := range m.inOrder() {
		for _, r := range mod.order {
			all = append(all, r.instances...)
		}
	}
	return all
}

// moveAll moves all instances of rewritten resources to this provider, as Terraform does for moved blocks, and records the state of each
// after the move.
func (m *migration) moveAll(ctx context.Context) (*standIn, error) {
	for calls, dir := range m.folders {
		for at, r := range m.modules[dir].resources {
			for _, one := range m.state[stateAddress{calls, at}] {
				one.resource = r
				r.instances = append(r.instances, one)
			}
		}
	}
	m.report.objects = len(m.instances())
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
	states := map[*resource][]cty.Value{}
	for i, one := range all {
		if problems[i] != nil {
			one.object = nil
			m.report.undecided(one.block.TypeRange, "%s can't be moved to this provider: %v", one, problems[i])
		} else if one.object != nil {
			states[one.resource] = append(states[one.resource], one.object.State)
		}
	}
	for r, values := range states {
		r.seen = seenOf(values...)
	}
	return s, ctx.Err()
}
