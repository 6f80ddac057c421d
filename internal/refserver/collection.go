// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

// document is a JSON object. Its numbers are json.Number.
type document = map[string]any

// collection is all objects of one kind: where they are served, what they are made of, and the rules that are no field's
// own. A new kind of object is a new collection.
type collection struct {
	kind string
	// paths below /v3/engine/ that serve the collection, without slashes at the ends. The value is what the path sets in
	// every object created there and requires of every object read there: the type of a component.
	paths map[string]string
	// listPath serves the list alone; empty when there is none.
	listPath string
	// below are the kinds whose objects are listed below an object of this kind, by the word in the path. They name the
	// object in the field that has this kind's name.
	below map[string]string
	// newestFirst: the list begins with what was made last.
	newestFirst bool
	fields      []Field
	// parents are the kinds whose objects take their objects of this kind along when they are deleted, by the field that
	// names the parent.
	parents map[string]string
	// prepare changes what was sent before it is checked. prior is the document before the update, nil on create.
	prepare func(sent, prior document)
	// finish changes the document after the check. prior is nil on create.
	finish func(doc, prior document)
	// guard refuses an update that the document's state does not allow.
	guard func(doc document) error
	// follow makes what follows from a change of an object, in the same write, and gives the e-mails to send.
	follow func(w *writing, before, after []byte) ([]email, error)
	// refusesEmptyUpdate: at least one field must be sent.
	refusesEmptyUpdate bool
	// deployable collections have the actions start and stop.
	deployable bool
}

// indexed are the fields by which objects are found without looking at each.
func (c *collection) indexed() []string {
	fields := []string{"name"}
	for field := range c.parents {
		fields = append(fields, field)
	}
	return fields
}

// collections gives the table of all collections, parents before their children.
func collections() []*collection {
	return []*collection{
		dashboards(), tabs(), widgets(), components(), routines(), alerts(), nodes(), functions(),
		events(), notifications(),
	}
}
