// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Tables are the server's tables by kind. That they say what the interface document says is checked by the tests of the package
// table and, against the provider's schemas, by those of the package provider.
var Tables = func() map[string]*table.Table {
	found := map[string]*table.Table{}
	for _, t := range table.Tables() {
		found[t.Kind] = t
	}
	return found
}()

// Kinds are those of the tables.
var Kinds = slices.Sorted(maps.Keys(Tables))

// Paths are those on which the objects of a kind are made (interface section 4).
var Paths = map[string]string{
	"dashboard": "/v3/engine/dashboard/dashboards/",
	"tab":       "/v3/engine/dashboard/tabs/",
	"widget":    "/v3/engine/dashboard/charts/",
	"component": "/v3/engine/component/algorithms/",
	"routine":   "/v3/engine/component/routines/",
	"alert":     "/v3/engine/alert/alerts/",
	"node":      "/v3/engine/compute/nodes/all/",
	"function":  "/v3/engine/function/functions/",
}
