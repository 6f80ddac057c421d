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
		taken := append(slices.Clone(t.Paths), t.Typed, t.ListPath)
		if slices.ContainsFunc(taken, func(other string) bool { return other != "" && strings.HasPrefix(path+"/", other+"/") }) {
			return nil, fmt.Errorf("the path %s is one of the interface's own, of the kind %s", path, t.Kind)
		}
	}
	return &Table{
		Kind:   path,
		Paths:  []string{path},
		Routes: routes(path+"/", path+"/{id}/"),
		Fields: []Field{identifier(), text("name"), createdAt()},
	}, nil
}
