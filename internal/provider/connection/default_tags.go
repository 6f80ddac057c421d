// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TagsName is the name of the field that contains an object's tags.
const TagsName = "tags"

// DefaultTags contains the tags in the provider's default_tags argument, as references such as {"id": "7"}. The provider adds them to
// requests and keeps them out of the state.
type DefaultTags []engine.Document

// Added returns a copy of an object's tags with the missing default tags appended. The list argument is the value of the "tags" field.
func (t DefaultTags) Added(list any) []any {
	own, _ := list.([]any)
	tags := make([]any, 0, len(own)+len(t))
	for _, tag := range own {
		if id, isText := tag.(string); isText {
			tag = engine.Document{"id": id} // some engines return only the tag's id
		}
		tags = append(tags, tag)
	}
	for _, tag := range t.missingTags(own) {
		tags = append(tags, maps.Clone(tag))
	}
	return tags
}

// Has reports whether list contains all default tags. The list is the value of an object's "tags" field.
func (t DefaultTags) Has(list any) bool {
	own, _ := list.([]any)
	return len(t.missingTags(own)) == 0
}

func (t DefaultTags) missingTags(list []any) []engine.Document {
	return slices.DeleteFunc(slices.Clone(t), func(tag engine.Document) bool {
		return slices.ContainsFunc(list, func(other any) bool { return tagID(other) == tag["id"] })
	})
}

// TagsOf returns all tags in a document. While default_tags is unknown, the provider treats all of them as default tags, because any tag
// may be one.
func TagsOf(doc engine.Document) (tags DefaultTags) {
	list, _ := doc[TagsName].([]any)
	for _, tag := range list {
		tags = append(tags, engine.Document{"id": tagID(tag)})
	}
	return tags
}

// Without returns doc without the default tags, except for those whose ids are in declared, because the configuration also declares them
// itself.
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

// tagID returns the id of a tag. Depending on the engine, a tag is an object such as {"id": "7"} or only the id ("7").
func tagID(tag any) string {
	if reference, ok := tag.(engine.Document); ok {
		id, _ := reference["id"].(string)
		return id
	}
	id, _ := tag.(string)
	return id
}
