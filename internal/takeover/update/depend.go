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
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/sourcefile"
)

// literal is the mark of a value that depends on an expression to be edited.
type literal struct{ file, from, to any }

func (c change) literal() literal {
	r := c.expr.Range()
	return literal{r.Filename, r.Start.Byte, r.End.Byte}
}

// dropShared drops the changes of expressions on which other objects depend, too. It marks the expressions and evaluates the configuration
// again: the marks then show which values come from them.
func (r *run) dropShared() {
	dependents, unmarked := map[literal]map[string]bool{}, map[literal]bool{}
	for _, c := range r.changes {
		if at := c.literal(); dependents[at] == nil {
			dependents[at] = map[string]bool{}
			unmarked[at] = !c.owned && !mark(c.expr, at)
		}
		dependents[c.literal()][c.owner.address] = true
	}
	if slices.ContainsFunc(r.changes, func(c change) bool { return !c.owned }) {
		r.estate.forget()
		r.estate.dependents(r, func(address string, marks cty.ValueMarks) {
			for m := range marks {
				if at, ok := m.(literal); ok && dependents[at] != nil {
					dependents[at][address] = true
				}
			}
		})
	}
	r.estate.forget()
	r.drop(func(c change) (string, []string) {
		at := c.literal()
		others := maps.Clone(dependents[at])
		delete(others, c.owner.address)
		switch {
		case len(others) > 0:
			return "other objects depend on this value, too", slices.Sorted(maps.Keys(others))
		case unmarked[at]:
			return "other objects may depend on this value, too", nil
		}
		return "", nil
	})
}

// drop turns changes into decisions, if reason returns a text.
func (r *run) drop(reason func(c change) (string, []string)) {
	r.changes = slices.DeleteFunc(r.changes, func(c change) bool {
		text, others := reason(c)
		if text != "" {
			d := decision{remark: c.remark, Reason: text, Others: others, owner: c.owner, attribute: c.attribute()}
			r.report.decisions = append(r.report.decisions, d)
		}
		return text != ""
	})
}

// dependents calls note with the marks of everything that each object, and each other block of the configuration, depends on.
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
		value, err := s.arguments(res, o.Key, r.provider.Declared(o.Type))
		if err == nil {
			_, marks := value.UnmarkDeep()
			note(o.address, marks)
		}
		if err != nil || !value.IsWhollyKnown() { // An unknown value may have lost its marks.
			for _, a := range res.attributes {
				for _, traversal := range a.Expr.Variables() {
					note(o.address, s.marksOf(traversal))
				}
			}
		}
	}
	for address, s := range e.spaces {
		for _, block := range s.others {
			for _, traversal := range block.references {
				note(strings.TrimPrefix(address+"."+block.address, "."), s.marksOf(traversal))
			}
		}
	}
}

func (s *space) marksOf(traversal hcl.Traversal) cty.ValueMarks {
	_, marks := s.Value(&hclsyntax.ScopeTraversalExpr{Traversal: traversal, SrcRange: traversal.SourceRange()}, s.names).UnmarkDeep()
	return marks
}

// proven returns the edited files after planning their configuration. If the plan of an object would not be empty, it drops the changes of
// the object and tries again.
func (r *run) proven(ctx context.Context) ([]newfile.File, error) {
	for {
		files := r.edited()
		failed, err := r.failures(ctx, files)
		if err != nil || len(failed) == 0 {
			return files, err
		}
		before, most := len(r.changes), map[*object]int{}
		for _, c := range r.changes {
			most[c.owner] = max(most[c.owner], c.rank(failed[c.owner]))
		}
		r.drop(func(c change) (string, []string) {
			if f := failed[c.owner]; c.rank(f) == most[c.owner] {
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

// edited returns the new texts of the files with changes.
func (r *run) edited() []newfile.File {
	texts := map[string]*sourcefile.File{}
	done := map[string]bool{}
	for _, c := range r.changes {
		f := texts[c.file.Path]
		if f == nil {
			f = &sourcefile.File{Path: c.file.Path, Src: c.file.Src}
			texts[c.file.Path] = f
		}
		if key := fmt.Sprint(c.file.Path, c.from, c.to, c.text); !done[key] || c.from == c.to {
			f.Splice(c.from, c.to, c.text)
			done[key] = true
		}
	}
	var files []newfile.File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		f := texts[name]
		files = append(files, newfile.File{Name: name, Text: f.Text(0, len(f.Src)), Was: f.Src})
	}
	return files
}

// attribute returns the name of the resource's attribute that the change is for.
func (c change) attribute() string {
	name, _, _ := strings.Cut(strings.ReplaceAll(c.Attribute, "[", "."), ".")
	return name
}

// failure says why an object can't be updated.
type failure struct {
	reason     string
	attributes []string // those that can't be updated; none if that is unknown
}

// rank tells how likely a change is the cause of a failure. The changes with the highest rank are dropped first: those of an attribute that
// failed, and then those of a value that other attributes can depend on.
func (c change) rank(f failure) int {
	switch {
	case slices.Contains(f.attributes, c.attribute()):
		return 2
	case len(f.attributes) > 0 && !c.owned:
		return 1
	}
	return 0
}

// failures returns the objects whose plan is not what it should be with the new texts.
func (r *run) failures(ctx context.Context, files []newfile.File) (map[*object]failure, error) {
	if len(files) == 0 {
		return nil, nil
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Name] = f.Text
	}
	e, err := load(r.Dir, texts, r.state)
	if err != nil {
		return nil, fmt.Errorf("nothing was written, because the edited configuration is not valid: %w", err)
	}
	before := map[*object]cty.Value{}
	for _, o := range r.objects {
		before[o] = o.config
	}
	r.evaluate(e)
	open := map[*object][]string{}
	for _, d := range r.report.decisions {
		open[d.owner] = append(open[d.owner], d.attribute)
	}
	affected := map[*object]bool{}
	for _, c := range r.changes {
		affected[c.owner] = true
	}
	failed := map[*object]failure{}
	objects := slices.Collect(maps.Keys(affected))
	for i, p := range protocol.Each(ctx, objects, func(o *object) planned { return r.plan(ctx, o) }) {
		left := slices.DeleteFunc(p.now, func(name string) bool { return slices.Contains(open[objects[i]], name) })
		switch {
		case p.err != nil:
			failed[objects[i]] = failure{reason: "the provider rejects the engine's values: " + p.err.Error()}
		case len(left) > 0:
			failed[objects[i]] = failure{"the plan would still change " + strings.Join(left, ", "), left}
		}
	}
	for _, o := range r.objects {
		if !affected[o] && before[o] != cty.NilVal && (o.config == cty.NilVal || !o.config.RawEquals(before[o])) {
			failed[o] = failure{reason: "it depends on a changed value"}
		}
		o.config = before[o]
	}
	return failed, ctx.Err()
}
