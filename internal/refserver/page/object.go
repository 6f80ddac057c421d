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
)

// row is one field of an object, with the value from before the last terraform apply.
type row struct {
	Name, Value, Before string
	Changed             bool // by the last terraform apply
	Long                bool // the value has several lines
}

const hidden = "(hidden)"

type details struct {
	Link       link
	State      string // of a component or node
	Rows       []row
	Above      []link         // the objects that contain this one, the nearest first
	Parts      []link         // the objects that it contains
	Parameters []parameterRow // of a component or routine, without secrets
	// Deleted is true if the last terraform apply deleted the object. The rows then contain the values from before.
	Deleted bool
	Drawn   bool   // the object has a picture
	Version string // differs after each change of the object, so that browsers load its pictures again
}

type parameterRow struct {
	Name, Description, Type, Value string
	Long                           bool // the value has several lines
}

// parametersOf returns the parameters of a component (input) or of a routine (config). The caller removes secrets before.
func parametersOf(kind string, doc map[string]any) (all []parameterRow) {
	for _, p := range objects(doc[map[string]string{"component": "input", "routine": "config"}[kind]]) {
		one := parameterRow{Name: text(p["name"]), Description: text(p["description"]), Type: text(p["type"]), Value: readable(p["value"])}
		one.Long = strings.Contains(one.Value, "\n")
		all = append(all, one)
	}
	return all
}

// object shows the fields of any object. Next to a changed field is its value from before the last terraform apply.
func object(p *Page, r *http.Request) (shown, error) { return p.object(r.PathValue("kind"), r) }

func objectOf(kind string) view {
	return func(p *Page, r *http.Request) (shown, error) { return p.object(kind, r) }
}

func (p *Page) object(kind string, r *http.Request) (shown, error) {
	found, err := p.details(key{kind, r.PathValue("id")})
	if err != nil {
		return shown{}, err
	}
	return shown{Template: "object", Title: found.Link.Name, Section: sectionOf(kind), Data: found}, nil
}

// details returns what the page shows of an object. If the object does not exist, it returns errMissing.
func (p *Page) details(k key) (details, error) {
	doc, exists := p.server.Object(k.Kind, k.ID)
	before, changed := p.follower.before(k)
	if !exists && before == nil {
		return details{}, errMissing
	}
	found := details{
		Link: p.link(k), Deleted: !exists, Drawn: k.Kind == "widget" || k.Kind == "alert", Version: hash(fmt.Append(nil, doc, before)),
	}
	if !exists {
		doc, before, changed = before, nil, false
	}
	types := p.follower.secretTypes(doc, before)
	found.Rows = rows(doc, before, changed, types)
	open := shownObject(doc, types)
	found.Parameters, found.State = parametersOf(k.Kind, open), stateOf(doc)
	for _, container := range p.follower.lineage(k)[1:] {
		found.Above = append(found.Above, p.linkWithin(container))
	}
	if part, ok := parts[k.Kind]; ok {
		gone := slices.DeleteFunc(p.removed(part.kind), func(doc map[string]any) bool { return doc[part.field] != k.ID })
		for _, doc := range append(p.server.ObjectsBy(part.kind, part.field, k.ID), gone...) {
			found.Parts = append(found.Parts, p.linkWithin(key{part.kind, text(doc["id"])}))
		}
	}
	return found, nil
}

// rows returns the fields of an object. First come id, name, description, type and the statuses, then all others in alphabetical order.
// before is the object before the last terraform apply.
func rows(doc, before map[string]any, changed bool, types map[string]bool) (all []row) {
	names := slices.Collect(maps.Keys(doc))
	for name := range before {
		if _, has := doc[name]; !has {
			names = append(names, name)
		}
	}
	reversed := []string{"deployment_status", "status", "type", "description", "name", "id"} // others have the index -1
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(reversed, b), slices.Index(reversed, a)), strings.Compare(a, b))
	})
	after, earlier := shownObject(doc, types), shownObject(before, types)
	for _, name := range names {
		one := row{Name: name, Value: readable(after[name])}
		if changed && before != nil && !reflect.DeepEqual(doc[name], before[name]) && !slices.Contains(moving, name) {
			one.Changed, one.Before = true, readable(earlier[name])
		}
		one.Long = strings.Contains(one.Value+one.Before, "\n")
		if one.Value != "" || one.Before != "" {
			all = append(all, one)
		}
	}
	return all
}

