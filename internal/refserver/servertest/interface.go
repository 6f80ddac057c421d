// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Tables maps each kind of object that clients can create to the server's description of that kind.
var Tables = func() map[string]*table.Table {
	found := map[string]*table.Table{}
	for _, t := range table.Tables() {
		found[t.Kind] = t
	}
	return found
}()

// Kinds are the kinds of objects that clients can create, such as alert, in alphabetical order.
var Kinds = slices.Sorted(maps.Keys(Tables))

// Paths maps each kind of object to the path for creating such objects, for example /v3/engine/alert/alerts/. For components, it is the
// path for creating components of type algorithm.
var Paths = func() map[string]string {
	paths := map[string]string{}
	for kind, t := range Tables {
		at := slices.IndexFunc(t.Routes, func(r table.Route) bool { return r.Operation == table.Create })
		paths[kind] = table.Root + t.Routes[at].Path
	}
	return paths
}()
