// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// samplesPerKind is the maximum number of objects of each kind that a read-only run reads.
const samplesPerKind = 3

// probeDocuments determines how the engine returns secrets and references, and whether it sends ETags.
func probeDocuments(ctx context.Context, r *run) {
	for _, kind := range kinds() {
		var paths []string
		if o := r.examples[kind]; o != nil {
			r.settle(ctx)
			paths = []string{r.objectPath(o)}
		}
		for _, doc := range largestFirst(r.pages[kind]) {
			word, _ := doc["type"].(string)
			if id, _ := doc["id"].(string); !r.Write && isSafeID(id) && len(paths) < samplesPerKind {
				paths = append(paths, r.route.path(kind, cmp.Or(word, "algorithm"), id))
			}
		}
		for _, path := range paths {
			response := r.get(ctx, path)
			doc := response.object()
			if !response.isSuccess() || doc == nil {
				continue
			}
			tag := response.Header.Get("Etag")
			r.observe("no-etags", tag == "")
			r.observe("weak-etags", strings.HasPrefix(tag, "W/"))
			r.observeDocument(tableOf(kind), doc)
		}
	}
}

// largestFirst sorts documents by size in descending order, but puts all documents that contain secrets first.
func largestFirst(docs []map[string]any) []map[string]any {
	weight := func(doc map[string]any) int {
		text := document.Encode(doc)
		return len(text) + strings.Count(text, `"sensitive":true`)<<20
	}
	return slices.SortedStableFunc(slices.Values(docs), func(a, b map[string]any) int { return weight(b) - weight(a) })
}

// walk calls visit for each field in a document, including fields of nested objects. If a field is an array, it instead calls visit for
// each element. The second argument of visit is the object that directly contains the field.
func walk(fields []table.Field, doc map[string]any, visit func(field *table.Field, doc map[string]any, value any)) {
	for i := range fields {
		value, isShown := doc[fields[i].Name]
		values, isArray := value.([]any)
		if isShown && !isArray {
			values = []any{value}
		}
		for _, value := range values {
			visit(&fields[i], doc, value)
			if inner, isObject := value.(map[string]any); isObject {
				walk(fields[i].Fields, inner, visit)
			}
		}
	}
}

// observeDocument records whether the references in a document are objects or plain ids, and how the engine returned the values of
// sensitive parameters.
func (r *run) observeDocument(t *table.Table, doc map[string]any) {
	walk(t.Fields, doc, func(field *table.Field, doc map[string]any, value any) {
		_, isText := value.(string)
		reference, isObject := value.(map[string]any)
		isNone := !isText && (!isObject || reference["id"] == "") // Some engines return empty strings instead of a null reference.
		if field.IsReference() && field.Elements != table.Label && !isNone {
			r.observe("id-references", isText)
		}
		if field.Name == "sensitive" && value == true {
			secret, isShown := doc["value"]
			text, _ := secret.(string)
			r.observe("masked-secrets", isMask(text), strings.Trim(text, "xX")) // Omit letters, which could belong to a secret.
			r.observe("masked-secrets-null", isShown && secret == nil)
			r.observe("masked-secrets-absent", !isShown)
		}
	})
}

// isMask reports whether a string, such as ********, stands in for a secret. Digits never count as a mask: 7777 could be a real secret.
func isMask(text string) bool {
	return len(text) >= 3 && len(text) <= 200 && strings.Trim(text, "*•●#xX") == ""
}
