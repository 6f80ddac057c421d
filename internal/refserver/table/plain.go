// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// plainPath matches paths such as asset/assets: words separated by slashes.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// Plain returns a table for a collection that the engine's interface document does not describe, such as /v3/engine/asset/assets/ (quirk
// 200 in quirks.go). The collection's objects may have any fields. The path, such as asset/assets, serves as their kind.
func Plain(path string) (*Table, error) {
	path = strings.Trim(path, "/")
	if !plainPath.MatchString(path) {
		return nil, fmt.Errorf("%q is not the path of a collection, such as asset/assets", path)
	}
	for _, t := range All() {
		if t.serves(path) {
			return nil, fmt.Errorf("the interface already uses the path %s for the kind %s", path, t.Kind)
		}
	}
	plain := &Table{
		Kind:   path,
		Paths:  []string{path},
		Routes: routes(path+"/", path+"/{id}/"),
		Fields: []Field{
			{Name: "id", Type: String, ServerSet: true}, {Name: "name", Type: String}, {Name: "created_at", Type: String, ServerSet: true},
		},
	}
	if path == "component/objects" { // Instances of custom types (quirk 246).
		plain.Fields = append(plain.Fields,
			Field{Name: "component_id", Type: String}, Field{Name: "type", Type: String}, Field{Name: "data", Type: JSON})
	}
	return plain, nil
}

// serves reports whether path is one of the table's paths or lies below one of them. For example, assets/old lies below assets.
func (t *Table) serves(path string) bool {
	if rest, below := strings.CutPrefix(path, t.Typed+"/"); below && t.Typed != "" {
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := TypeOf(word); isType {
			return true
		}
	}
	return path == t.ListPath || slices.ContainsFunc(t.Paths, func(other string) bool { return strings.HasPrefix(path+"/", other+"/") })
}
