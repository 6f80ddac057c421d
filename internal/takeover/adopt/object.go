// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

type object struct {
	kind     catalog.Object
	id, name string
	doc      engine.Document
	imported *protocol.Object // nil until the object has been imported
	label    string           // the name of its resource; "" until it has one
	verdict  verdict          // the result of the last verification

	importAs string // the id in the directory's existing import block for the object, or ""
}

func (o *object) typeName() string { return typeName(o.kind.Name) }

func typeName(kind string) string { return "engine_" + kind }

func (o *object) address() string { return o.typeName() + "." + o.label }

// exactSuffix is appended to an import block's id. It makes the import keep all of the engine's values, including empty ones.
const exactSuffix = "/exact"

// importID returns the id for the import block, such as connector/<id>/exact. For a component, it includes the type to speed up the import.
func (o *object) importID() string {
	if o.importAs != "" {
		return o.importAs
	}
	word, _ := o.doc[catalog.TypeWord].(string)
	if !o.kind.HasTypeInPath() || word == "" {
		return o.id + exactSuffix
	}
	return o.kind.PathTypes.Identity(word) + "/" + o.id + exactSuffix
}

// parent returns the id of the parent, such as the dashboard of a tab, or "" if the object has no parent.
func (o *object) parent() string {
	if o.kind.Parent == "" {
		return ""
	}
	return memberText(o.imported.State, o.kind.Scope)
}

func (o *object) String() string { return describe(o.kind.Name, o.name, o.id) }

func describe(kind, name, id string) string {
	return fmt.Sprintf("%s %q (%s)", kind, name, document.Visible(id))
}

type index map[string]map[string]*object

func indexOf(objects []*object) index {
	x := index{}
	for _, o := range objects {
		if x[o.kind.Name] == nil {
			x[o.kind.Name] = map[string]*object{}
		}
		x[o.kind.Name][o.id] = o
	}
	return x
}

// addresses contains the addresses of resources: those that this run writes, and those that are already in the directory.
type addresses struct {
	written index
	known   map[string]map[string]string // all addresses, by kind and object id
	refers  map[*object][]*object        // for each written object, the written objects that it refers to
}

// newAddresses returns the resource addresses in known, which the directory already contains, plus the addresses of the written objects.
func newAddresses(written []*object, known map[string]map[string]string) *addresses {
	a := &addresses{written: indexOf(written), known: known, refers: map[*object][]*object{}}
	for _, o := range written {
		a.known[o.kind.Name][o.id] = o.address()
		if parent := a.written[o.kind.Parent][o.parent()]; parent != nil {
			a.refers[o] = append(a.refers[o], parent)
		}
	}
	return a
}

// kindsOf returns the kinds of all objects with this id. Objects of different kinds may have the same id.
func (a *addresses) kindsOf(id string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(a.known)), func(kind string) bool { return a.known[kind][id] == "" })
}

// refer returns the address of an object's resource, for use in the resource of another object (referrer). It returns "" if the object has
// no resource, or if the reference would create a cycle.
func (a *addresses) refer(referrer *object, kind, id string) string {
	if referred := a.written[kind][id]; referred != nil {
		if a.reaches(referred, referrer, map[*object]bool{}) {
			return ""
		}
		if !slices.Contains(a.refers[referrer], referred) {
			a.refers[referrer] = append(a.refers[referrer], referred)
		}
	}
	return a.known[kind][id]
}

// reaches reports whether one resource refers to another, directly or indirectly. seen is the set of objects already visited.
func (a *addresses) reaches(from, to *object, seen map[*object]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(a.refers[from], func(next *object) bool { return a.reaches(next, to, seen) })
}

func (a *addresses) ids() map[string]map[string]string {
	all := map[string]map[string]string{}
	for kind, byID := range a.known {
		labels := map[string]string{}
		for id, address := range byID {
			labels[strings.TrimPrefix(address, typeName(kind)+".")] = id
		}
		all[typeName(kind)] = labels
	}
	return all
}

func readAll(ctx context.Context, client *engine.Client, kinds []catalog.Object, p *progress.Line) ([]*object, error) {
	defer p.Clear()
	var all []*object
	for _, kind := range kinds {
		found, err := readKind(ctx, client, kind, p)
		if engine.IsNotFound(err) {
			err = fmt.Errorf("there is no such list below this address; check base_url: %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("read the %s: %w", kind.Plural, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// readKind reads all objects of a kind. If their number differs from the engine's count, it reads them once more, because changes by other
// clients may have moved objects between pages during the first read.
func readKind(ctx context.Context, client *engine.Client, kind catalog.Object, p *progress.Line) ([]*object, error) {
	for again := false; ; again = true {
		found, err := listKind(ctx, client, kind, p)
		if err != nil {
			return nil, err
		}
		count, known, err := client.Count(ctx, kind.Collection(""), nil)
		if err != nil {
			return nil, err
		}
		if !known || count == len(found) {
			return found, nil
		}
		if again {
			return nil, fmt.Errorf("the list has %s, but the engine counts %d", document.Count(len(found), "object"), count)
		}
	}
}

func listKind(ctx context.Context, client *engine.Client, kind catalog.Object, p *progress.Line) ([]*object, error) {
	var found []*object
	for doc, err := range bulk.NewReader(client, false, nil, nil).Documents(ctx, kind.Collection(""), nil) {
		if err != nil {
			return nil, err
		}
		o := &object{kind: kind, doc: doc}
		o.id, _ = doc["id"].(string)
		o.name, _ = doc["name"].(string)
		found = append(found, o)
		if len(found)%100 == 0 {
			p.Say("Reading %s: %d", kind.Plural, len(found))
		}
	}
	return found, nil
}
