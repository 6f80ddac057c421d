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

// An object whose schema has the boolean "sensitive" may hold a secret in the JSON attribute "value" (wire shapes section 5). The lens
// treats a secret differently from other values:
//
//   - An import and a data source do not show it, and neither does Project in elements that only the engine has. The placeholder of a
//     secret is not secret.
//   - The engine may hide it: it then answers stars, null or nothing. The declared value counts as kept, and stars are never sent back.
//   - No message quotes it.
const secretName = document.ValueKey

// secretOf returns the attribute of an object that may hold a secret, or nil.
func (s *Shape) secretOf() *attribute {
	sensitive, secret := s.member(document.SensitiveKey), s.member(secretName)
	if sensitive == nil || sensitive.kind != kindBool || secret == nil || secret.kind != kindJSON {
		return nil
	}
	return secret
}

// mayHoldSecrets reports whether a value of the shape may be or contain a secret.
func (s *Shape) mayHoldSecrets() bool {
	if s.kind == kindList {
		return s.elem.mayHoldSecrets()
	}
	return s.secret != nil || s.secretWithin
}

// hidesSecret reports whether the engine answers stars, null or nothing in place of the object's secret.
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

// plainMask matches texts of stars or bullets. An engine that answers such a text hides a secret, even if the object is not sensitive.
// sensitiveMask matches more texts that hide a secret, but only in sensitive objects: "****1234", "xxxx" and words such as "(hidden)".
var (
	plainMask     = regexp.MustCompile(`^[*•●∙·⁎∗＊⚫█]{3,}$`)
	sensitiveMask = regexp.MustCompile(`(?i)[*•●∙·⁎∗＊⚫█]{3,}|^x{4,}$|^[\W_]*(value )?` +
		`(hidden|masked|redacted|obfuscated|sensitive|secret|encrypted|protected|write[ _-]only)( value)?[\W_]*$`)
)

// isMask reports whether a value is, or contains, a text that matches the form.
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

// isWithheld reports whether an import and a data source do not show an attribute, because it is a secret or hides one.
func (s *Shape) isWithheld(a *attribute, object map[string]any) bool {
	return a == s.secret && (s.hidesSecret(object) || document.IsSensitive(object) && !document.IsPlaceholder(object[secretName]))
}

// place is the position of an object in a document.
type place struct {
	path []any  // attribute names (string) and list indexes (int)
	keys string // the path with the keys of elements instead of their indexes, so that places of two documents can be compared
}

func (p place) in(step, key any) place {
	return place{path: append(p.path[:len(p.path):len(p.path)], step), keys: p.keys + "/" + document.Encode(key)}
}

// Secrets returns the secret values of a document as decoded JSON: the values of "sensitive" objects, and values whose custom type has
// a sensitive field.
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

// dropSecrets calls drop for each object that may hold a secret, and returns the value without the secrets for which drop is true.
// It does not change the document.
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

// withoutHiddenSecrets returns a value of a document without the stars that the engine answered in place of secrets.
func (s *Shape) withoutHiddenSecrets(doc any) any {
	return s.dropSecrets(doc, place{}, func(s *Shape, object map[string]any, _ place) bool { return s.hidesSecret(object) })
}

// withoutSecrets returns a value of a document without the values of all objects that may hold a secret.
func (s *Shape) withoutSecrets(doc any) any {
	return s.dropSecrets(doc, place{}, func(*Shape, map[string]any, place) bool { return true })
}

// hasWriteOnlyValue reports whether a view declares the version of a write-only value. Such a value may be a secret, even if the engine
// does not mark it as one.
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

// Unrepeatable returns the paths of secrets that an update deletes because it cannot send them: the engine hides them, and no view declares
// them. doc is the document of the engine, and the paths are those in the patch. A null counts as a hidden secret only if the engine shows
// no other secret.
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

// withoutSecretTypes returns a document without the values of its own custom types that have sensitive fields.
func (s *Shape) withoutSecretTypes(doc map[string]any) map[string]any {
	return s.WithoutTypes(doc, document.SecretTypes(doc))
}

// WithoutTypes returns a document without the values of the given custom types.
func (s *Shape) WithoutTypes(doc map[string]any, types map[string]bool) map[string]any {
	if len(types) == 0 || !s.mayHoldSecrets() {
		return doc
	}
	kept, _ := s.dropSecrets(doc, place{}, func(_ *Shape, object map[string]any, _ place) bool {
		return document.IsOfType(object, types) && !document.IsPlaceholder(object[secretName])
	}).(map[string]any)
	return kept
}
