// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestHostileIDs probes an engine that responds to a create request with an id that would change the path of later requests. The run must
// not send any further writes.
func TestHostileIDs(t *testing.T) {
	t.Parallel()
	var creates atomic.Int32
	const hostile = "../../alert/alerts/7"
	_, client := startBehindProxy(t, func(_ *refserver.Server, r *http.Request, _ []byte) (int, any) {
		if r.Method == http.MethodGet {
			return 0, nil
		}
		creates.Add(1)
		return http.StatusCreated, map[string]any{"id": hostile}
	})
	report, err := Run(t.Context(), Options{Client: client, Write: true})
	if err == nil || !strings.Contains(err.Error(), hostile) || creates.Load() != 1 || len(report.Left) > 0 {
		t.Errorf("%d writes, %v, left: %v", creates.Load(), err, report.Left)
	}
}

// TestNumericIDs probes an engine whose ids are numbers instead of strings. Neither the run nor Clean can delete an object with such an id,
// so both must list it as a leftover.
func TestNumericIDs(t *testing.T) {
	t.Parallel()
	var created map[string]any
	_, client := startBehindProxy(t, func(_ *refserver.Server, r *http.Request, body []byte) (int, any) {
		switch {
		case r.Method == http.MethodPost:
			if err := document.DecodeInto(body, &created); err != nil {
				t.Error(err)
			}
			created["id"] = 5
			return http.StatusCreated, created
		case created != nil && r.URL.Path == servertest.Paths["dashboard"]:
			return http.StatusOK, []any{created}
		}
		return 0, nil
	})
	report, err := Run(t.Context(), Options{Client: client, Write: true})
	if err == nil || len(report.Left) != 1 || report.Left[0].Name != created["name"] || report.Left[0].ID != "" {
		t.Errorf("%v, left: %v", err, report.Left)
	}
	left, removed, err := Clean(t.Context(), Options{Client: client})
	want := Leftover{Kind: "dashboard", Name: fmt.Sprint(created["name"]), Why: errNoID.Error()}
	if err != nil || len(removed) > 0 || !slices.Equal(left, []Leftover{want}) {
		t.Errorf("Clean left %v and removed %v: %v", left, removed, err)
	}
}
