// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// rewritten holds the attributes of rewritten resources in the new texts, by folder and address. Attributes in override files
// replace earlier ones.
type rewritten map[string]map[string]*hclsyntax.Attribute

func (x rewritten) add(f *file) {
	for _, b := range f.body.Blocks {
		if b.Type != "resource" || len(b.Labels) != 2 {
			continue
		}
		at := path.Dir(f.path) + ":" + b.Labels[0] + "." + b.Labels[1]
		if x[at] == nil {
			x[at] = map[string]*hclsyntax.Attribute{}
		}
		for name, a := range b.Body.Attributes {
			x[at][name] = a
		}
	}
}

// proven returns the changes of the migration. If there is a state, it first computes the moved state, so that the changes fit, and
// then proves them.
func (m *migration) proven(ctx context.Context) (changes []change, err error) {
	if m.state == nil {
		return m.changes()
	}
	s, err := m.shown(ctx)
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
	after := map[string]string{}
	for _, c := range changes {
		after[c.path] = c.after
	}
	texts := rewritten{}
	for _, mod := range m.inOrder() {
		for _, f := range mod.files {
			if text, ok := after[f.path]; ok {
				parsed, err := parseFile(f.path, []byte(text))
				if err != nil {
					return err
				}
				texts.add(parsed)
			}
		}
	}
	all := slices.DeleteFunc(m.instances(), func(one instance) bool { return one.object == nil })
	problems := make([]error, len(all))
	configs := make([]cty.Value, len(all))
	for i, one := range all {
		configs[i], problems[i] = m.declared(s, one, texts[one.mod.dir+":"+one.target+"."+one.newName])
	}
	protocol.Each(ctx, len(all), func(i int) {
		if problems[i] == nil {
			problems[i] = s.proveOne(ctx, all[i], configs[i])
		}
	})
	for i, err := range problems {
		if err != nil {
			m.report.undecided(all[i].file, all[i].block.TypeRange.Start.Byte, "%s: %v", all[i].resource, err)
		}
	}
	return ctx.Err()
}

// proveOne plans an instance. It ignores attributes that are expected to change, and those whose configuration is unknown.
func (s *standIn) proveOne(ctx context.Context, one instance, config cty.Value) error {
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

// declared returns the configuration of an instance. Expressions that can't be evaluated here are unknown.
func (m *migration) declared(s *standIn, one instance, attributes map[string]*hclsyntax.Attribute) (cty.Value, error) {
	scope := m.scopeOf(one.mod, one.module)
	names := scope.instanceNames(one.block, one.held)
	t := s.Declared(one.target)
	members := map[string]cty.Value{}
	for name, a := range attributes {
		if t.HasAttribute(name) {
			members[name] = scope.evaluate(a.Expr, names)
		}
	}
	return convert.Convert(cty.ObjectVal(members), t)
}
