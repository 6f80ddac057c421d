// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// fakeEngine is an engine with one object. It responds to a create or update with only part of that object, as some engines do.
type fakeEngine struct {
	mu       sync.Mutex
	object   map[string]any
	kept     map[string]any               // values that the engine keeps even if a request changes them
	response func(r *http.Request) string // the response to a write; "" means 204 No Content
}

func (e *fakeEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if r.Method == http.MethodGet {
		_ = json.NewEncoder(w).Encode(e.object)
		return
	}
	text := e.response(r)
	if e.object == nil {
		e.object = map[string]any{"id": "7"}
	}
	var sent map[string]any
	_ = json.NewDecoder(r.Body).Decode(&sent)
	maps.Copy(e.object, sent)
	maps.Copy(e.object, e.kept)
	if text == "" && r.Method == http.MethodPatch {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	_, _ = fmt.Fprint(w, text)
}

func connect(t *testing.T, handler http.Handler) *connection.Connection {
	t.Helper()
	front := httptest.NewServer(handler)
	t.Cleanup(front.Close)
	client, err := engine.New(engine.Config{BaseURL: front.URL, AccessID: "a", SecretKey: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return &connection.Connection{Client: client, Reader: bulk.NewReader(client, true, nil, nil)}
}

// TestShortResponsesGiveNoWarnings updates an object on engines that respond with only the id, with the old values or with an empty body.
// The provider must warn only if a later read shows that the engine kept the old value.
func TestShortResponsesGiveNoWarnings(t *testing.T) {
	t.Parallel()
	d := newServer("test").definitions["engine_node"]
	view := func(id any, name string) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), map[string]any{"id": id, "name": name, "type": "x"})
	}
	for name, response := range map[string]string{
		"id": `{"id": "7"}`, "before": `{"id": "7", "name": "one", "type": "x"}`, "nothing": "", "text": `{"detail": "done"}`,
	} {
		for _, kept := range []bool{false, true} {
			e := &fakeEngine{response: func(r *http.Request) string {
				if r.Method == http.MethodPost {
					return `{"id": "7"}`
				}
				return response
			}}
			conn := connect(t, e)
			create := change{config: view(nil, "one"), prior: d.shape.Null(), planned: view(providertest.Unknown{}, "one")}
			created := d.apply(t.Context(), conn, create)
			if len(created.diags) > 0 || !created.state.Equal(view("7", "one")) {
				t.Errorf("%s: the create gives %v and %s", name, created.diags, created.state)
			}
			if kept {
				e.kept = map[string]any{"name": "theirs"}
			}
			diags := d.apply(t.Context(), conn, change{config: view(nil, "two"), prior: view("7", "one"), planned: view("7", "two")}).diags
			if !kept && len(diags) > 0 || kept && (len(diags) != 1 || !strings.Contains(diags[0].Detail(), `"theirs" instead of "two"`)) {
				t.Errorf("%s: the engine keeps its value: %t, and the update gives %v", name, kept, diags)
			}
		}
	}
}

func listed(t *testing.T, d *definition, conn *connection.Connection, filters map[string]any) diag.Diagnostics {
	t.Helper()
	s := &objectsDataSource{definition: d}
	return s.list(t.Context(), conn, providertest.Value(t, s.typ(), map[string]any{"filters": filters})).diags
}

// TestWarningsOfRivalsAreBounded updates an alert to which someone else has added many items since the plan. One item contains a secret.
// The warnings must list only some of the items and must not reveal the secret.
func TestWarningsOfRivalsAreBounded(t *testing.T) {
	t.Parallel()
	d := newServer("test").definitions["engine_alert"]
	view := func(label string) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), map[string]any{
			"id": "7", "name": "a", "alert_items": []any{map[string]any{"ref_id": "A", "type": "EXPRESSION", "label": label}},
		})
	}
	items := []any{map[string]any{"ref_id": "A", "type": "EXPRESSION", "label": "theirs\n\x1b[31m is hunter2hunter2"}}
	for i := range 100 {
		items = append(items, map[string]any{"ref_id": fmt.Sprint("Z", i), "type": "EXPRESSION"})
	}
	update := change{config: view("mine"), prior: view("before"), planned: view("mine"), private: &privateData{}}
	current := engine.Document{"id": "7", "name": "a", "alert_items": items}
	made := d.decide(redact.WithSecrets(t.Context(), "hunter2hunter2"), current, update)
	if len(made.diags) != 2 {
		t.Fatalf("the warnings are %v", made.diags)
	}
	added, changed := made.diags[0].Detail(), made.diags[1].Detail()
	if !strings.Contains(added, `"Z19" of alert_items; and 80 more.`) || len(added) > 1500 {
		t.Errorf("the warning of added items is %q", added)
	}
	if !strings.Contains(changed, "alert_items[0].label was") || strings.Contains(changed, "hunter2") ||
		strings.ContainsAny(changed, "\n\x1b") {
		t.Errorf("the warning of changed items is %q", changed)
	}
	if sent, _ := made.patch["alert_items"].([]any); len(sent) != 101 {
		t.Errorf("%d items are sent", len(sent))
	}
}

