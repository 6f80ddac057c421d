// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// BenchmarkCreateOnData measures the creation of an alert that then runs 288 times on one day of data with 1,000 points.
func BenchmarkCreateOnData(b *testing.B) {
	path := filepath.Join(b.TempDir(), "day.json")
	data := `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": "86s", "values": [` + strings.Repeat("7,8.5,", 500) + `7]}}}`
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		b.Fatal(err)
	}
	d := servertest.StartDirect(b, refserver.Options{Series: []string{path}, NoRequestLog: true})
	b.ReportAllocs()
	for b.Loop() {
		d.Do("POST", servertest.Paths["alert"], pressure(Object{"stmt_aggregation": "avg"}))
	}
}
