// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package table contains a table of the fields and paths for each kind of object, such as alert, and checks request bodies against them.
// It reads the tables from INTERFACE.md, which is embedded, and not from the provider's schemas, so that tests can compare the two.
//
// Start reading here: Table describes a kind, and Field (field.go) describes a field. page.go reads INTERFACE.md. Check (check.go,
// scalar.go) checks bodies.
package table

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Table describes one kind of object, such as alert.
type Table struct {
	Kind string
	// Paths are the paths below /v3/engine/ that serve the objects, for example "alert/alerts", without the slash at the end.
	Paths []string
	// Typed is the prefix of the paths of component types. With "component", /component/pump/ serves the components of the type pump.
	Typed string
	// Routes are the operations and their paths, as INTERFACE.md shows them.
	Routes []Route
	// ListPath is a further path that serves only the list of all objects, or "".
	ListPath string
	// Below contains the lists that belong to one object. For alerts, {"events": "event"} means that GET /alert/alerts/7/events lists the
	// events whose field alert is 7.
	Below map[string]string
	// NewestFirst is true if lists begin with the newest object.
	NewestFirst bool
	Fields      []Field
	// Parents maps each field that contains the id of a parent to the parent's kind: a widget has {"tab": "tab"}. An object is deleted with
	// its parent.
	Parents map[string]string
	// Kept is how many objects of this kind the engine keeps: the newest ones. 0 means all objects.
	Kept int
	// RejectsEmptyUpdate is true if the body of an update needs at least one field (quirk 46 in quirks.go).
	RejectsEmptyUpdate bool
	// Deployable is true if the objects can be started and stopped.
	Deployable bool
}

// The engine keeps only this many events and notifications of all alerts (quirk 85 in quirks.go).
const (
	KeptEvents        = 10_000
	KeptNotifications = 10_000
)

// All returns new tables of all kinds, parents before their children. The caller may change them.
func All() []*Table {
	tables := []*Table{
		{Kind: "dashboard"},
		{Kind: "tab"},
		{Kind: "widget"},
		{Kind: "component", Typed: "component", ListPath: "component", Deployable: true},
		{Kind: "routine"},
		{Kind: "alert", Below: map[string]string{"events": "event"}, RejectsEmptyUpdate: true},
		{Kind: "node"},
		{Kind: "function"},
		// Quirk 26: the newest event is listed first.
		{Kind: "event", ListPath: "alert/events", Kept: KeptEvents, NewestFirst: true},
		{Kind: "notification", ListPath: "notification/notifications", Kept: KeptNotifications, NewestFirst: true},
	}
	page := readPage(interfaceText)
	for _, t := range tables {
		t.read(page)
	}
	page.check()
	return tables
}

// read fills in the fields, the parents, the routes and the paths of the kind.
func (t *Table) read(p *page) {
	t.Fields, t.Routes = p.fields(t.Kind), p.routes(t.Kind)
	for _, r := range t.Routes {
		if r.Operation == Create && (r.Component == "" || r.Component == AnyComponent) {
			t.Paths = append(t.Paths, strings.TrimSuffix(r.Path, "/"))
		}
	}
	for _, f := range t.Fields {
		if f.References != "" {
			if t.Parents == nil {
				t.Parents = map[string]string{}
			}
			t.Parents[f.Name] = f.References
		}
	}
}

// Tables returns the tables of the kinds that clients can create: all kinds except events and notifications.
func Tables() []*Table {
	return slices.DeleteFunc(All(), func(t *Table) bool { return !t.Written() })
}

// Written reports whether clients can create, update and delete objects of this kind. Otherwise, they can only list them.
func (t *Table) Written() bool { return len(t.Paths) > 0 || t.Typed != "" }

// typeWord matches a type of components in a path, such as pump or pumps (quirk 41 in quirks.go).
var typeWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// TypeOf returns the type of components for a word in a path: "pump" for both pump and pumps (quirk 83 in quirks.go). The words routine,
// component (quirk 245) and object (quirk 246) are not types, because their paths serve something else.
func TypeOf(word string) (string, bool) {
	if !typeWord.MatchString(word) {
		return "", false
	}
	if singular, plural := strings.CutSuffix(word, "s"); plural && singular != "" && !strings.HasSuffix(singular, "s") {
		word = singular
	}
	return word, !slices.Contains([]string{"routine", "component", "object"}, word)
}

// Field returns the field of the table with this name, or nil.
func (t *Table) Field(name string) *Field { return fieldNamed(t.Fields, name) }

// At returns the field at a path such as alert_items.ref_id, the field ref_id of each object in alert_items, or nil.
func (t *Table) At(path string) *Field {
	fields := t.Fields
	for {
		name, rest, below := strings.Cut(path, ".")
		field := fieldNamed(fields, name)
		if field == nil || !below {
			return field
		}
		fields, path = field.Fields, rest
	}
}

// Indexed returns the names of the fields for which the store keeps an index: "name", and those with the id of a parent.
func (t *Table) Indexed() []string { return slices.AppendSeq([]string{"name"}, maps.Keys(t.Parents)) }