// TestDiagnosticsAreBounded checks that the provider reports 20 problems of each kind (connection.MostReported) and only counts the rest.
func TestDiagnosticsAreBounded(t *testing.T) {
	t.Parallel()
	const many = 150
	elements := func(element func(i int) any) []any {
		list := make([]any, many)
		for i := range list {
			list[i] = element(i)
		}
		return list
	}
	e := &fakeEngine{object: map[string]any{"id": "7"}, response: func(*http.Request) string { return "" }}
	reject := false
	conn := connect(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/alerts/"):
			odd := elements(func(i int) any { return map[string]any{"id": fmt.Sprint("odd-", i), "mute": "perhaps"} })
			_ = json.NewEncoder(w).Encode(odd)
		case r.Method != http.MethodGet && reject:
			w.WriteHeader(http.StatusBadRequest)
			problems := elements(func(int) any { return map[string]any{"label": []string{"No."}} })
			_ = json.NewEncoder(w).Encode(map[string]any{"alert_items": problems})
		default:
			e.ServeHTTP(w, r)
		}
	}))
	d := newServer("test").definitions["engine_alert"]
	view := func(label string) tftypes.Value {
		items := elements(func(i int) any { return map[string]any{"ref_id": fmt.Sprint("A", i), "type": "QUERY", "label": label} })
		return providertest.Value(t, d.shape.Type(), with(with(alertState, "id", "7"), "alert_items", items))
	}
	e.kept = d.shape.Overlay(nil, view("theirs"))
	maps.Copy(e.object, e.kept)
	update := change{config: view("b"), prior: view("theirs"), planned: view("b")}
	kept := d.apply(t.Context(), conn, update).diags
	reject = true
	refused := d.apply(t.Context(), conn, update).diags
	odd := listed(t, d, conn, nil)
	more := fmt.Sprint(many - connection.MostReported)
	for want, diags := range map[string]diag.Diagnostics{" other values": kept, " fields besides": refused, " other alerts": odd} {
		if last := diags[len(diags)-1].Detail(); len(diags) != connection.MostReported+1 || !strings.Contains(last, more+want) {
			t.Errorf("%d diagnostics, the last one %q, want %q", len(diags), last, more+want)
		}
	}
}

// TestWriteOnlyValuesToSend checks that a parameter's write-only value is sent only if the parameter or its value_wo_version is new.
func TestWriteOnlyValuesToSend(t *testing.T) {
	t.Parallel()
	d := newServer("test").definitions["engine_routine"]
	view := func(parameters ...any) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), map[string]any{"name": "r", "config": parameters})
	}
	version := func(name string, version any) map[string]any {
		return map[string]any{"name": name, "value_wo_version": version}
	}
	first := map[string]any{"name": "first", "value": `"shown"`}
	config := view(with(version("token", 2), "value_wo", `"hush"`), first)
	planned := view(version("token", 2), first)
	for name, c := range map[string]struct {
		prior tftypes.Value
		isOld bool // the engine already has the value, so it must not be sent
	}{
		"new object":                     {prior: d.shape.Null()},
		"list that the engine misses":    {prior: view()},
		"new parameter":                  {prior: view(first)},
		"had no version":                 {prior: view(first, version("token", nil))},
		"other version, other place":     {prior: view(first, version("token", 1))},
		"same version, other place":      {prior: view(first, version("token", 2)), isOld: true},
		"same version of another object": {prior: view(version("other", 2))},
	} {
		_, sent := d.withWriteOnly(change{config: config, prior: c.prior, planned: planned})
		want := view(with(version("token", 2), "value", `"hush"`), first)
		if c.isOld {
			want = planned
		}
		if !sent.Equal(want) {
			t.Errorf("%s: got %s, want %s", name, sent, want)
		}
	}
}

// TestWriteOnlyValueNeedsANewTerraform checks the error for a write-only value in Terraform before 1.11, which does not support it.
func TestWriteOnlyValueNeedsANewTerraform(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	config := providertest.Routine(map[string]any{"type": "str", "value_wo": `"a"`, "value_wo_version": 1})
	req := &tfprotov6.ValidateResourceConfigRequest{TypeName: "engine_routine", Config: b.value("engine_routine", config)}
	resp, err := b.server.ValidateResourceConfig(t.Context(), req)
	if err != nil || len(resp.Diagnostics) != 1 || tfvalue.PathString(resp.Diagnostics[0].Attribute) != "config[1]" ||
		!strings.Contains(resp.Diagnostics[0].Detail, "config[1].value_wo") ||
		!strings.Contains(resp.Diagnostics[0].Detail, "Terraform 1.11") {
		t.Errorf("got %v (%v)", resp.Diagnostics, err)
	}
}
