// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// An object whose schema has the boolean "sensitive" may hold a secret: the JSON value "value" (wire shapes section 5). Three
// things are different with it:
//
//   - What no view declares is not shown: neither by an import, nor by a data source, nor in an element that only the
//     engine has. A placeholder is no secret.
//   - An engine may hide it, and answer stars, null or nothing in its place. That says nothing about what the engine has: a
//     declared value counts as kept, and what is hidden is never sent back.
//   - It is not quoted.
const secretName = document.ValueKey

// secretOf is the attribute of an object that may hold a secret, or nil.
func (s *Shape) secretOf() *attribute {
	sensitive, secret := s.member(document.SensitiveKey), s.member(secretName)
	if sensitive == nil || sensitive.kind != kindBool || secret == nil || secret.kind != kindJSON {
		return nil
	}
	return secret
}

// mayHoldSecrets tells whether there may be a secret within what the shape describes.
func (s *Shape) mayHoldSecrets() bool {
	if s.kind == kindList {
		return s.elem.mayHoldSecrets()
	}
	return s.secret != nil || s.secretWithin
}

// hidesSecret tells whether the engine answers something else in the place of the object's secret.
func (s *Shape) hidesSecret(object map[string]any) bool {
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

// isWithheld reports whether an attribute of an object is not shown to those who did not declare it.
func (s *Shape) isWithheld(a *attribute, object map[string]any) bool {
	return a == s.secret && (s.hidesSecret(object) || document.IsSensitive(object) && !document.IsPlaceholder(object[secretName]))
}

// place is where an object is in a document.
type place struct {
	path []any  // attribute names (string) and list indexes (int)
	keys string // the path with the keys of elements instead of their indexes, so that places of two documents can be compared
}

func (p place) in(step, key any) place {
	return place{path: append(p.path[:len(p.path):len(p.path)], step), keys: p.keys + "/" + document.Encode(key)}
}

// Secrets are the values of a document that are secret, as decoded JSON: those that its "sensitive" objects show, and those of types
// that hold secrets.
func (s *Shape) Secrets(doc map[string]any) []any {
	var found []any
	types := document.SecretTypes(doc)
	s.dropSecrets(doc, place{}, func(s *Shape, object map[string]any, _ place) bool {
		isSecret := document.IsSensitive(object) || document.IsOfType(object, types)
		if value := object[secretName]; value != nil && isSecret && !s.hidesSecret(object) && !document.IsPlaceholder(value) {
			found = append(found, value)
		}
		return false
	})
	return found
}

// dropSecrets visits the objects within a part of a document that may hold a secret, and returns the part without the secrets of those
// that drop picks. The document is not changed.
func (s *Shape) dropSecrets(doc any, at place, drop func(s *Shape, object map[string]any, at place) bool) any {
	if !s.mayHoldSecrets() {
		return doc
	}
	switch doc := doc.(type) {
	case map[string]any:
		if s.kind != kindObject {
			return doc
		}
		object := maps.Clone(doc)
		if s.secret != nil && drop(s, doc, at) {
			delete(object, secretName)
		}
		for _, a := range s.attrs {
			if value, has := object[a.name]; has && a.mayHoldSecrets() {
				object[a.name] = a.dropSecrets(value, at.in(a.name, a.name), drop)
			}
		}
		return object
	case []any:
		if s.kind != kindList {
			return doc
		}
		list := make([]any, len(doc))
		for i, element := range doc {
			key := s.elem.docKey(element)
			if key == nil {
				key = i
			}
			list[i] = s.elem.dropSecrets(element, at.in(i, key), drop)
		}
		return list
	default:
		return doc
	}
}

// withoutHiddenSecrets is a part of a document without what the engine answered in the place of secrets.
func (s *Shape) withoutHiddenSecrets(doc any) any {
	return s.dropSecrets(doc, place{}, func(s *Shape, object map[string]any, _ place) bool { return s.hidesSecret(object) })
}

// withoutSecrets is a part of a document without the values of all objects that may hold a secret.
func (s *Shape) withoutSecrets(doc any) any {
	return s.dropSecrets(doc, place{}, func(*Shape, map[string]any, place) bool { return true })
}

// hasWriteOnlyValue tells whether a view has a value that Terraform does not keep: it declares the version of one. The engine need
// not know that such a value is a secret.
func (s *Shape) hasWriteOnlyValue(view tftypes.Value) bool {
	if !s.mayHoldSecrets() {
		return false
	}
	if s.kind == kindList {
		return slices.ContainsFunc(tfvalue.List(view), s.elem.hasWriteOnlyValue)
	}
	members := tfvalue.Object(view)
	return slices.ContainsFunc(s.attrs, func(a attribute) bool {
		isVersion := a.unsent && strings.HasSuffix(a.name, VersionSuffix)
		return isVersion && tfvalue.IsDeclared(members[a.name]) || a.hasWriteOnlyValue(members[a.name])
	})
}

// Unrepeatable lists the secrets that the engine has, or may have, and that an update can't repeat: the engine hides them, and nothing
// declares them. doc is what the engine answered and patch is what is sent; the places are those in patch. Null says that there is a
// secret only if the engine shows no other secret: an engine that shows secrets means it.
func (s *Shape) Unrepeatable(doc, patch map[string]any) [][]any {
	showsNone := len(s.Secrets(doc)) == 0
	hidden := map[string]bool{}
	s.dropSecrets(doc, place{}, func(s *Shape, object map[string]any, at place) bool {
		hidden[at.keys] = s.hidesSecret(object) && (showsNone || object[secretName] != nil)
		return false
	})
	var lost [][]any
	s.dropSecrets(patch, place{}, func(_ *Shape, object map[string]any, at place) bool {
		if _, has := object[secretName]; !has && hidden[at.keys] {
			lost = append(lost, append(at.path, secretName))
		}
		return false
	})
	return lost
}

// withoutSecretTypes is a document without the values of its own types that hold secrets.
func (s *Shape) withoutSecretTypes(doc map[string]any) map[string]any {
	return s.WithoutTypes(doc, document.SecretTypes(doc))
}

// WithoutTypes returns a document without the values of some types.
func (s *Shape) WithoutTypes(doc map[string]any, types map[string]bool) map[string]any {
	if len(types) == 0 || !s.mayHoldSecrets() {
		return doc
	}
	kept, _ := s.dropSecrets(doc, place{}, func(_ *Shape, object map[string]any, _ place) bool {
		return document.IsOfType(object, types) && !document.IsPlaceholder(object[secretName])
	}).(map[string]any)
	return kept
}
