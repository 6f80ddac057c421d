// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package table has a table of the fields and paths of each kind of object, and checks bodies against the tables. The tables are
// written from the interface document and not from the provider's schemas, so that tests can compare the two.
//
// Start reading here: Table describes a kind, and Field (field.go) one of its fields. Each kind has a file with its name; shapes.go
// has the fields that several kinds share. Check (check.go, scalar.go) checks bodies.
package table

import (
	"regexp"
	"slices"
	"strings"
)

// Table describes a kind of objects.
type Table struct {
	Kind string
	// Paths are the paths below /v3/engine/ that serve the objects, without slashes at the ends.
	Paths []string
	// Typed is a path, without slashes at the ends, after which a type follows: component in component/algorithm. The path serves only
	// objects of that type, and a create on it sets the type.
	Typed string
	// Routes are the operations with their paths as the interface document or the wire shapes page writes them.
	Routes []Route
	// ListPath is a path that serves only the list, or empty.
	ListPath string
	// Below are the kinds whose objects are listed on a path below an object of this kind, by the last word of that path. Their objects
	// have the id of this object in a field with the name of this kind.
	Below map[string]string
	// NewestFirst: the list begins with the newest object.
	NewestFirst bool
	Fields      []Field
	// Parents are the kinds of the parents, by the field with the parent's id. Objects are deleted with their parent.
	Parents map[string]string
	// Kept is the number of objects that the engine keeps. If there are more, it removes the oldest. 0 means no limit.
	Kept int
	// RefusesEmptyUpdate: an update needs at least one field (quirk 46).
	RefusesEmptyUpdate bool
	// Deployable: the objects have the actions start and stop.
	Deployable bool
}

// All returns new tables of all kinds, parents before their children. The caller may change them.
func All() []*Table {
	return []*Table{
		dashboards(), tabs(), widgets(), components(), routines(), alerts(), nodes(), functions(),
		events(), notifications(),
	}
}

// Tables returns the tables of the kinds that clients write.
func Tables() []*Table {
	var tables []*Table
	for _, t := range All() {
		if t.Written() {
			tables = append(tables, t)
		}
	}
	return tables
}

// Written reports whether clients write the objects. If not, they can only list them.
func (t *Table) Written() bool { return len(t.Paths) > 0 || t.Typed != "" }

// typeWord matches a type of components in a path, in singular or plural (quirk 41).
var typeWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// TypeOf returns the type of components that a word in a path means, in singular or plural (quirk 83). Three words are not types,
// because they are the paths of routines, of the components of all types (quirk 245), and of the instances of custom types (quirk
// 246).
func TypeOf(word string) (string, bool) {
	if !typeWord.MatchString(word) {
		return "", false
	}
	if singular, plural := strings.CutSuffix(word, "s"); plural && singular != "" && !strings.HasSuffix(singular, "s") {
		word = singular
	}
	return word, !slices.Contains([]string{"routine", "component", "object"}, word)
}

// Field returns the field with the name, or nil.
func (t *Table) Field(name string) *Field { return fieldNamed(t.Fields, name) }

// Indexed returns the fields for which the store has an index.
func (t *Table) Indexed() []string {
	fields := []string{"name"}
	for field := range t.Parents {
		fields = append(fields, field)
	}
	return fields
}
