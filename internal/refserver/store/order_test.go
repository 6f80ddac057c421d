// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestOrderingIsBounded checks that the server sorts by each field only once, even if the query contains 100,000 field names.
func TestOrderingIsBounded(t *testing.T) {
	for _, kind := range table.Tables() {
		keys := parseOrdering(kind, "-name,"+strings.Repeat("id,name,none,", 33_000))
		if len(keys) != 2 || keys[0].field.Name != "name" || !keys[0].descending || keys[1].field.Name != "id" || keys[1].descending {
			t.Errorf("%s is sorted by %d keys", kind.Kind, len(keys))
		}
	}
}
