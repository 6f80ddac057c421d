// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TagsName is the field of documents that has the tags.
const TagsName = "tags"

// DefaultTags are the references that objects with references for tags get beside their own. No state has them, so that they are
// never a difference: they are put into what is sent, and taken out of what is read.
type DefaultTags []engine.Document

// Added are the tags of a list with the default tags that it lacks behind them.
func (t DefaultTags) Added(list any) []any {
	own, _ := list.([]any)
	tags := make([]any, 0, len(own)+len(t))
	for _, tag := range own {
		if id, isText := tag.(string); isText {
			tag = engine.Document{"id": id} // as engines answer references that they make short
		}
		tags = append(tags, tag)
	}
	for _, tag := range t.missing(own) {
		tags = append(tags, maps.Clone(tag))
	}
	return tags
}

// Has tells whether a list has all of them.
func (t DefaultTags) Has(list any) bool {
	own, _ := list.([]any)
	return len(t.missing(own)) == 0
}

func (t DefaultTags) missing(list []any) []engine.Document {
	return slices.DeleteFunc(slices.Clone(t), func(tag engine.Document) bool {
		return slices.ContainsFunc(list, func(other any) bool { return tagID(other) == tag["id"] })
	})
}

// TagsOf are the tags of a document: any of them may be a default tag while those are not known.
func TagsOf(doc engine.Document) (tags DefaultTags) {
	list, _ := doc[TagsName].([]any)
	for _, tag := range list {
		tags = append(tags, engine.Document{"id": tagID(tag)})
	}
	return tags
}

// Without is a document without the default tags but for those of the declared ids. The document is not changed.
func (t DefaultTags) Without(doc engine.Document, declared []string) engine.Document {
	tags, _ := doc[TagsName].([]any)
	isHidden := func(tag any) bool {
		id := tagID(tag)
		return !slices.Contains(declared, id) && slices.ContainsFunc(t, func(other engine.Document) bool { return other["id"] == id })
	}
	if !slices.ContainsFunc(tags, isHidden) {
		return doc
	}
	doc = maps.Clone(doc)
	doc[TagsName] = slices.DeleteFunc(slices.Clone(tags), isHidden)
	return doc
}

// tagID is the id of a reference, which engines may answer as an object or as the id alone.
func tagID(tag any) string {
	if reference, ok := tag.(engine.Document); ok {
		id, _ := reference["id"].(string)
		return id
	}
	id, _ := tag.(string)
	return id
}
