// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// samplesPerKind is how many objects of each kind a run reads that makes none.
const samplesPerKind = 3

// askDocuments reads some objects of each kind and looks at how the engine shows them. A run that writes reads its own objects.
func askDocuments(ctx context.Context, r *run) {
	for _, kind := range kinds() {
		var paths []string
		if o := r.examples[kind]; o != nil {
			r.settle(ctx)
			paths = []string{r.objectPath(o)}
		}
		for _, doc := range richest(r.pages[kind]) {
			if id, _ := doc["id"].(string); !r.Write && isPlainID(id) && len(paths) < samplesPerKind {
				paths = append(paths, r.pathOf(kind, id, doc))
			}
		}
		for _, path := range paths {
			response := r.get(ctx, path)
			doc := response.object()
			if !response.done() || doc == nil {
				continue
			}
			tag := response.Header.Get("Etag")
			r.see("no-etags", tag == "")
			r.see("weak-etags", strings.HasPrefix(tag, "W/"))
			r.seeReferences(tableOf(kind), doc)
			r.seeSecrets(tableOf(kind), doc)
		}
	}
}

// richest returns the documents, with the largest first. Documents of components with secrets come before others.
func richest(docs []map[string]any) []map[string]any {
	weight := func(doc map[string]any) int {
		text := document.Encode(doc)
		if strings.Contains(text, `"sensitive":true`) || strings.Contains(text, `"sensitive":"`) {
			return len(text) + 1<<20
		}
		return len(text)
	}
	sorted := slices.Clone(docs)
	slices.SortStableFunc(sorted, func(a, b map[string]any) int { return weight(b) - weight(a) })
	return sorted
}

// pathOf returns the path of an object. A component is read on the path of all types if its own type is not known.
func (r *run) pathOf(kind, id string, doc map[string]any) string {
	if word, _ := doc["type"].(string); kind == "component" && word != "" {
		return r.route.component(word, id)
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

// seeReferences looks at whether references are objects or only ids.
func (r *run) seeReferences(t *table.Table, doc map[string]any) {
	walk(t.Fields, doc, func(field *table.Field, doc map[string]any) {
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
func (r *run) seeSecrets(t *table.Table, doc map[string]any) {
	walk(t.Fields, doc, func(field *table.Field, doc map[string]any) {
		if field.Name != "sensitive" || doc["sensitive"] != true {
			return
		}
		value, isShown := doc["value"]
		text, _ := value.(string)
		r.see("masked-secrets", isMask(text), strings.Trim(text, "xX")) // A mask of letters could be a secret.
		r.see("masked-secrets-null", isShown && value == nil)
		r.see("masked-secrets-absent", !isShown)
	})
}

// isMask reports whether a string is shown instead of a secret, such as ********. A secret may be 7777, so digits are no mask.
func isMask(text string) bool {
	return len(text) >= 3 && len(text) <= 200 && strings.Trim(text, "*•●#xX") == ""
}
