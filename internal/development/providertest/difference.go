// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"reflect"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"
)

// Difference compares two responses to the same call, one from the plugin framework and one from the provider's faster code that bypasses
// the framework. If they are equal, Difference returns "". Values, identities and private state must be equal byte for byte. Diagnostics
// may be in any order because the framework iterates over a map.
func Difference(framework, short any) string {
	if reflect.DeepEqual(framework, short) { // faster than cmp, which compares byte by byte
		return ""
	}
	sameMaps(framework, short)
	samePaths := cmp.Comparer(func(a, b *tftypes.AttributePath) bool { return a.Equal(b) })
	text := func(d *tfprotov6.Diagnostic) string { return d.Attribute.String() + d.Summary + d.Detail }
	anyOrder := cmpopts.SortSlices(func(a, b *tfprotov6.Diagnostic) bool { return text(a) < text(b) })
	return cmp.Diff(framework, short, samePaths, anyOrder)
}

// sameMaps makes two responses from a data source identical if their values are equal. Without this, equal maps could differ byte by byte,
// because their keys are encoded in random order.
func sameMaps(framework, short any) {
	long, isList := framework.(*tfprotov6.ReadDataSourceResponse)
	response, _ := short.(*tfprotov6.ReadDataSourceResponse)
	if !isList || response == nil || long.State == nil || response.State == nil {
		return
	}
	var a, b any
	errA, errB := msgpack.Unmarshal(long.State.MsgPack, &a), msgpack.Unmarshal(response.State.MsgPack, &b)
	if errA == nil && errB == nil && reflect.DeepEqual(a, b) {
		long.State = response.State
	}
}
