// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package table says what the objects of the engine are made of, written from the interface document and not from the
// provider's schemas, and checks bodies against it. It imports the packages document and refusal alone.
//
// Start reading here: Table is one kind of object, Field (field.go) a row of its table, All the tables there are; each has
// a file of its kind's name, and shapes.go what they share. Check (check.go, scalar.go) holds a body against a table. What a
// kind does beyond its fields is a rule, in the package rule.
package table

import (
	"regexp"
	"slices"
	"strings"
)

// Table is one kind of object: where its objects are served and what they are made of.
type Table struct {
	Kind string
	// Paths below /v3/engine/ that serve the objects, without slashes at the ends.
	Paths []string
	// Typed is the path that serves the objects with their type behind it, without slashes at the ends: any word that TypeOf
	// takes. It is set in every object created there, and required of every object read there.
	Typed string
	// Routes are the operations, each on its path as the interface document or the wire shapes page writes it.
	Routes []Route
	// ListPath serves the list alone; empty when there is none.
	ListPath string
	// Below are the kinds whose objects are listed below an object of this kind, by the word in the path. They name the
	// object in the field that has this kind's name.
	Below map[string]string
	// NewestFirst: the list begins with what was made last.
	NewestFirst bool
	Fields      []Field
	// Parents are the kinds whose objects take their objects of this kind along when they are deleted, by the field that
	// names the parent.
	Parents map[string]string
	// Kept is how many objects are kept at most: a new one puts out the oldest. 0 means all.
	Kept int
	// RefusesEmptyUpdate: at least one field must be sent (quirk 46).
	RefusesEmptyUpdate bool
	// Deployable: the objects have the actions start and stop.
	Deployable bool
}

// All gives the tables of all kinds, parents before their children. They are the caller's own: nothing in a server changes
// with them.
func All() []*Table {
	return []*Table{
		dashboards(), tabs(), widgets(), components(), routines(), alerts(), nodes(), functions(),
		events(), notifications(),
	}
}

// Tables gives the tables of the kinds that clients write to.
func Tables() []*Table {
	var tables []*Table
	for _, t := range All() {
		if t.Written() {
			tables = append(tables, t)
		}
	}
	return tables
}

// Written reports whether clients write the objects; else they only list them.
func (t *Table) Written() bool { return len(t.Paths) > 0 || t.Typed != "" }

// typeWord is a component type as it stands in a path, in singular or plural (quirk 41).
var typeWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// TypeOf gives the type that a word in the path means, in singular or plural (quirk 83). Below the path of components, three
// words lead to something else: to routines, to the components of all types (quirk 245) and to the instances of custom types
// (quirk 246).
func TypeOf(word string) (string, bool) {
	if !typeWord.MatchString(word) {
		return "", false
	}
	if singular, plural := strings.CutSuffix(word, "s"); plural && singular != "" && !strings.HasSuffix(singular, "s") {
		word = singular
	}
	return word, !slices.Contains([]string{"routine", "component", "object"}, word)
}

// Field gives the field of that name, or nil.
func (t *Table) Field(name string) *Field { return fieldNamed(t.Fields, name) }

// Indexed are the fields by which objects are found without looking at each.
func (t *Table) Indexed() []string {
	fields := []string{"name"}
	for field := range t.Parents {
		fields = append(fields, field)
	}
	return fields
}
