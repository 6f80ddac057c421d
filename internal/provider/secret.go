// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// keepSecrets adds write-only values to the arrays in patch, the request body of an update. The engine replaces whole arrays, so it would
// lose any value that is missing from the request. keepSecrets warns about secrets that it can't add, because neither the configuration nor
// the engine's document contains them.
func (d *definition) keepSecrets(patch, doc engine.Document, c change, diags *diag.Diagnostics) {
	if !d.hasWriteOnly || len(patch) == 0 {
		return
	}
	values, members := writeOnlyValues(c.config, ""), tfvalue.Object(c.planned)
	for name, value := range patch {
		putWriteOnly(value, members[name], "."+name, values)
	}
	places := d.shape.DeletedSecrets(doc, patch)
	if len(places) == 0 {
		return
	}
	name, _, _ := strings.Cut(places[0], "[")
	write := attribute.WriteOnlySuffix
	diags.AddAttributeWarning(path.Root(name), "Hidden values could not be kept", fmt.Sprintf(
		"Left out of the update: %s. The engine hides these values, so the provider can't send them back, and the configuration does not "+
			"declare them. The engine replaces whole lists, so these parameters may have no value now. Declare it: value%s with value%s%s.",
		connection.First(places, ", "), write, write, lens.VersionSuffix))
}

// putWriteOnly adds write-only values to part, which is a request body or an object or array in it. view is the planned value of part, and
// at is its path. values contains the write-only values by path. An existing value is replaced only if its object contains "sensitive":
// true.
func putWriteOnly(part any, view tftypes.Value, at string, values map[string]tftypes.Value) {
	switch part := part.(type) {
	case []any:
		for i, element := range tfvalue.List(view) {
			if i < len(part) {
				putWriteOnly(part[i], element, at+"/"+tfvalue.String(element, "name"), values)
			}
		}
	case map[string]any:
		members := tfvalue.Object(view)
		for name := range writeOnlyNames(members) {
			value, ok := values[at+"."+name]
			if sensitive, _ := part["sensitive"].(bool); ok && (sensitive || part[name] == nil) {
				part[name] = decodedJSON(value)
			}
		}
		for name, member := range members {
			if inner, ok := part[name]; ok {
				putWriteOnly(inner, member, at+"."+name, values)
			}
		}
	}
}

func decodedJSON(text tftypes.Value) any {
	value, err := document.Decode([]byte(tfvalue.String(text)))
	if err != nil {
		return tfvalue.String(text)
	}
	return value
}

// withWriteOnly returns the prior state and the plan from which a request body is computed. It adds to the plan the write-only values to
// send: those that are new or have a new version. The state never contains write-only values. If the configuration no longer declares a
// write-only value, withWriteOnly adds a placeholder to the prior state, so that the update clears the value.
func (d *definition) withWriteOnly(c change) (prior, planned tftypes.Value) {
	if !d.hasWriteOnly {
		return c.prior, c.planned
	}
	values := writeOnlyValues(c.config, "")
	before, after := writeOnlyValues(c.prior, lens.VersionSuffix), writeOnlyValues(c.planned, lens.VersionSuffix)
	planned = mapObjects(c.planned, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			value, ok := values[at+"."+name]
			if version, had := before[at+"."+name]; ok && (!had || !version.Equal(after[at+"."+name])) {
				object[name] = value
			}
		}
	})
	prior = mapObjects(c.prior, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			_, had := before[at+"."+name]
			if _, has := after[at+"."+name]; had && !has {
				object[name] = tftypes.NewValue(tftypes.String, `"value that Terraform does not know"`)
			}
		}
	})
	return prior, planned
}

// writeOnlyNames yields the names of attributes that have a write-only counterpart. For example, it yields "value" if object contains
// "value_wo".
func writeOnlyNames(object map[string]tftypes.Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range object {
			if plain, ok := strings.CutSuffix(name, attribute.WriteOnlySuffix); ok && !yield(plain) {
				return
			}
		}
	}
}

// writeOnlyValues returns the declared values of write-only attributes, such as value_wo, by path. The path omits the suffix "_wo". For
// example, ".config/pin.value" is the path of value_wo in the element named "pin" of the list config. If suffix is "_version" instead of
// "", the result contains the versions of the values, such as value_wo_version, under the same paths.
func writeOnlyValues(view tftypes.Value, suffix string) map[string]tftypes.Value {
	found := map[string]tftypes.Value{}
	mapObjects(view, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			if value := object[name+attribute.WriteOnlySuffix+suffix]; tfvalue.IsDeclared(value) {
				found[at+"."+name] = value
			}
		}
	})
	return found
}

