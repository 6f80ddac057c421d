// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// An object whose schema has a "sensitive" boolean may hold a secret in its JSON attribute "value" (interface document, section 5
// of "Wire shapes"). Secrets differ from other values:
//
//   - In imports and data sources, secrets are null. A read (Project) returns a secret only if the configuration declares its object.
//   - The engine may return stars or null instead of a secret, or omit it. The provider then assumes that the engine has the declared
//     value. It never sends the stars back.
//   - Error messages never quote secrets.
//   - A placeholder such as "${{secret.TOKEN}}" is not a secret.
const secretName = document.ValueKey

// secretOf returns the attribute "value" if it may hold a secret, and nil otherwise. This is the case if "value" contains JSON and the
// schema also has a boolean attribute "sensitive", which marks secrets.
func (s *Shape) secretOf() *attribute {
	sensitive, secret := s.member(document.SensitiveKey), s.member(secretName)
	if sensitive == nil || sensitive.kind != kindBool || secret == nil || secret.kind != kindJSON {
		return nil
	}
	return secret
}

func (s *Shape) mayHoldSecrets() bool {
	if s.kind == kindList {
		return s.elem.mayHoldSecrets()
	}
	return s.secret != nil || s.secretWithin
}

// hidesSecret reports whether the engine returned a mask, such as stars, instead of the object's secret. If the object is marked
// "sensitive", a missing or null value also counts as hidden.
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

// Engines return a mask, such as "***", instead of a secret. For objects that are marked "sensitive", sensitiveMask also matches masks such
// as "****1234", "xxxx" and "(hidden)". For other objects, plainMask matches only stars or bullets.
var (
	plainMask     = regexp.MustCompile(`^[*•●∙·⁎∗＊⚫█]{3,}$`)
	sensitiveMask = regexp.MustCompile(`(?i)[*•●∙·⁎∗＊⚫█]{3,}|^x{4,}$|^[\W_]*(value )?` +
		`(hidden|masked|redacted|obfuscated|sensitive|secret|encrypted|protected|write[ _-]only)( value)?[\W_]*$`)
)

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

// isWithheld reports whether imports and data sources return null for an attribute. They do this if the value is a secret, or if the engine
// returns a mask such as *** instead of a secret.
func (s *Shape) isWithheld(a *attribute, object map[string]any) bool {
	return a == s.secret && (s.hidesSecret(object) || document.IsSensitive(object) && !document.IsPlaceholder(object[secretName]))
}

// Secrets returns the secrets in an engine document as decoded JSON values. If an object is marked as sensitive, or if its type is a custom
// type with a sensitive field, the object's member "value" is a secret. Masks and placeholders are omitted.
func (s *Shape) Secrets(doc map[string]any) []any {
	var found []any
	types := document.SecretTypes(doc)
	s.dropSecrets(doc, "", func(s *Shape, object map[string]any, _ string) bool {
		isSecret := document.IsSensitive(object) || document.IsOfType(object, types)
		if value := object[secretName]; value != nil && isSecret && !s.hidesSecret(object) && !document.IsPlaceholder(value) {
			found = append(found, value)
		}
		return false
	})
	return found
}

// dropSecrets returns a copy of an engine value without the "value" of each object for which the drop function returns true. The function
// is called for every object that may hold a secret, with the object's path, such as input["pin"]. Paths contain element keys instead of
// indexes, so that they can be compared between documents.
func (s *Shape) dropSecrets(doc any, at string, drop func(s *Shape, object map[string]any, at string) bool) any {
	if !s.mayHoldSecrets() {
		return doc
	}
	object, isObject := doc.(map[string]any)
	isDropped := isObject && s.secret != nil && drop(s, object, at)
	return s.rebuild(doc, func(part *Shape, step, value any) (any, bool) {
		if step == any(secretName) && isDropped {
			return nil, false
		}
		in := strings.TrimPrefix(fmt.Sprint(at, ".", step), ".")
		if _, isElement := step.(int); isElement {
			key, ok := stringOf(part.docKey(value))
			if !ok {
				key = fmt.Sprint(step)
			}
			in = fmt.Sprintf("%s[%q]", at, key)
		}
		return part.dropSecrets(value, in, drop), true
	})
}

func (s *Shape) withoutHiddenSecrets(doc any) any {
	return s.dropSecrets(doc, "", func(s *Shape, object map[string]any, _ string) bool { return s.hidesSecret(object) })
}

// withoutSecrets returns a copy of doc without the "value" of any object that may hold a secret, even if it currently holds none.
func (s *Shape) withoutSecrets(doc any) any {
	return s.dropSecrets(doc, "", func(*Shape, map[string]any, string) bool { return true })
}

// hasWriteOnlyValue reports whether view, a Terraform value, declares the version of a write-only attribute, such as value_wo_version. If
// it does, the engine's value may be a secret that must not get into the state.
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

// DeletedSecrets returns the paths of secrets that an update would delete, such as input["pin"].value, because the engine hides them and
// the provider can't send them again. doc is the engine's document, and patch is the body of the update. An engine hides either all secrets
// or none. If doc contains the value of any secret, the engine hides none, so a secret that is null in doc has no value.
func (s *Shape) DeletedSecrets(doc, patch map[string]any) []string {
	showsNone := len(s.Secrets(doc)) == 0
	hidden := map[string]bool{}
	s.dropSecrets(doc, "", func(s *Shape, object map[string]any, at string) bool {
		hidden[at] = s.hidesSecret(object) && (showsNone || object[secretName] != nil)
		return false
	})
	var lost []string
	s.dropSecrets(patch, "", func(_ *Shape, object map[string]any, at string) bool {
		if _, has := object[secretName]; !has && hidden[at] {
			lost = append(lost, at+"."+secretName)
		}
		return false
	})
	return lost
}

// withoutSecretTypes returns a copy of doc without the values of parameters whose type is a custom type with a sensitive field.
func (s *Shape) withoutSecretTypes(doc map[string]any) map[string]any {
	return s.WithoutTypes(doc, document.SecretTypes(doc))
}

// WithoutTypes returns a copy of doc without the values of parameters whose type is in types. It keeps values that are placeholders for
// secrets.
func (s *Shape) WithoutTypes(doc map[string]any, types map[string]bool) map[string]any {
	if len(types) == 0 || !s.mayHoldSecrets() {
		return doc
	}
	kept, _ := s.dropSecrets(doc, "", func(_ *Shape, object map[string]any, _ string) bool {
		return document.IsOfType(object, types) && !document.IsPlaceholder(object[secretName])
	}).(map[string]any)
	return kept
}
