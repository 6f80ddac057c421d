// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestTerseRejections probes engines whose rejections contain less than those of the reference server: only that the body is invalid, or
// only the first invalid field. The run still finds out about each habit.
func TestTerseRejections(t *testing.T) {
	t.Parallel()
	for name, terse := range map[string]func(problems map[string]any) string{
		"no field": func(map[string]any) string { return `{"detail": "The body is wrong."}` },
		"one field": func(problems map[string]any) string {
			return `{"` + slices.Sorted(maps.Keys(problems))[0] + `": ["The value is wrong."]}`
		},
	} {
		inBubble(t, name, func(t *testing.T) {
			report, err := Run(t.Context(), Options{Client: terseEngine(t, terse), Write: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range report.Findings {
				if a.State != Agrees {
					t.Errorf("%s: %s %s", a.Name, a.State, a.Why)
				}
			}
			if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
				t.Errorf("found facts:\n%s", diff)
			}
		})
	}
}

// terseEngine starts a reference server whose rejections have the body that blunt returns.
func terseEngine(t *testing.T, terse func(problems map[string]any) string) *engine.Client {
	t.Helper()
	return changedEngine(t, http.StatusBadRequest, func(body []byte) string {
		var problems map[string]any
		if err := document.DecodeInto(body, &problems); err != nil {
			t.Error(err)
		}
		return terse(problems)
	})
}

// changedEngine starts a reference server whose responses with the status have the body that change returns.
func changedEngine(t *testing.T, status int, change func(body []byte) string) *engine.Client {
	t.Helper()
	server, _ := start(t, refserver.Options{})
	return connect(t, server, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		server.ServeHTTP(recorded, r)
		if recorded.Code == status {
			changed := change(recorded.Body.Bytes())
			recorded.Body.Reset()
			recorded.Body.WriteString(changed)
		}
		copyResponse(t, w, recorded)
	}))
}

func copyResponse(t *testing.T, w http.ResponseWriter, recorded *httptest.ResponseRecorder) {
	t.Helper()
	maps.Copy(w.Header(), recorded.Header())
	w.WriteHeader(recorded.Code)
	if _, err := recorded.Body.WriteTo(w); err != nil {
		t.Error(err)
	}
}

// TestHostileIDs probes an engine whose creates return ids that lead to other paths. The run must not send a write there.
func TestHostileIDs(t *testing.T) {
	t.Parallel()
	var creates atomic.Int32
	const hostile = "../../alert/alerts/7"
	client := changedEngine(t, http.StatusCreated, func(body []byte) string {
		var doc map[string]any
		if err := document.DecodeInto(body, &doc); err != nil {
			t.Error(err)
		}
		creates.Add(1)
		doc["id"] = hostile
		text, err := json.Marshal(doc)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	})
	report, err := Run(t.Context(), Options{Client: client, Write: true})
	if err == nil || !strings.Contains(err.Error(), hostile) || creates.Load() != 1 || len(report.Left) > 0 {
		t.Errorf("%d creates, %v, left: %v", creates.Load(), err, report.Left)
	}
}
