// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// sample is an object of the engine as a read shows it.
type sample struct {
	table *table.Table
	doc   map[string]any
}

// samplesPerKind is how many objects of each kind a run reads that makes none.
const samplesPerKind = 3

// askDocuments reads some objects of each kind and looks at how the engine shows them. A run that writes reads its own objects.
func askDocuments(ctx context.Context, r *run) {
	var samples []sample
	for i := range samplesPerKind { // All kinds come once before any comes twice.
		for _, kind := range kinds() {
			if o := r.examples[kind]; r.Write {
				if i == 0 && o != nil {
					r.settle(ctx)
					samples = r.sample(ctx, samples, kind, o.id)
				}
				continue
			}
			docs := richest(r.pages[kind].docs)
			if i >= len(docs) {
				continue
			}
			if id, _ := docs[i]["id"].(string); isPlainID(id) {
				samples = r.sample(ctx, samples, kind, id)
			}
		}
	}
	for _, s := range samples {
		r.seeReferences(s)
		r.seeSecrets(s)
		if !r.Write {
			r.seeDefaults(s)
		}
	}
	if !r.Write {
		r.seeOwnElements(samples)
	}
}

// sample reads an object and adds it to samples, unless it is gone.
func (r *run) sample(ctx context.Context, samples []sample, kind, id string) []sample {
	answer := r.get(ctx, r.pathOf(kind, id))
	if !answer.done() || answer.object() == nil {
		return samples
	}
	tag := answer.Header.Get("Etag")
	r.see("no-etags", tag == "")
	r.see("weak-etags", strings.HasPrefix(tag, "W/"))
	return append(samples, sample{tableOf(kind), answer.object()})
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

// pathOf returns the path of an object. A component is read on the path of all types if its own type is not known.
func (r *run) pathOf(kind, id string) string {
	if kind == "component" {
		for _, doc := range r.pages[kind].docs {
			if word, _ := doc["type"].(string); doc["id"] == id && word != "" {
				return r.route.component(word, id)
			}
		}
	}
	return r.route.object(kind, id)
}

// walk calls see for each field of an object that is shown, including those of its elements. doc has the field.
func walk(fields []table.Field, doc map[string]any, see func(field *table.Field, doc map[string]any)) {
	for i := range fields {
		field := &fields[i]
		value, isShown := doc[field.Name]
		if !isShown {
			continue
		}
		see(field, doc)
		for _, element := range elementsOf(value) {
			if inner, isObject := element.(map[string]any); isObject {
				walk(field.Fields, inner, see)
			}
		}
	}
}

// elementsOf returns the elements of an array, or the value itself as the only element.
func elementsOf(value any) []any {
	if elements, isArray := value.([]any); isArray {
		return elements
	}
	return []any{value}
}

// seeDefaults decides by the fields that can have a default of the engine. Nobody declares all of them, if there are many.
func (r *run) seeDefaults(s sample) {
	candidates, filled := 0, 0
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		if !hasOwnDefault(field) || field.Required {
			continue
		}
		candidates++
		if value := s.doc[field.Name]; value != nil && value != "" {
			filled++
		}
	}
	if candidates >= 8 {
		r.see("own-defaults", filled == candidates)
	}
}

// seeOwnElements looks for an element that begins or ends the arrays of several fields: nobody but the engine puts it everywhere.
func (r *run) seeOwnElements(samples []sample) {
	fields := map[string]map[string]bool{} // The fields by the first and by the last element of their array.
	arrays := map[string]bool{}
	for _, s := range samples {
		for i := range s.table.Fields {
			field := &s.table.Fields[i]
			ids := keys(field, s.doc[field.Name])
			if !field.IsReference() || len(ids) == 0 {
				continue
			}
			name := s.table.Kind + "." + field.Name
			arrays[name] = true
			for _, id := range []string{"first " + ids[0], "last " + ids[len(ids)-1]} {
				if fields[id] == nil {
					fields[id] = map[string]bool{}
				}
				fields[id][name] = true
			}
		}
	}
	if len(arrays) < 3 {
		return
	}
	isEverywhere := false
	for _, names := range fields {
		isEverywhere = isEverywhere || len(names) == len(arrays)
	}
	r.see("own-elements", isEverywhere)
}

// seeReferences looks at whether references are objects or only ids.
func (r *run) seeReferences(s sample) {
	walk(s.table.Fields, s.doc, func(field *table.Field, doc map[string]any) {
		if !field.IsReference() || field.Elements == table.Label {
			return
		}
		for _, reference := range elementsOf(doc[field.Name]) {
			switch reference := reference.(type) {
			case string:
				r.see("id-references", true)
			case map[string]any:
				if reference["id"] != "" { // Otherwise it is a padded field without a reference.
					r.see("id-references", false)
				}
			}
		}
	})
}

// seeSecrets looks at parameters that are marked as sensitive.
func (r *run) seeSecrets(s sample) {
	see := func(mask, null, absent bool, parameter string) {
		r.see("masked-secrets", mask, parameter)
		r.see("masked-secrets-null", null)
		r.see("masked-secrets-absent", absent)
	}
	walk(s.table.Fields, s.doc, func(field *table.Field, doc map[string]any) {
		if field.Name != "sensitive" || doc["sensitive"] != true {
			return
		}
		value, isShown := doc["value"]
		text, _ := value.(string)
		switch {
		case !isShown:
			see(false, false, true, "")
		case value == nil:
			see(false, true, false, "")
		default:
			see(isMask(text), false, false, text)
		}
	})
}

// isMask reports whether a string is shown instead of a secret, such as ********. A secret may be 7777, so digits are no mask.
func isMask(text string) bool { return len(text) >= 3 && strings.Trim(text, "*•●#xX") == "" }
