// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// plainPath is the path of a collection below /v3/engine/, without slashes at the ends.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// Plain is a collection of objects that the interface document has no section for, by its path below /v3/engine/ (quirk 200). The
// kind of the objects is the path.
func Plain(path string) (*Table, error) {
	path = strings.Trim(path, "/")
	if !plainPath.MatchString(path) {
		return nil, fmt.Errorf("%q is no path of a collection, such as asset/assets", path)
	}
	for _, t := range All() {
		if t.serves(path) {
			return nil, fmt.Errorf("the path %s is one of the interface's own, of the kind %s", path, t.Kind)
		}
	}
	plain := &Table{
		Kind:   path,
		Paths:  []string{path},
		Routes: routes(path+"/", path+"/{id}/"),
		Fields: []Field{identifier(), text("name"), createdAt()},
	}
	if path == "component/objects" { // Quirk 246.
		plain.Fields = append(plain.Fields, text("component_id"), text("type"), Field{Name: "data", Type: JSON})
	}
	return plain, nil
}

// serves reports whether a path is one of the table's own, or lies below one.
func (t *Table) serves(path string) bool {
	if rest, below := strings.CutPrefix(path, t.Typed+"/"); below && t.Typed != "" {
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := TypeOf(word); isType {
			return true
		}
	}
	return path == t.ListPath || slices.ContainsFunc(t.Paths, func(other string) bool { return strings.HasPrefix(path+"/", other+"/") })
}
