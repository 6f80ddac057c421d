// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// proven returns the changes of the migration. If there is a state, it first computes the moved state, so that the changes fit, and
// then proves them.
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

// prove validates and plans each instance of the rewritten resources as the first plan will. It reports errors and changes.
func (m *migration) prove(ctx context.Context, s *standIn, changes []change) error {
	texts, err := declaredIn(changes)
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(m.instances(), func(one *instance) bool { return one.object == nil })
	configs := map[*instance]cty.Value{} // evaluated one after the other, because scopes remember values
	problems := map[*instance]error{}
	for _, one := range all {
		configs[one], problems[one] = one.config(s.Declared(one.target.typeName), texts[one.dir][one.target])
	}
	for i, err := range protocol.Each(ctx, all, func(one *instance) error {
		if problems[one] != nil {
			return problems[one]
		}
		return s.proveOne(ctx, one, configs[one])
	}) {
		if err != nil {
			m.report.undecided(all[i].block.TypeRange, "%s: %v", all[i], err)
		}
	}
	return ctx.Err()
}

// declaredIn returns the attributes of the resources in the new texts, by folder and address. Attributes in override files replace
// earlier ones.
func declaredIn(changes []change) (map[string]map[address]hclsyntax.Attributes, error) {
	all := map[string]map[address]hclsyntax.Attributes{}
	for _, c := range slices.SortedStableFunc(slices.Values(changes), func(a, b change) int { return overridesLast(a.file, b.file) }) {
		parsed, err := parseFile(c.path, []byte(c.after))
		if err != nil {
			return nil, err
		}
		dir := path.Dir(c.path)
		if all[dir] == nil {
			all[dir] = map[address]hclsyntax.Attributes{}
		}
		for _, b := range parsed.body.Blocks {
			if b.Type != "resource" || len(b.Labels) != 2 {
				continue
			}
			if all[dir][addressOf(b)] == nil {
				all[dir][addressOf(b)] = hclsyntax.Attributes{}
			}
			maps.Copy(all[dir][addressOf(b)], b.Body.Attributes)
		}
	}
	return all, nil
}

// proveOne plans an instance. It ignores attributes that are expected to change, and those whose configuration is unknown.
func (s *standIn) proveOne(ctx context.Context, one *instance, config cty.Value) error {
	planned, _, err := s.Prove(ctx, one.object, config)
	if err != nil {
		return err
	}
	changed := slices.DeleteFunc(protocol.Differences(one.object.State, planned), func(name string) bool {
		return slices.Contains(one.changing, name) || config.Type().HasAttribute(name) && !config.GetAttr(name).IsWhollyKnown()
	})
	if len(changed) > 0 {
		return fmt.Errorf("the plan would change %s", strings.Join(changed, ", "))
	}
	return nil
}

// config returns the configuration of an instance. Expressions that can't be evaluated here are unknown.
func (one *instance) config(t cty.Type, attributes hclsyntax.Attributes) (cty.Value, error) {
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
