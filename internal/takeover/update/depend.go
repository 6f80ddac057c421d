// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// dropShared drops each change that would also affect an object that it isn't meant for, and leaves the change to the user. To find such
// changes, dropShared marks the changed expressions and the changed attributes in the state (see cty.Value.Mark), reevaluates the
// configuration, and checks whether any other object has a marked value.
func (r *run) dropShared() {
	dependents, unmarked := map[any]map[string]bool{}, map[any]bool{}
	for _, c := range r.changes {
		at := c.expr.Range()
		if list, ok := c.expr.(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) == 0 { // It needs an element to mark.
			list.Exprs = []hclsyntax.Expression{&hclsyntax.LiteralValueExpr{Val: cty.DynamicVal}}
			defer func() { list.Exprs = nil }()
		}
		if dependents[at] == nil {
			dependents[at] = map[string]bool{}
			unmarked[at] = !c.owned && !mark(c.expr, at)
		}
		dependents[at][c.Address] = true
	}
	if len(r.changes) == 0 {
		return
	}
	r.estate.reset(r.changes...)
	r.estate.dependents(r, func(address string, marks cty.ValueMarks) {
		for at := range marks {
			if dependents[at] != nil {
				dependents[at][address] = true
			}
		}
	})
	r.estate.reset()
	r.drop(func(c change) (string, []string) {
		others := maps.Clone(dependents[c.expr.Range()])
		delete(others, c.Address)
		if len(others) > 0 || unmarked[c.expr.Range()] {
			return "other objects depend on this value, too", slices.Sorted(maps.Keys(others))
		}
		return "", nil
	})
}

// drop removes changes that can't be made automatically, and lists them for the user in r.Decisions. For each change, the reason function
// returns why the change can't be made, or "" if it can. It also returns the addresses of the other objects that the change would affect.
func (r *run) drop(reason func(c change) (string, []string)) {
	r.changes = slices.DeleteFunc(r.changes, func(c change) bool {
		c.Reason, c.Others = reason(c)
		if c.Reason != "" {
			r.Decisions = append(r.Decisions, c.difference)
		}
		return c.Reason != ""
	})
}

// dependents determines what each object in the engine depends on. It calls note with the object's address and the marks (see
// cty.Value.Mark) of all values that the object depends on. It does the same for every other block, such as a resource of a different
// provider. note may receive an address several times.
func (e *estate) dependents(r *run, note func(address string, marks cty.ValueMarks)) {
	for _, o := range r.objects {
		s, res, err := e.find(o)
		if err != nil {
			continue
		}
		for _, name := range []string{"for_each", "count"} {
			if a := res.attributes[name]; a != nil {
				note(o.address, s.loop(a).Marks())
			}
		}
		value, err := s.arguments(res, o.Key, r.provider.ConfigType(o.Type))
		if err == nil {
			_, marks := value.UnmarkDeep()
			note(o.address, marks)
		}
		if err != nil || !value.IsWhollyKnown() { // Unknown values may have lost their marks, so evaluate each reference.
			for _, a := range res.attributes {
				for _, traversal := range a.Expr.Variables() {
					note(o.address, s.marksOf(traversal))
				}
			}
		}
	}
	for address, s := range e.instances {
		for _, block := range s.others {
			for _, traversal := range block.references {
				note(strings.TrimPrefix(address+"."+block.address, "."), s.marksOf(traversal))
			}
		}
	}
}

// markAttributes returns a copy of value, which is a resource from the state, with a mark on each attribute that a change sets. names
// contains the resource's type and name.
func markAttributes(value cty.Value, module string, names []string, changes []change) cty.Value {
	for _, c := range changes {
		if c.owner.Module != module || c.owner.Type+"."+c.owner.Name != strings.Join(names, ".") {
			continue
		}
		at := cty.GetAttrPath(c.root())
		if c.owner.Key != nil {
			at = cty.GetAttrPath(fmt.Sprint(c.owner.Key)).GetAttr(c.root())
		}
		value, _ = cty.Transform(value, func(path cty.Path, v cty.Value) (cty.Value, error) { // The callback never fails.
			if path.Equals(at) {
				return v.Mark(c.expr.Range()), nil
			}
			return v, nil
		})
	}
	return value
}

