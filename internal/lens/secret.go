// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// An object whose schema has the boolean "sensitive" may hold a secret: the JSON value "value" (wire shapes section 5). Three
// things are different with it:
//
//   - What no view declares is not shown: neither by an import, nor by a data source, nor in an element that only the
//     engine has. A placeholder is no secret.
//   - An engine may hide it, and answer stars, null or nothing in its place. That says nothing about what the engine has: a
//     declared value counts as kept, and what is hidden is never sent back.
//   - It is not quoted.
const (
	sensitiveName = "sensitive"
	secretName    = "value"
)

// secretOf is the attribute of an object that may hold a secret, or nil.
func (s *Shape) secretOf() *attribute {
	sensitive, secret := s.member(sensitiveName), s.member(secretName)
	if sensitive == nil || sensitive.kind != kindBool || secret == nil || secret.kind != kindJSON {
		return nil
	}
	return secret
}

// holdsSecrets tells whether there may be a secret within what the shape describes.
func (s *Shape) holdsSecrets() bool {
	if s.kind == kindList {
		return s.elem.holdsSecrets()
	}
	return s.secret != nil || s.secretWithin
}

// hides tells whether the engine answers something else in the place of the object's secret.
func (s *Shape) hides(object map[string]any) bool {
	if s.secret == nil || object == nil {
		return false
	}
	value := object[secretName]
	if document.IsSensitive(object) {
		return value == nil || isMask(value, sensitiveMask)
	}
	return isMask(value, plainMask)
}

// What stands in the place of a secret: stars or bullets alone, and of what is sensitive also a text with some, such as
// "****1234", crosses, or a word that says so.
var (
	plainMask     = regexp.MustCompile(`^[*•●∙·⁎∗＊⚫█]{3,}$`)
	sensitiveMask = regexp.MustCompile(`(?i)[*•●∙·⁎∗＊⚫█]{3,}|^x{4,}$|^[\W_]*(value )?(hidden|masked|redacted|obfuscated|sensitive|secret|encrypted|protected|write[ _-]only)( value)?[\W_]*$`)
)

// isMask tells whether a value is, or has within, a text of a form.
func isMask(value any, form *regexp.Regexp) bool {
	within := func(value any) bool { return isMask(value, form) }
	switch value := value.(type) {
	case string:
		return form.MatchString(value)
	case []any:
		return slices.ContainsFunc(value, within)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), within)
	default:
		return false
	}
}

// withholds reports whether an attribute of an object is not shown to those who did not declare it.
func (s *Shape) withholds(a *attribute, object map[string]any) bool {
	return a == s.secret && (s.hides(object) || document.IsSensitive(object) && !document.IsPlaceholder(object[secretName]))
}

// eachSecret visits the objects of a document that may hold a secret.
func (s *Shape) eachSecret(doc any, visit func(s *Shape, object map[string]any)) {
	if !s.holdsSecrets() {
		return
	}
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind != kindObject {
			return
		}
		if s.secret != nil {
			visit(s, doc)
		}
		for _, a := range s.attrs {
			a.eachSecret(doc[a.name], visit)
		}
	case []any:
		if s.kind != kindList {
			return
		}
		for _, element := range doc {
			s.elem.eachSecret(element, visit)
		}
	}
}

// Secrets are the values of a document that are secret, as decoded JSON: those that its "sensitive" objects show, and those of types
// that hold secrets.
func (s *Shape) Secrets(doc map[string]any) []any {
	var found []any
	types := document.SecretTypes(doc)
	s.eachSecret(doc, func(s *Shape, object map[string]any) {
		isSecret := document.IsSensitive(object) || document.IsOfType(object, types)
		if value := object[secretName]; value != nil && isSecret && !s.hides(object) && !document.IsPlaceholder(value) {
			found = append(found, value)
		}
	})
	return found
}

