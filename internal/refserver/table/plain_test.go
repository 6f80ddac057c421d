// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestPlain checks that Plain accepts only valid paths for additional collections, such as asset/assets. Paths from the interface document
// are invalid.
func TestPlain(t *testing.T) {
	for _, path := range []string{
		"asset/assets", "/asset/assets/", "assets", "alert/alerting", "component/objects",
		"component/objects/more",
	} {
		if _, err := table.Plain(path); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{
		"", "/", "a//b", "a/../b", "a b", "a?b", "alert/alerts", "alert/alerts/7", "component/pumps",
		"component/pumps/more", "component", "component/components", "component/routines", "alert/events", "notification/notifications",
	} {
		if plain, err := table.Plain(path); err == nil {
			t.Errorf("%q is taken as %q", path, plain.Kind)
		}
	}
}
