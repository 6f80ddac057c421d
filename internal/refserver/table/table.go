// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package table describes the fields and URL paths of each kind of object, such as alert, and validates request bodies. The descriptions
// come from the embedded INTERFACE.md and not from the provider's schemas, so that tests can compare the two.
//
// The package imports base/document and jsondoc. Start reading at Table, which describes a kind of object, and Field (field.go), which
// describes a field. page.go parses INTERFACE.md. Check (check.go, scalar.go) validates request bodies.
package table

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Table describes one kind of object, such as alerts.
type Table struct {
	Kind string
	// Paths are the collection's paths below /v3/engine/, without a trailing slash, for example "alert/alerts".
	Paths []string
	// Typed is the prefix of paths that contain a component type. For example, with the prefix "component", the path /component/pump/ is
	// for components of type pump. Typed is "" for all kinds except component.
	Typed string
	// Routes are the operations and their paths, as listed in INTERFACE.md.
	Routes []Route
	// ListPath is an additional path that supports only list requests, or "".
	ListPath string
	// ChildLists describes lists of children. It maps the last segment of a list's path to the kind of the listed objects. For alerts, it
	// is {"events": "event"}, because GET /alert/alerts/7/events lists the events of alert 7.
	ChildLists map[string]string
	// NewestFirst is true if lists start with the newest object.
	NewestFirst bool
	Fields      []Field
	// Parents maps each field that contains a parent's id to the parent's kind. Deleting a parent deletes its children.
	Parents map[string]string
	// MaxObjects is the maximum number of objects of this kind, or 0 if there is no limit. Beyond the limit, the oldest ones are removed.
	MaxObjects int
	// RejectsEmptyUpdate is true if an update must contain at least one field (quirk 46 in quirks.go).
	RejectsEmptyUpdate bool
	// Deployable is true if clients can start and stop the objects.
	Deployable bool
}

// The maximum numbers of events and notifications that the engine keeps (quirk 85 in quirks.go).
const (
	MaxEvents        = 10_000
	MaxNotifications = 10_000
)

// All returns a new table for each kind of object, parents before their children. The caller may modify the tables.
func All() []*Table {
	tables := []*Table{
		{Kind: "dashboard"},
		{Kind: "tab"},
		{Kind: "widget"},
		{Kind: "component", Typed: "component", ListPath: "component", Deployable: true},
		{Kind: "routine"},
		{Kind: "alert", ChildLists: map[string]string{"events": "event"}, RejectsEmptyUpdate: true},
		{Kind: "node"},
		{Kind: "function"},
		// Lists of events and notifications begin with the newest one (quirk 26).
		{Kind: "event", ListPath: "alert/events", MaxObjects: MaxEvents, NewestFirst: true},
		{Kind: "notification", ListPath: "notification/notifications", MaxObjects: MaxNotifications, NewestFirst: true},
	}
	page := readPage(interfaceText)
	for _, t := range tables {
		t.read(page)
	}
	page.check()
	return tables
}

// read sets Fields, Parents, Routes and Paths from the tables in INTERFACE.md.
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

// Tables returns the tables of all kinds of objects that clients can create, which are all kinds except events and notifications.
func Tables() []*Table {
	return slices.DeleteFunc(All(), func(t *Table) bool { return !t.Writable() })
}

// Writable reports whether clients can create, update and delete objects of this kind. If not, clients can only list them.
func (t *Table) Writable() bool { return len(t.Paths) > 0 || t.Typed != "" }

// typeWord matches a component type in a path, such as pump or pumps (quirk 41 in quirks.go).
var typeWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// TypeOf returns the component type for a word in a path. For both "pump" and "pumps", it returns "pump" (quirk 83 in quirks.go). It
// returns false for words that are not types, including "routine", "component" (quirk 245) and "object" (quirk 246).
func TypeOf(word string) (string, bool) {
	if !typeWord.MatchString(word) {
		return "", false
	}
	if singular, plural := strings.CutSuffix(word, "s"); plural && singular != "" && !strings.HasSuffix(singular, "s") {
		word = singular
	}
	return word, !slices.Contains([]string{"routine", "component", "object"}, word)
}

// Field returns the field with the given name, or nil if there is none.
func (t *Table) Field(name string) *Field { return fieldNamed(t.Fields, name) }

// At returns the field at a path, or nil. For example, alert_items.ref_id is the field ref_id of the objects in alert_items.
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

// Indexed returns the names of the fields that the store indexes: "name", and the fields that contain a parent's id.
func (t *Table) Indexed() []string { return slices.AppendSeq([]string{"name"}, maps.Keys(t.Parents)) }