func (d *definition) withoutWriteOnly(view tftypes.Value) tftypes.Value {
	if !d.hasWriteOnly {
		return view
	}
	return mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			name += attribute.WriteOnlySuffix
			object[name] = tftypes.NewValue(object[name].Type(), nil)
		}
	})
}

// mapObjects calls the alter function for each object in view, nested objects first, and returns the changed value. The function may modify
// the object. Its argument named at is the object's path, such as ".config/pin". The path contains the names of list elements instead of
// their indexes, because the indexes may change.
func mapObjects(view tftypes.Value, at string, alter func(at string, object map[string]tftypes.Value)) tftypes.Value {
	if view.IsNull() || !view.IsKnown() {
		return view
	}
	switch t := view.Type().(type) {
	case tftypes.Object:
		object := maps.Clone(tfvalue.Object(view))
		for name, member := range object {
			object[name] = mapObjects(member, at+"."+name, alter)
		}
		alter(at, object)
		return tftypes.NewValue(t, object)
	case tftypes.List:
		list := slices.Clone(tfvalue.List(view))
		for i, element := range list {
			list[i] = mapObjects(element, at+"/"+tfvalue.String(element, "name"), alter)
		}
		return tftypes.NewValue(t, list)
	default:
		return view
	}
}

// withoutParentSecrets returns a routine's document without secret values. The routine's component declares which types of values are
// secret. If the component can't be read, the values of all custom types count as secret. Documents of other kinds stay unchanged.
func (d *definition) withoutParentSecrets(ctx context.Context, conn *connection.Connection, doc engine.Document) engine.Document {
	if d.parent == nil || d.parent.Attributes[document.TypesKey] == nil {
		return doc
	}
	types := map[string]bool{}
	addDeclaredTypes(doc, types)
	if len(types) == 0 {
		return doc
	}
	if parent := readParent(ctx, conn, d.parent, document.String(doc[d.Scope])); parent != nil {
		types = document.SecretTypes(parent)
	}
	return d.full.WithoutTypes(doc, types)
}

// readParent returns the document of the parent object with the given id, or nil if it can't be read. If the parent is a component,
// readParent tries every component type, because the type is unknown.
func readParent(ctx context.Context, conn *connection.Connection, kind *catalog.Object, id string) engine.Document {
	words := []string(kind.PathTypes)
	if !kind.HasTypeInPath() {
		words = []string{""}
	}
	for _, word := range words {
		if parent, _, err := conn.Reader.Read(ctx, kind.Collection(word), id); err == nil {
			return parent
		}
	}
	return nil
}

func addDeclaredTypes(value any, types map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		if name, _ := value["type"].(string); name != "" && !check.IsBuiltInType(name) && !document.IsEmpty(value["value"]) {
			types[name] = true
		}
		for _, member := range value {
			addDeclaredTypes(member, types)
		}
	case []any:
		for _, element := range value {
			addDeclaredTypes(element, types)
		}
	}
}

type schemasByName = map[string]*tfprotov6.Schema

func resourceSchemas(all *tfprotov6.GetProviderSchemaResponse) schemasByName {
	return all.ResourceSchemas
}

// withSecrets returns a context that contains the secrets in the values of a call, so that the client can remove them from errors and logs.
// Secrets are write-only values and all values that an object marks as secret (document.WithoutSecrets). The values are decoded only if an
// error or a log line needs the secrets.
func (s *server) withSecrets(
	ctx context.Context, name string, schemas func(*tfprotov6.GetProviderSchemaResponse) schemasByName, values ...*tfprotov6.DynamicValue,
) context.Context {
	return redact.WithSecretsOf(ctx, func() (secrets []any) {
		for _, value := range values {
			if schema := schemas(s.schemas())[name]; schema != nil && !isNull(value) {
				decoded, _ := value.Unmarshal(schema.ValueType()) // the call itself reports a decoding error
				secrets = append(secrets, s.secretsIn(name, decoded)...)
			}
		}
		return secrets
	})
}

func (s *server) secretsIn(name string, value tftypes.Value) (secrets []any) {
	types := map[string]bool{}
	doc := tfvalue.Decode(value, func(leaf tftypes.Value) any {
		switch {
		case leaf.IsNull() || !leaf.IsKnown():
			return nil
		case leaf.Type().Is(tftypes.Bool):
			return tfvalue.Bool(leaf)
		default:
			return decodedJSON(leaf)
		}
	})
	if d := s.definitions[name]; d != nil && d.parent != nil && d.parent.Attributes[document.TypesKey] != nil {
		addDeclaredTypes(doc, types) // treat all custom types as secret, because only the parent declares which ones are
	}
	_, secrets = document.WithoutSecrets(doc, types)
	for _, value := range writeOnlyValues(value, "") {
		if secret := decodedJSON(value); value.IsKnown() && !document.IsPlaceholder(secret) {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}