// readable formats a value for people: a string as it is, a reference as its name, anything else as indented JSON. The caller removes
// secrets before.
func readable(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool, json.Number:
		return fmt.Sprint(v)
	case []any:
		if names, ok := namesOf(v); ok {
			return strings.Join(names, ", ")
		}
	}
	encoded, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(encoded)
}

// namesOf returns the names in an array of references, or the elements of an array of strings. ok is false for other arrays.
func namesOf(list []any) (names []string, ok bool) {
	for _, element := range list {
		switch v := element.(type) {
		case string:
			names = append(names, v)
		case map[string]any:
			name := text(v["name"])
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

// withoutSecrets returns a copy of a value in which the values and defaults of all parameters are hidden, and other secrets. types are the
// custom types whose values are secret. A parameter need not be sensitive to hold a secret: its value may come from value_wo. isParameter is
// true if the value is a parameter or a list of them. A parameter that is not an object is hidden.
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
		if _, isNamed := v["name"]; isNamed || isParameter { // Thresholds and other objects with a value have no name.
			marked[document.SensitiveKey] = true
		}
		secret := document.SecretKeys(marked, types)
		all := make(map[string]any, len(v))
		for name, member := range v {
			if slices.Contains(secret, name) || name == "data" && document.IsOfType(v, types) { // Quirk 246: data of a custom type.
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

// parameterLists are the fields that hold parameters. In a request that the server rejected, they may have any form.
var parameterLists = []string{"input", "config"}

// shownObject returns a copy of an object without secrets, and without nulls, which would only be noise.
func shownObject(doc map[string]any, types map[string]bool) map[string]any {
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

// collection lists the objects of a kind that the engine's interface document does not describe.
func collection(p *Page, r *http.Request) (shown, error) {
	kind := r.PathValue("kind")
	if !slices.Contains(p.server.Kinds(), kind) {
		return shown{}, errMissing
	}
	return listOf(kind)(p, r)
}

func listOf(kind string) view {
	return func(p *Page, _ *http.Request) (shown, error) {
		data := listData{Resource: "engine_" + kind}
		if strings.Contains(kind, "/") {
			data.Resource = "engine_document"
		}
		for _, doc := range p.listed(kind) {
			data.Items = append(data.Items, item{
				p.linkWithin(key{kind, text(doc["id"])}), text(doc["description"]), text(doc["type"]), stateOf(doc),
			})
		}
		return shown{Template: "list", Title: titleOf(kind), Section: sectionOf(kind), Data: data}, nil
	}
}

func stateOf(doc map[string]any) string {
	return cmp.Or(text(doc["deployment_status"]), text(doc["status"]))
}

type listData struct {
	Resource string // the resource type that declares such objects
	Items    []item
}

type item struct {
	link
	Description, Type, State string
}

// sectionOf returns the path of the navigation entry for objects of a kind, or "" for the overview.
func sectionOf(kind string) string {
	switch kind {
	case "tab", "widget":
		return "dashboards"
	case "routine":
		return "components"
	case "event", "notification":
		return "events"
	}
	if slices.ContainsFunc(sections, func(s section) bool { return s.Path == kind+"s" }) {
		return kind + "s"
	}
	return ""
}

// titleOf returns the title of the list of a kind: Alerts, or the kind itself for further collections such as asset/assets.
func titleOf(kind string) string {
	for _, s := range sections {
		if s.Path == kind+"s" {
			return s.Title
		}
	}
	return kind
}