func (s *moduleInstance) marksOf(traversal hcl.Traversal) cty.ValueMarks {
	_, marks := s.Value(&hclsyntax.ScopeTraversalExpr{Traversal: traversal, SrcRange: traversal.SourceRange()}, s.names).UnmarkDeep()
	return marks
}

// verify checks the edited files by planning every object for which they contain edits. If the plan for an object fails or still contains
// an edited value as a change, verify undoes these edits and starts over. In the end, it returns the files.
func (r *run) verify(ctx context.Context) ([]newfile.File, error) {
	for {
		files := r.applyChanges()
		failed, err := r.findFailures(ctx, files)
		if err != nil || len(failed) == 0 {
			return files, err
		}
		before := len(r.changes)
		r.drop(func(c change) (string, []string) {
			if f := failed[c.owner]; len(f.attributes) == 0 || slices.Contains(f.attributes, c.root()) {
				return f.reason, nil
			}
			return "", nil
		})
		if len(r.changes) == before {
			for o, f := range failed {
				return nil, fmt.Errorf("nothing was written, because the new configuration would change %s: %s", o.address, f.reason)
			}
		}
	}
}

func (r *run) applyChanges() (files []newfile.File) {
	edited := map[string]*configuration.File{}
	for _, c := range r.changes {
		if edited[c.file.Path] == nil {
			edited[c.file.Path] = &configuration.File{Path: c.file.Path, Src: c.file.Src}
		}
		edited[c.file.Path].Splice(c.from, c.to, c.text)
	}
	for _, name := range slices.Sorted(maps.Keys(edited)) {
		f := edited[name]
		files = append(files, newfile.File{Name: name, Text: f.Text(0, len(f.Src)), Was: f.Src})
	}
	return files
}

// failure describes why the changes to an object can't be written.
type failure struct {
	reason     string
	attributes []string // the attributes that can't be written; nil means all
}

// findFailures checks the edited files by planning the objects for which they contain edits. It returns a failure for each object whose
// plan returns an error or still contains a change. It also returns a failure for any other object whose configuration the edits would
// affect. It ignores differences that are left to the user.
func (r *run) findFailures(ctx context.Context, files []newfile.File) (map[*object]failure, error) {
	if len(files) == 0 {
		return nil, nil
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Name] = f.Text
	}
	dir, err := r.Dir.With(texts)
	var e *estate
	if err == nil {
		e, err = load(dir, r.state)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing was written, because the edited configuration is not valid: %w", err)
	}
	before := map[*object]cty.Value{}
	for _, o := range r.objects {
		before[o] = o.config
	}
	r.evaluate(e)
	open, written := map[*object][]string{}, map[*object][]string{}
	for _, d := range r.Decisions {
		open[d.owner] = append(open[d.owner], d.root())
	}
	for _, c := range r.changes {
		written[c.owner] = append(written[c.owner], c.root())
	}
	failed := map[*object]failure{}
	objects := slices.Collect(maps.Keys(written))
	for i, p := range protocol.Each(ctx, objects, func(o *object) planResult { return r.plan(ctx, o) }) {
		o := objects[i]
		left := slices.DeleteFunc(p.now, func(name string) bool { return slices.Contains(open[o], name) })
		isWritten := func(name string) bool { return slices.Contains(written[o], name) }
		switch {
		case p.err != nil:
			failed[o] = failure{reason: "the provider rejects the engine's values: " + p.err.Error()}
		case slices.ContainsFunc(left, isWritten):
			failed[o] = failure{"the plan would still change it", left}
		case len(left) > 0:
			failed[o] = failure{reason: "the plan would then change " + strings.Join(left, ", ")}
		}
	}
	for _, o := range r.objects {
		if written[o] == nil && before[o] != cty.NilVal && (o.config == cty.NilVal || !o.config.RawEquals(before[o])) {
			failed[o] = failure{reason: "it depends on a changed value"}
		}
		o.config = before[o]
	}
	return failed, ctx.Err()
}
