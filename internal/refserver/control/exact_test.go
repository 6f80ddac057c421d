// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestExactNumbers checks that the server and the control API keep all digits of numbers above 2^53 (quirk 189 in quirks.go), even after a
// restart with the data file.
func TestExactNumbers(t *testing.T) {
	const whole, fraction = "9007199254740993", "0.10000000000000000000000001"
	file := filepath.Join(t.TempDir(), "data")
	d := open(t, refserver.Options{Data: file})
	exact := func(got servertest.Reply, numbers ...string) {
		t.Helper()
		for _, number := range append(numbers, fraction) {
			if got.Status >= 300 || !strings.Contains(got.Body, number) {
				t.Errorf("%s is not in %d %s", number, got.Status, got.Body)
			}
		}
	}
	dashboard := d.CreateMinimal("dashboard", nil)
	body := `{"name":"t","dashboard":"` + servertest.Text(t, dashboard, "id") + `","order":` + whole + `,"mine":[` + fraction + `]}`
	made := d.Do("POST", servertest.Paths["tab"], body)
	exact(made, `"order":`+whole)
	path := d.Path("tab", made.Doc)
	exact(d.Do("GET", path, nil), whole)
	exact(d.Do("PATCH", path, `{"order":9223372036854775807}`), "9223372036854775807")
	exact(d.Do("PATCH", path, `{"order":`+whole+`}`), whole)
	d.Do("POST", servertest.Paths["tab"], strings.Replace(body, whole, "9007199254740992", 1))

	for query, want := range map[string]float64{"?order=" + whole: 1, "?order=9007199254740993.0": 1, "?order=9007199254740994": 0} {
		if got := d.Get(servertest.Paths["tab"] + query)["count"]; got != want {
			t.Errorf("%s finds %v", query, got)
		}
	}
	first := d.Do("GET", servertest.Paths["tab"]+"?page_size=1&ordering=-order", nil)
	exact(first, whole)
	if last := d.Do("GET", servertest.Paths["tab"]+"?page_size=1&ordering=order", nil); strings.Contains(last.Body, whole) {
		t.Errorf("%s comes first: %s", whole, last.Body)
	}

	ask := func(method, path string, body any) servertest.Reply {
		return d.send(method, path, body, "Bearer "+token)
	}
	own := "/objects/tab/" + servertest.Text(t, made.Doc, "id")
	exact(ask("PATCH", own, `{"order":`+whole+`}`), whole)
	exported := ask("GET", "/objects", nil)
	exact(exported, whole)
	ask("PUT", "/objects", exported.Body)
	exact(ask("GET", own, nil), whole)
	exact(d.Do("GET", path, nil), whole)
	exact(d.Reopen(refserver.Options{Data: file}).Do("GET", path, nil), whole)
}
