// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// sample is an object of the engine as reads show it.
type sample struct {
	table *table.Table
	id    string
	// sent has the fields that this run sent, with their last values. It is nil for an object that the run did not make.
	sent map[string]any
	// shown are reads right after each other, without a write in between. listed is the object in a list, or nil.
	shown  []map[string]any
	listed map[string]any
}

// readsOfSamples are the numbers of reads of the first and of further objects of a kind.
var readsOfSamples = []int{3, 1}

// askDocuments reads some objects of each kind and looks at how the engine shows them. All kinds come once before any comes twice.
func askDocuments(ctx context.Context, r *run) error {
	samples, err := r.ownSamples(ctx)
	if err != nil {
		return err
	}
	for round, reads := range readsOfSamples {
		for _, kind := range kinds() {
			docs := richest(r.listing.pages[kind].docs)
			if round >= len(docs) {
				continue
			}
			id := idOf(docs[round])
			if o := r.cast.example[kind]; id == "" || o != nil && o.id == id {
				continue
			}
			s, err := r.sample(ctx, kind, id, reads)
			if isSpent(err) {
				break
			}
			if err != nil {
				return err
			}
			if s != nil {
				s.listed = docs[round]
				samples = append(samples, s)
			}
		}
	}
	r.look(samples)
	return nil
}

// ownSamples reads the example objects of a run that writes.
func (r *run) ownSamples(ctx context.Context) ([]*sample, error) {
	var samples []*sample
	for _, kind := range kinds() {
		o := r.cast.example[kind]
		if o == nil {
			continue
		}
		if err := r.settle(ctx); err != nil {
			return nil, err
		}
		s, err := r.sample(ctx, kind, o.id, readsOfSamples[0])
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		s.sent = o.sent
		for _, doc := range r.listing.pages[kind].docs {
			if doc["id"] == o.id {
				s.listed = doc
			}
		}
		samples = append(samples, s)
	}
	return samples, nil
}

// richest returns the documents, the longest first. Documents of components with secrets come before others.
func richest(docs []map[string]any) []map[string]any {
	weight := func(doc map[string]any) int {
		text, err := json.Marshal(doc)
		if err != nil {
			return 0 // Impossible: the document was decoded from JSON.
		}
		if strings.Contains(string(text), `"sensitive":true`) || strings.Contains(string(text), `"sensitive":"`) {
			return len(text) + 1<<20
		}
		return len(text)
	}
	sorted := slices.Clone(docs)
	slices.SortStableFunc(sorted, func(a, b map[string]any) int { return weight(b) - weight(a) })
	return sorted
}

// sample reads an object several times. It returns nil if the object is gone.
func (r *run) sample(ctx context.Context, kind, id string, reads int) (*sample, error) {
	s := &sample{id: id, table: tableOf(kind)}
	for range reads {
		answer, err := r.door.get(ctx, r.pathOf(kind, id))
		if err != nil {
			return nil, err
		}
		if !answer.done() || answer.object() == nil {
			return nil, nil
		}
		s.shown = append(s.shown, answer.object())
		r.seeReply(answer)
	}
	return s, nil
}

// pathOf returns the path of an object. A component is read on the path of all types if its own type is not known.
func (r *run) pathOf(kind, id string) string {
	if kind == "component" {
		for _, doc := range r.listing.pages[kind].docs {
			if word, _ := doc["type"].(string); doc["id"] == id && word != "" {
				return r.route.component(word, id)
			}
		}
	}
	return r.route.object(kind, id)
}

// seeReply looks at the headers of the answer to the read of one object.
func (r *run) seeReply(answer *reply) {
	tag := answer.Header.Get("Etag")
	r.verdicts.see("no-etags", tag == "")
	r.verdicts.see("weak-etags", strings.HasPrefix(tag, "W/"))
}

// seeList compares an object in a list with the same object alone.
func (r *run) seeList(s *sample) {
	if s.listed == nil {
		return
	}
	inner, missing := 0, 0
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		if len(inside(field, s.shown[0])) > 0 {
			inner++
			if len(inside(field, s.listed)) == 0 {
				missing++
			}
		}
	}
	if inner > 0 {
		r.verdicts.see("short-lists", missing == inner)
	}
}

// inside returns the elements of an array, or the reference in a field. An empty reference counts as none.
func inside(field *table.Field, doc map[string]any) []any {
	switch value := doc[field.Name].(type) {
	case []any:
		return value
	case map[string]any:
		if value["id"] != "" {
			return []any{value}
		}
	}
	return nil
}

// look inspects all objects. What the objects of the run tell about a habit is more certain than what others tell: the run knows what it
// sent.
func (r *run) look(samples []*sample) {
	isOwn := func(s *sample) bool { return s.sent != nil }
	r.inspect(slices.DeleteFunc(slices.Clone(samples), func(s *sample) bool { return !isOwn(s) }))
	own := r.verdicts
	r.verdicts = verdicts{counts: map[string]*count{}}
	r.inspect(slices.DeleteFunc(slices.Clone(samples), isOwn))
	for habit, c := range r.verdicts.counts {
		if told := own.of(habit); told.with+told.without == 0 {
			own.counts[habit] = c
		}
	}
	r.verdicts = own
}

func (r *run) inspect(samples []*sample) {
	for _, s := range samples {
		r.seeList(s)
		r.seeMovement(s)
		r.seeBlanks(s)
		r.seeSentSpelling(s)
		walkDocument(s.table.Fields, s.shown[0], func(field *table.Field, value any) { r.seeSpelling(field, value, s.sent != nil) })
		walkDocument(s.table.Fields, s.shown[0], r.seeReferences)
		r.seeSecrets(s)
	}
	r.seeElements(samples)
	r.seeOwnElements(samples)
}

// walkDocument calls see for each field of an object that is shown, also inside its elements.
func walkDocument(fields []table.Field, doc map[string]any, see func(field *table.Field, value any)) {
	for i := range fields {
		field := &fields[i]
		value, shown := doc[field.Name]
		if !shown {
			continue
		}
		see(field, value)
		elements, isArray := value.([]any)
		if inner, isObject := value.(map[string]any); isObject {
			elements = []any{inner}
		} else if !isArray {
			continue
		}
		for _, element := range elements {
			if inner, isObject := element.(map[string]any); isObject {
				walkDocument(field.Fields, inner, see)
			}
		}
	}
}

// unknownKeys returns the keys of an object that are in no table.
func unknownKeys(fields []table.Field, doc map[string]any) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(doc)), func(name string) bool {
		return slices.ContainsFunc(fields, func(f table.Field) bool { return f.Name == name })
	})
}