// without is a part of a document without the secrets of the objects that drop picks. The document is not changed.
func (s *Shape) without(doc any, drop func(s *Shape, object map[string]any) bool) any {
	if !s.holdsSecrets() {
		return doc
	}
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind != kindObject {
			return doc
		}
		object := maps.Clone(doc)
		if s.secret != nil && drop(s, object) {
			delete(object, secretName)
		}
		for _, a := range s.attrs {
			if value, has := object[a.name]; has && a.holdsSecrets() {
				object[a.name] = a.without(value, drop)
			}
		}
		return object
	case []any:
		if s.kind != kindList {
			return doc
		}
		list := make([]any, len(doc))
		for i, element := range doc {
			list[i] = s.elem.without(element, drop)
		}
		return list
	default:
		return doc
	}
}

// withoutHidden is a part of a document without what the engine answered in the place of secrets.
func (s *Shape) withoutHidden(doc any) any { return s.without(doc, (*Shape).hides) }

// withoutSecrets is a part of a document without the values of all objects that may hold a secret.
func (s *Shape) withoutSecrets(doc any) any {
	return s.without(doc, func(*Shape, map[string]any) bool { return true })
}

// hasUnseen tells whether a view has a value that Terraform does not keep: it declares the version of one. The engine need
// not know that such a value is a secret.
func (s *Shape) hasUnseen(view tftypes.Value) bool {
	if !s.holdsSecrets() || !tfvalue.IsDeclared(view) {
		return false
	}
	if s.kind == kindList {
		for _, element := range tfvalue.List(view) {
			if s.elem.hasUnseen(element) {
				return true
			}
		}
		return false
	}
	members := tfvalue.Object(view)
	for _, a := range s.attrs {
		member := members[a.name]
		if a.unsent && strings.HasSuffix(a.name, VersionSuffix) && tfvalue.IsDeclared(member) || a.hasUnseen(member) {
			return true
		}
	}
	return false
}

// Lost lists the secrets that the engine has, or may have, and that an update can't repeat: the engine hides them, and nothing
// declares them. doc is what the engine answered and patch is what is sent; the places are those in patch.
func (s *Shape) Lost(doc, patch map[string]any) [][]any {
	showsNone := len(s.Secrets(doc)) == 0
	var lost [][]any
	for _, a := range s.attrs {
		if sent, ok := patch[a.name]; ok {
			lost = append(lost, a.lostWithin(doc[a.name], sent, []any{a.name}, showsNone)...)
		}
	}
	return lost
}

// lostWithin compares a part of a document with what is sent in its place. Null says that there is a secret only where the engine
// shows none: one that shows others means it.
func (s *Shape) lostWithin(doc, sent any, path []any, showsNone bool) [][]any {
	if !s.holdsSecrets() {
		return nil
	}
	var found [][]any
	switch sent := sent.(type) {
	case []any:
		docs, _ := doc.([]any)
		if s.kind != kindList {
			return nil
		}
		for i, element := range sent {
			for _, twin := range docs {
				if key := s.elem.docKey(element); key != nil && key == s.elem.docKey(twin) {
					found = append(found, s.elem.lostWithin(twin, element, append(path[:len(path):len(path)], i), showsNone)...)
					break
				}
			}
		}
	case map[string]any:
		object, _ := doc.(map[string]any)
		_, has := sent[secretName]
		if s.secret != nil && !has && s.hides(object) && (showsNone || object[secretName] != nil) {
			found = append(found, append(path[:len(path):len(path)], secretName))
		}
		for _, a := range s.attrs {
			found = append(found, a.lostWithin(object[a.name], sent[a.name], append(path[:len(path):len(path)], a.name), showsNone)...)
		}
	}
	return found
}

// withoutTyped is a document without the values of its own types that hold secrets.
func (s *Shape) withoutTyped(doc map[string]any) map[string]any {
	return s.WithoutTypes(doc, document.SecretTypes(doc))
}

// WithoutTypes returns a document without the values of some types.
func (s *Shape) WithoutTypes(doc map[string]any, types map[string]bool) map[string]any {
	if len(types) == 0 || !s.holdsSecrets() {
		return doc
	}
	kept, _ := s.without(doc, func(_ *Shape, object map[string]any) bool {
		return document.IsOfType(object, types) && !document.IsPlaceholder(object[secretName])
	}).(map[string]any)
	return kept
}
