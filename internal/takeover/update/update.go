// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package update implements adopt -update, which copies changes made in the engine to the configuration. The provider reports which
// attributes a plan would revert. Package update edits the literals that set these attributes, then plans the edited configuration to
// verify it.
//
//	update.go   runs the steps of an update
//	estate.go   reads the configuration; instance.go evaluates it
//	differ.go   finds the edits; list.go edits lists, and render.go writes values
//	follow.go   follows references to literals; depend.go finds the objects that depend on them
//
// The package imports catalog, lens and other packages of takeover. Start reading at Run.
package update

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// Settings contains the options that the user chose.
type Settings struct {
	Dir          *configuration.Directory
	Instances    []statefile.Instance // the objects in the state
	Only         func(typeName, name string) bool
	DryRun, JSON bool
}

// ErrUndecided means that the command left differences to the user, or that objects no longer exist in the engine. The exit status is 1.
var ErrUndecided = errors.New("some differences need a decision")

// object is an instance of a managed resource in the state.
type object struct {
	statefile.Instance
	address         string
	kind            catalog.Object   // zero for engine_document
	stored, current *protocol.Object // from the state and from the engine; nil if not read; current is also nil if the object is gone
	config          cty.Value        // what the configuration declares; cty.NilVal if that is unknown
	secret          map[string]bool  // attributes that contain marked values (see cty.Value.Mark), such as sensitive ones
	ignored         []string         // names in ignore_changes
	isGone          bool
	err             error
}

type run struct {
	Settings
	provider *protocol.Provider
	estate   *estate
	state    states
	objects  []*object
	changes  []change
	result
}

// Run compares the objects in a state with the engine and the configuration, edits the configuration, and prints the report.
func Run(ctx context.Context, provider *protocol.Provider, set Settings, stdout, stderr io.Writer) error {
	r := &run{Settings: set, provider: provider, state: states{}, result: result{
		Files: []file{}, Changes: []difference{}, Decisions: []difference{}, Deleted: []difference{},
	}}
	r.readState()
	var err error
	if r.estate, err = load(r.Dir, r.state); err != nil {
		return err
	}
	if err := r.readObjects(ctx); err != nil {
		return err
	}
	r.evaluate(r.estate)
	r.compare(ctx)
	r.dropShared()
	files, err := r.verify(ctx)
	if err != nil {
		return err
	}
	if !r.DryRun {
		if err := newfile.Write(r.Dir.Path, files); err != nil {
			return err
		}
	}
	if err := r.print(files, stdout, stderr); err != nil {
		return err
	}
	if len(r.Decisions)+len(r.Deleted) > 0 {
		return ErrUndecided
	}
	return nil
}

// readState records all values in the state and the objects that belong to this provider.
func (r *run) readState() {
	kinds := map[string]catalog.Object{}
	for _, kind := range catalog.Objects() {
		kinds["engine_"+kind.Name] = kind
	}
	for _, i := range r.Instances {
		if i.Deposed {
			continue
		}
		r.state.add(i)
		if i.Mode == "managed" && isOurs(i.Type) {
			r.objects = append(r.objects, &object{Instance: i, address: i.Address(), kind: kinds[i.Type]})
		}
	}
	slices.SortStableFunc(r.objects, func(a, b *object) int { return strings.Compare(a.address, b.address) })
}

// readObjects reads the objects that match -only from the engine, as terraform refresh does.
func (r *run) readObjects(ctx context.Context) error {
	chosen := slices.DeleteFunc(slices.Clone(r.objects), func(o *object) bool {
		name, _ := o.Attributes["name"].(string)
		return !r.Only(o.Type, name)
	})
	protocol.Each(ctx, chosen, func(o *object) struct{} {
		o.stored, o.err = r.provider.FromState(ctx, o.Type, o.Version, []byte(document.Encode(o.Attributes)), o.Private)
		if o.err == nil {
			o.current, o.err = r.provider.Refresh(ctx, o.stored)
			o.isGone = o.err == nil && o.current == nil
		}
		return struct{}{}
	})
	r.Read = len(chosen)
	for _, o := range chosen {
		if o.err != nil {
			return fmt.Errorf("%s: %w", o.address, o.err)
		}
		switch {
		case o.isGone && o.Alias != "":
			r.Decisions = append(r.Decisions, r.difference(o, "", "it is not in the engine at ENGINE_BASE_URL, and its provider "+
				"configuration "+o.Alias+" may have a different engine"))
		case o.isGone:
			r.Deleted = append(r.Deleted, r.difference(o, "", ""))
		}
	}
	return ctx.Err()
}

func (r *run) evaluate(e *estate) {
	for _, o := range r.objects {
		o.config, o.secret = cty.NilVal, map[string]bool{}
		value, err := e.configOf(o, r.provider.ConfigType(o.Type))
		if err != nil {
			o.err = err
			continue
		}
		for name, member := range value.AsValueMap() {
			o.secret[name] = member.ContainsMarked()
		}
		state := cty.DynamicVal
		if o.stored != nil {
			state = o.stored.State
		}
		value, _ = value.UnmarkDeep()
		o.config = fillUnknown(value, state)
	}
}

