// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestTables compares the server's tables with those of the package servertest: neither has a field that the other lacks, and what is said of
// a field is the same.
func TestTables(t *testing.T) {
	tables := table.Tables()
	if len(tables) != len(servertest.Tables) {
		t.Errorf("%d tables, want %d", len(tables), len(servertest.Tables))
	}
	for _, written := range tables {
		compareFields(t, written.Kind, written.Fields, servertest.Rows(servertest.Tables[written.Kind]))
	}
}

func compareFields(t *testing.T, where string, fields []table.Field, want []servertest.Row) {
	t.Helper()
	if len(fields) != len(want) {
		t.Errorf("%s has %d fields, want %d", where, len(fields), len(want))
	}
	for _, r := range want {
		at := slices.IndexFunc(fields, func(f table.Field) bool { return f.Name == r.Name })
		if at < 0 {
			t.Errorf("%s has no field %s", where, r.Name)
			continue
		}
		field := fields[at]
		got := fmt.Sprint(typeOf(field), field.Required, field.UpdateOnly, field.ServerSet, field.CreateOnly, field.NumericText,
			field.OneOf, field.MaxLength, field.References, bound(field.Min), bound(field.Max), field.Default)
		wanted := fmt.Sprint(jsonType(r), r.Required, r.Update, r.Set, r.Fixed, r.NumText, r.OneOf, r.Length, r.References, r.Min, r.Max, defaultText(r))
		if got != wanted {
			t.Errorf("%s.%s is %s, want %s", where, r.Name, got, wanted)
		}
		if shape, ok := servertest.Shapes[r.Kind]; ok {
			compareFields(t, where+"."+r.Name, field.Fields, servertest.Rows(shape))
		}
	}
}

// typeOf is the type of a field as the rows name it, with the shapes by what they are.
func typeOf(f table.Field) string {
	if f.Type == table.Array {
		return string(f.Elements) + "[]"
	}
	return string(f.Type)
}

func jsonType(r servertest.Row) string {
	name := map[string]string{"text": "string or number", "label": "string or reference"}[r.Kind]
	if name == "" {
		name = r.Kind
		if _, ok := servertest.Shapes[r.Kind]; ok {
			name = "object"
		}
	}
	if r.Array {
		return name + "[]"
	}
	return name
}

func defaultText(r servertest.Row) string {
	if r.Fallback == "" {
		return "<nil>"
	}
	return strings.Trim(r.Fallback, `"`)
}

func bound(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
