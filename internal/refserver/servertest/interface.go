// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Tables has the server's field table for each kind of object. Tests of the package table compare the field tables with the engine's
// interface document. Tests of the package provider compare them with the provider's schemas.
var Tables = func() map[string]*table.Table {
	found := map[string]*table.Table{}
	for _, t := range table.Tables() {
		found[t.Kind] = t
	}
	return found
}()

// Kinds are the names of the kinds of objects that clients can create, such as alert, in alphabetical order.
var Kinds = slices.Sorted(maps.Keys(Tables))

// Paths has the path on which a client creates objects of each kind, for example /v3/engine/alert/alerts/ for alert.
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
