// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// row is a field of an object. Before is the value before the last terraform apply.
type row struct {
	Name, Value, Before string
	Changed             bool // Whether the last terraform apply changed the field.
	Long                bool // Whether the value has several lines.
}

const hidden = "(hidden)"

type details struct {
	Link       link
	State      string // The object's status, or "" if it has none.
	Rows       []row
	Above      []link         // The objects that contain this one, the nearest first.
	Parts      []link         // The objects that this one contains.
	Parameters []parameterRow // The parameters of a component or routine, without secrets.
	// Deleted is true if the last terraform apply deleted the object. Rows then contains the fields as they were before the apply.
	Deleted bool
	Drawn   bool   // Whether the object has a picture.
	Version string // A version that changes with the object, so that browsers reload its pictures.
}

type parameterRow struct {
	Name, Description, Type, Value string
	Long                           bool // Whether the value has several lines.
}

// parametersOf returns the parameters of a component (its input field) or a routine (its config field). doc must not contain secrets.
func parametersOf(kind string, doc map[string]any) (all []parameterRow) {
	for _, p := range panel.Objects(doc[map[string]string{"component": "input", "routine": "config"}[kind]]) {
		one := parameterRow{Name: str(p["name"]), Description: str(p["description"]), Type: str(p["type"]), Value: displayText(p["value"])}
		one.Long = strings.Contains(one.Value, "\n")
		all = append(all, one)
	}
	return all
}

// object returns a screen with the fields of any object. It also shows the old value of each field that the last terraform apply changed.
func object(p *Page, r *http.Request) (screen, error) { return p.object(r.PathValue("kind"), r) }

func objectView(kind string) view {
	return func(p *Page, r *http.Request) (screen, error) { return p.object(kind, r) }
}

func (p *Page) object(kind string, r *http.Request) (screen, error) {
	found, err := p.details(objectKey{kind, r.PathValue("id")})
	if err != nil {
		return screen{}, err
	}
	section, _ := sectionOf(kind)
	return screen{Template: "object", Title: found.Link.Name, Section: section, Data: found}, nil
}

// details returns what the page shows about an object, even if the last terraform apply deleted the object. If the object is unknown, it
// returns errMissing.
func (p *Page) details(k objectKey) (details, error) {
	doc, exists := p.server.Object(k.Kind, k.ID)
	before, _ := p.follower.before(k)
	if !exists && before == nil {
		return details{}, errMissing
	}
	found := details{
		Link: p.link(k), Deleted: !exists, Drawn: k.Kind == "widget" || k.Kind == "alert", Version: hash(fmt.Append(nil, doc, before)),
	}
	if !exists {
		doc, before = before, nil
	}
	types := p.follower.secretTypes(doc, before)
	found.Rows = fieldRows(doc, before, types)
	open := redactedObject(doc, types)
	found.Parameters, found.State = parametersOf(k.Kind, open), stateOf(doc)
	for _, container := range p.follower.withContainers(k)[1:] {
		found.Above = append(found.Above, p.containerLink(container))
	}
	if part, ok := partKinds[k.Kind]; ok {
		gone := slices.DeleteFunc(p.deletedByApply(part.kind), func(doc map[string]any) bool { return doc[part.field] != k.ID })
		for _, doc := range append(p.server.ObjectsBy(part.kind, part.field, k.ID), gone...) {
			found.Parts = append(found.Parts, p.containerLink(objectKey{part.kind, str(doc["id"])}))
		}
	}
	return found, nil
}

// fieldRows returns the fields of an object: first id, name, description, type and the statuses, then all others in alphabetical order. If
// there are changes to show, before is the object before the last terraform apply, otherwise nil. secretTypes contains the names of the
// custom types whose values are secret.
func fieldRows(doc, before map[string]any, secretTypes map[string]bool) (all []row) {
	names := slices.Collect(maps.Keys(doc))
	for name := range before {
		if _, has := doc[name]; !has {
			names = append(names, name)
		}
	}
	reversed := []string{"deployment_status", "status", "type", "description", "name", "id"} // Other names have the index -1 and come last.
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(reversed, b), slices.Index(reversed, a)), strings.Compare(a, b))
	})
	after, earlier := redactedObject(doc, secretTypes), redactedObject(before, secretTypes)
	for _, name := range names {
		one := row{Name: name, Value: displayText(after[name])}
		if before != nil && !reflect.DeepEqual(doc[name], before[name]) && !slices.Contains(runtimeFields, name) {
			one.Changed, one.Before = true, displayText(earlier[name])
		}
		one.Long = strings.Contains(one.Value+one.Before, "\n")
		if one.Value != "" || one.Before != "" {
			all = append(all, one)
		}
	}
	return all
}

