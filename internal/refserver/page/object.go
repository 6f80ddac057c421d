// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
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
	// Changed is true if the last terraform apply changed the value.
	Changed bool
	// Long is true if the value has several lines.
	Long bool
}

const hidden = "(hidden)"

type details struct {
	Link link
	Rows []row
	// Children are links to the objects below this one, such as the tabs of a dashboard.
	Children []link
	// Deleted is true if the last terraform apply deleted the object. The rows then have the values from before.
	Deleted bool
}

// object shows the fields of any object. Next to a changed field is its value from before the last terraform apply.
func object(p *Page, r *http.Request) (shown, error) {
	k := key{r.PathValue("kind"), r.PathValue("id")}
	found, err := p.details(k)
	if err != nil {
		return shown{}, err
	}
	return shown{Template: "object", Title: found.Link.Name, Section: sectionOf(k.Kind), Data: found}, nil
}

func widget(p *Page, r *http.Request) (shown, error) {
	found, err := p.details(key{"widget", r.PathValue("id")})
	if err != nil {
		return shown{}, err
	}
	return shown{Template: "widget", Title: found.Link.Name, Section: "dashboards", Data: found}, nil
}

func component(p *Page, r *http.Request) (shown, error) {
	found, err := p.details(key{"component", r.PathValue("id")})
	if err != nil {
		return shown{}, err
	}
	for _, routine := range p.server.Objects("routine") {
		if routine["component_id"] == r.PathValue("id") {
			found.Children = append(found.Children, p.link(key{"routine", text(routine["id"])}))
		}
	}
	return shown{Template: "object", Title: found.Link.Name, Section: "components", Data: found}, nil
}

// details returns what the page shows of an object. If the object does not exist, it returns errMissing.
func (p *Page) details(k key) (details, error) {
	doc, exists := p.server.Object(k.Kind, k.ID)
	before, changed := p.follower.before(k)
	if !exists && (!changed || before == nil) {
		return details{}, errMissing
	}
	found := details{Link: p.link(k), Deleted: !exists}
	if !exists {
		doc, before, changed = before, nil, false
	}
	found.Rows = rows(doc, before, changed, p.secretTypes(doc, before))
	return found, nil
}

// rows returns the fields of an object. First come id, name, description, type and the statuses, then all others in alphabetical order.
// before is the object before the last terraform apply.
func rows(doc, before map[string]any, changed bool, types map[string]bool) []row {
	names := slices.Collect(maps.Keys(doc))
	for name := range before {
		if _, has := doc[name]; !has {
			names = append(names, name)
		}
	}
	first := []string{"id", "name", "description", "type", "status", "deployment_status"}
	slices.SortFunc(names, func(a, b string) int {
		i, j := slices.Index(first, a), slices.Index(first, b)
		if i >= 0 && j >= 0 {
			return i - j
		}
		if i != j && max(i, j) >= 0 {
			return j - i
		}
		return strings.Compare(a, b)
	})
	after, _ := withoutSecrets(doc, types).(map[string]any)
	earlier, _ := withoutSecrets(before, types).(map[string]any)
	var all []row
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

// namesOf returns the names in an array of references, or the texts in an array of strings. ok is false for other arrays.
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

// withoutSecrets returns a copy of a value without nulls, in which each secret value or default of a parameter is hidden. types are the
// custom types whose values are secret.
func withoutSecrets(value any, types map[string]bool) any {
	switch v := value.(type) {
	case []any:
		all := make([]any, len(v))
		for i, element := range v {
			all[i] = withoutSecrets(element, types)
		}
		return all
	case map[string]any:
		secret := document.SecretKeys(v, types)
		all := map[string]any{}
		for name, member := range v {
			switch {
			case member == nil: // It would only be noise.
			case slices.Contains(secret, name):
				all[name] = hidden
			default:
				all[name] = withoutSecrets(member, types)
			}
		}
		return all
	}
	return value
}

// secretTypes returns the custom types whose values are secret. It finds them in all components and in the given documents. A routine or a
// request may use a type that only its component declares.
func (p *Page) secretTypes(more ...map[string]any) map[string]bool {
	all := map[string]bool{}
	for _, doc := range append(p.server.Objects("component"), more...) {
		maps.Copy(all, document.SecretTypes(doc))
	}
	return all
}

func listOf(kind string) view {
	return func(p *Page, _ *http.Request) (shown, error) {
		var all []item
		for _, doc := range p.server.Objects(kind) {
			one := item{link: p.link(key{kind, text(doc["id"])}), Description: text(doc["description"])}
			one.State = text(doc["deployment_status"])
			if one.State == "" {
				one.State = text(doc["status"])
			}
			one.Type = text(doc["type"])
			all = append(all, one)
		}
		return shown{Template: "list", Title: titleOf(kind), Section: sectionOf(kind), Data: all}, nil
	}
}

type item struct {
	link
	Description, Type, State string
}

// sectionOf returns the path of the navigation entry for objects of a kind.
func sectionOf(kind string) string {
	switch kind {
	case "tab", "widget":
		return "dashboards"
	case "routine":
		return "components"
	case "event", "notification":
		return "events"
	}
	return kind + "s"
}

func titleOf(kind string) string {
	for _, s := range sections {
		if s.Path == sectionOf(kind) {
			return s.Title
		}
	}
	return kind
}