func (e *estate) configOf(o *object, t cty.Type) (cty.Value, error) {
	s, b, err := e.find(o)
	if err != nil {
		return cty.NilVal, err
	}
	o.ignored = b.ignored
	return s.arguments(b, o.Key, t)
}

// find returns the resource block of an object and the module instance that contains it.
func (e *estate) find(o *object) (*moduleInstance, *block, error) {
	s, err := e.instance(o.Module)
	if err != nil {
		return nil, nil, err
	}
	res := s.blocks[o.Type+"."+o.Name]
	if res == nil {
		return nil, nil, errors.New("the configuration does not declare it")
	}
	return s, res, nil
}

type planResult struct {
	now     []string // attributes that a plan would change in the engine
	pending []string // attributes that a plan would change even if the engine still matched the state
	err     error
}

// plan returns the attributes of an object that a plan would change, without those listed in ignore_changes.
func (r *run) plan(ctx context.Context, o *object) (p planResult) {
	if o.current == nil || o.config == cty.NilVal {
		return p
	}
	changes := func(before *protocol.Object) []string {
		after, _, err := r.provider.Plan(ctx, before, o.config)
		if err != nil {
			p.err = err
			return nil
		}
		return slices.DeleteFunc(protocol.Differences(before.State, after), func(name string) bool {
			return slices.Contains(o.ignored, name) || slices.Contains(o.ignored, "all")
		})
	}
	if p.now = changes(o.current); len(p.now) > 0 && !o.stored.State.RawEquals(o.current.State) {
		p.pending = changes(o.stored)
	}
	return p
}

// compare records the differences between the configuration and the engine, and the edits that resolve them. If ctx is canceled, the
// differences are incomplete, and verify later returns ctx's error.
func (r *run) compare(ctx context.Context) {
	for i, p := range protocol.Each(ctx, r.objects, func(o *object) planResult { return r.plan(ctx, o) }) {
		switch o := r.objects[i]; {
		case o.current == nil:
		case o.config == cty.NilVal && !o.stored.State.RawEquals(o.current.State):
			r.addDecision(o, "", o.err.Error())
		case p.err != nil:
			r.addDecision(o, "", "the configuration is not valid: "+p.err.Error())
		default:
			for _, name := range p.now {
				r.compareAttribute(o, name, slices.Contains(p.pending, name))
			}
		}
	}
}

func (r *run) compareAttribute(o *object, name string, isPending bool) {
	var a schema.Attribute // nil for engine_document
	if o.kind.Name != "" {
		a = attribute.WithExtra(o.kind.Attributes)[name]
	}
	s, res, _ := r.estate.find(o) // This can't fail, because evaluate already found the object.
	before, now := attributeOf(o.stored.State, name), attributeOf(o.current.State, name)
	switch declared := res.attributes[name]; {
	case before.RawEquals(now):
		r.addDecision(o, name, "the engine has not changed since the last apply, so the configuration may be newer")
	case isPending:
		r.addDecision(o, name, "both the engine and the configuration have changed since the last apply")
	case slices.Contains(o.kind.Facts.Runtime, name) || o.kind.ProviderOnly[name] != nil:
		r.addDecision(o, name, "the engine changes this on its own")
	case declared == nil:
		r.addDecision(o, name, "the configuration does not declare it")
	default:
		d := &differ{estate: r.estate, object: o}
		at := location{
			expr: declared.Expr, instance: s, names: s.repetition(res.attributes, o.Key), loop: res.attributes["for_each"],
			owned: o.Key == nil && o.Module == "",
		}
		d.compare(at, value{withoutWriteOnly(attributeOf(o.config, name)), now, name, a, false})
		r.changes, r.Decisions = append(r.changes, d.changes...), append(r.Decisions, d.decisions...)
		if len(d.changes)+len(d.decisions) == 0 {
			r.addDecision(o, name, "the values differ only in meaning that the configuration does not show")
		}
	}
}

// withoutWriteOnly returns a copy of a configured value in which write-only attributes are null, as they always are in a state.
func withoutWriteOnly(value cty.Value) cty.Value {
	return protocol.Without(value, func(name string) bool { return strings.HasSuffix(name, attribute.WriteOnlySuffix) })
}

// addDecision records a difference that only the user can resolve. name is the attribute that differs, or "" for the whole object.
func (r *run) addDecision(o *object, name, reason string) {
	found := r.difference(o, name, reason)
	if have, want := attributeOf(o.config, name), attributeOf(o.current.State, name); name != "" && have.Type().IsPrimitiveType() && !o.secret[name] {
		found.Declared, found.Engine = summary(have), summary(want)
	}
	r.Decisions = append(r.Decisions, found)
}

// difference returns the report entry for an attribute (name) that differs, or for a whole object if name is "".
func (r *run) difference(o *object, name, reason string) difference {
	found := difference{Address: o.address, Attribute: name, Reason: reason, owner: o}
	if _, b, err := r.estate.find(o); err == nil {
		at := b.at
		if a := b.attributes[name]; a != nil {
			at = a.Range
		}
		found.File, found.Line = at.Filename, at.Start.Line
	}
	return found
}
