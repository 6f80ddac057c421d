// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"reflect"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Difference tells how two answers to one call differ, "" where they have the same bytes of values, identities and private
// state and the same diagnostics, in any order: the framework goes through a map.
func Difference(framework, short any) string {
	if reflect.DeepEqual(framework, short) { // which compares bytes as a whole: cmp goes through them one by one
		return ""
	}
	samePaths := cmp.Comparer(func(a, b *tftypes.AttributePath) bool { return a.Equal(b) })
	text := func(d *tfprotov6.Diagnostic) string { return d.Attribute.String() + d.Summary + d.Detail }
	anyOrder := cmpopts.SortSlices(func(a, b *tfprotov6.Diagnostic) bool { return text(a) < text(b) })
	return cmp.Diff(framework, short, samePaths, anyOrder)
}