// displayText formats a value for the page. It returns a string unchanged, an array of references as a list of names, and an object as
// indented JSON. The value must not contain secrets.
func displayText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		if names, ok := namesOf(v); ok {
			return strings.Join(names, ", ")
		}
	}
	encoded, _ := json.MarshalIndent(value, "", "  ") // The value comes from JSON, so MarshalIndent returns no error.
	return string(encoded)
}

// namesOf returns the names in an array of references, or the elements of an array of strings. For any other array, ok is false.
func namesOf(list []any) (names []string, ok bool) {
	for _, element := range list {
		switch v := element.(type) {
		case string:
			names = append(names, v)
		case map[string]any:
			name := str(v["name"])
			if name == "" || len(v) > 2 || v["id"] == nil {
				return nil, false
			}
			names = append(names, name)
		default:
			return nil, false
		}
	}
	return names, true
}

// withoutSecrets returns a copy of value with secrets hidden. It hides the values and defaults of all parameters, because a user may have
// set a secret value without marking the parameter as sensitive.
//
// types contains the names of custom types with secret values. isParameter must be true if value is a parameter or a list of parameters.
func withoutSecrets(value any, types map[string]bool, isParameter bool) any {
	switch v := value.(type) {
	case []any:
		all := make([]any, len(v))
		for i, element := range v {
			all[i] = withoutSecrets(element, types, isParameter)
		}
		return all
	case map[string]any:
		marked := maps.Clone(v)
		if _, isNamed := v["name"]; isNamed || isParameter { // Only parameters have both a name and a value.
			marked[document.SensitiveKey] = true
		}
		secret := document.SecretKeys(marked, types)
		all := make(map[string]any, len(v))
		for name, member := range v {
			// A value of a custom type is an object that contains the actual value in its "data" field (quirk 246).
			if slices.Contains(secret, name) || name == "data" && document.IsOfType(v, types) {
				all[name] = hidden
			} else {
				_, isObject := member.(map[string]any)
				all[name] = withoutSecrets(member, types, slices.Contains(parameterLists, name) || isParameter && isObject)
			}
		}
		return all
	}
	if isParameter && value != nil {
		return hidden
	}
	return value
}

// parameterLists are the fields that contain parameters.
var parameterLists = []string{"input", "config"}

// redactedObject returns a copy of an object without secrets. It also omits nulls, which would clutter the page.
func redactedObject(doc map[string]any, types map[string]bool) map[string]any {
	open, _ := withoutNulls(withoutSecrets(doc, types, false)).(map[string]any)
	return open
}

func withoutNulls(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = withoutNulls(v[i])
		}
	case map[string]any:
		for name, member := range v {
			if v[name] = withoutNulls(member); member == nil {
				delete(v, name)
			}
		}
	}
	return value
}

// collection returns a screen that lists the objects in a collection that the interface document does not describe, such as asset/assets.
func collection(p *Page, r *http.Request) (screen, error) {
	kind := r.PathValue("kind")
	if !slices.Contains(p.server.Kinds(), kind) {
		return screen{}, errMissing
	}
	return listView(kind)(p, r)
}

func listView(kind string) view {
	return func(p *Page, _ *http.Request) (screen, error) {
		data := listData{Resource: "engine_" + kind}
		if strings.Contains(kind, "/") {
			data.Resource = "engine_document"
		}
		for _, doc := range p.listWithDeleted(kind) {
			data.Items = append(data.Items, item{
				p.containerLink(objectKey{kind, str(doc["id"])}), str(doc["description"]), str(doc["type"]), stateOf(doc),
			})
		}
		section, title := sectionOf(kind)
		return screen{Template: "list", Title: title, Section: section, Data: data}, nil
	}
}

func stateOf(doc map[string]any) string {
	return cmp.Or(str(doc["deployment_status"]), str(doc["status"]))
}

type listData struct {
	Resource string // The Terraform resource type of these objects.
	Items    []item
}

type item struct {
	link
	Description, Type, State string
}

// sectionOf returns the path and the title of the navigation entry for a kind of object. A collection such as asset/assets has no
// navigation entry. For a collection, sectionOf returns the path "" (the overview) and the kind as the title.
func sectionOf(kind string) (path, title string) {
	for _, s := range sections {
		if s.Path == kind+"s" {
			return s.Path, s.Title
		}
	}
	containers := map[string]string{"tab": "dashboards", "widget": "dashboards", "routine": "components", "notification": "events"}
	return containers[kind], kind
}
