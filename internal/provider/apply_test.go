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

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// shortEngine keeps one object and answers writes with less than that.
type shortEngine struct {
	mu     sync.Mutex
	object map[string]any
	kept   map[string]any               // what it never takes
	answer func(r *http.Request) string // to a write; "" is no content
}

func (e *shortEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if r.Method != http.MethodGet {
		text := e.answer(r)
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
		return
	}
	_ = json.NewEncoder(w).Encode(e.object)
}

// TestDirectAnswersGiveNoFalseWarnings changes an object on engines that answer with less than it: only what the engine
// keeps indeed is warned of.
func TestDirectAnswersGiveNoFalseWarnings(t *testing.T) {
	t.Parallel()
	d := newServer("test").definitions["engine_node"]
	for name, answer := range map[string]string{
		"id": `{"id": "7"}`, "before": `{"id": "7", "name": "one", "type": "x"}`, "nothing": "", "text": `{"detail": "done"}`,
	} {
		for _, kept := range []bool{false, true} {
			e := &shortEngine{answer: func(r *http.Request) string {
				if r.Method == http.MethodPost {
					return `{"id": "7"}`
				}
				return answer
			}}
			front := httptest.NewServer(e)
			client, err := engine.New(engine.Config{BaseURL: front.URL, AccessID: "a", SecretKey: "s"})
			if err != nil {
				t.Fatal(err)
			}
			view := func(id any, name string) tftypes.Value {
				return providertest.Value(t, d.shape.Type(), map[string]any{"id": id, "name": name, "type": "x"})
			}
			conn := &connection.Connection{Client: client, Reader: bulk.NewReader(client, true, nil, nil)}
			created := d.apply(t.Context(), conn, change{config: view(nil, "one"), prior: d.shape.Null(), planned: view(providertest.Unknown{}, "one")})
			if len(created.diags) > 0 || !created.state.Equal(view("7", "one")) {
				t.Errorf("%s: the create gives %v and %s", name, created.diags, created.state)
			}
			if kept {
				e.kept = map[string]any{"name": "theirs"}
			}
			updated := d.apply(t.Context(), conn, change{config: view(nil, "two"), prior: view("7", "one"), planned: view("7", "two")})
			if !kept && len(updated.diags) > 0 {
				t.Errorf("%s: the update gives %v", name, updated.diags)
			}
			if kept && (len(updated.diags) != 1 || !strings.Contains(updated.diags[0].Detail(), `"theirs" instead of "two"`)) {
				t.Errorf("%s: the update of a value that the engine keeps gives %v", name, updated.diags)
			}
			front.Close()
		}
	}
}

// TestStateWithoutAnID wants every call to say what to do about it.
func TestStateWithoutAnID(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	state := providertest.WithMember(alertState, "id", nil)
	read, err := b.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: b.value("engine_alert", state)})
	if err != nil || len(read.Diagnostics) != 1 || !strings.Contains(read.Diagnostics[0].Detail, "terraform state rm") {
		t.Errorf("read: %v, %v", read.Diagnostics, err)
	}
	for name, planned := range map[string]any{"update": providertest.WithMember(state, "mute", true), "delete": nil} {
		resp, err := b.server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
			TypeName: "engine_alert", PriorState: b.value("engine_alert", state), PlannedState: b.value("engine_alert", planned),
			Config: b.value("engine_alert", planned),
		})
		if err != nil || len(resp.Diagnostics) == 0 || !strings.Contains(resp.Diagnostics[0].Detail, "terraform state rm") {
			t.Errorf("%s: %v, %v", name, resp.Diagnostics, err)
		}
	}
}

// TestWarningOfIgnoredFilters lists nodes with filters of which can't be told whether an engine knows them.
func TestWarningOfIgnoredFilters(t *testing.T) {
	t.Parallel()
	for _, known := range []bool{true, false} {
		front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if known && r.URL.Query().Has("created__gte") {
				_, _ = fmt.Fprint(w, `[{"id": "1", "name": "a"}]`)
				return
			}
			_, _ = fmt.Fprint(w, `[{"id": "1", "name": "a"}, {"id": "2", "name": "b"}]`)
		}))
		client, err := engine.New(engine.Config{BaseURL: front.URL, AccessID: "a", SecretKey: "s"})
		if err != nil {
			t.Fatal(err)
		}
		s := &objectsDataSource{definition: newServer("test").definitions["engine_node"], connection: &connection.Connection{Client: client, Reader: bulk.NewReader(client, true, nil, nil)}}
		var schema datasource.SchemaResponse
		s.Schema(t.Context(), datasource.SchemaRequest{}, &schema)
		text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
		filters := tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{
			"created__gte": text("2026"), "ordering": text("name"),
		})
		config := providertest.Value(t, schema.Schema.Type().TerraformType(t.Context()), map[string]any{})
		config = tfvalue.WithMember(config, "filters", filters)
		resp := datasource.ReadResponse{State: tfsdk.State{Schema: schema.Schema}}
		s.Read(t.Context(), datasource.ReadRequest{Config: tfsdk.Config{Schema: schema.Schema, Raw: config}}, &resp)
		if resp.Diagnostics.HasError() || (len(resp.Diagnostics) == 1) == known {
			t.Errorf("the engine knows the filter: %t: %v", known, resp.Diagnostics)
		}
		front.Close()
	}
}

// TestRivalsAreToldInBounds has somebody add many items and write a secret of the change into another.
func TestRivalsAreToldInBounds(t *testing.T) {
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
	ctx := redact.WithSecrets(t.Context(), "hunter2hunter2")
	made := d.decide(ctx, map[string]any{"id": "7", "name": "a", "alert_items": items}, change{config: view("mine"), prior: view("before"), planned: view("mine"), memory: &memory{}})
	if len(made.diags) != 2 {
		t.Fatalf("it says %v", made.diags)
	}
	added, changed := made.diags[0].Detail(), made.diags[1].Detail()
	if !strings.Contains(added, `"Z19" of alert_items; and 80 more.`) || len(added) > 1500 {
		t.Errorf("it says %q", added)
	}
	if !strings.Contains(changed, "alert_items[0].label was") || strings.Contains(changed, "hunter2") || strings.ContainsAny(changed, "\n\x1b") {
		t.Errorf("it says %q", changed)
	}
	if sent, _ := made.patch["alert_items"].([]any); len(sent) != 101 {
		t.Errorf("%d items are sent", len(sent))
	}
}

// TestDiagnosticsAreBounded has an engine that refuses everything, keeps everything otherwise, or has odd objects: what is told
// one by one has an end, and the rest is counted.
func TestDiagnosticsAreBounded(t *testing.T) {
	t.Parallel()
	const many = 150
	elements := func(ofOne func(i int) any) []any {
		list := make([]any, many)
		for i := range list {
			list[i] = ofOne(i)
		}
		return list
	}
	e := &shortEngine{object: map[string]any{"id": "7"}}
	refuse := false
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/alerts/"):
			_ = json.NewEncoder(w).Encode(elements(func(i int) any { return map[string]any{"id": fmt.Sprint("odd-", i), "mute": "perhaps"} }))
		case r.Method != http.MethodGet && refuse:
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"alert_items": elements(func(int) any { return map[string]any{"label": []string{"No."}} })})
		default:
			e.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	client, err := engine.New(engine.Config{BaseURL: front.URL, AccessID: "a", SecretKey: "s"})
	if err != nil {
		t.Fatal(err)
	}
	d, conn := newServer("test").definitions["engine_alert"], &connection.Connection{Client: client, Reader: bulk.NewReader(client, true, nil, nil)}
	view := func(label string) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), providertest.WithMember(providertest.WithMember(alertState, "id", "7"), "alert_items", elements(func(i int) any {
			return map[string]any{"ref_id": fmt.Sprint("A", i), "type": "QUERY", "label": label}
		})))
	}
	theirs := d.shape.Overlay(nil, view("theirs"))
	maps.Copy(e.object, theirs)
	e.kept, e.answer = theirs, func(*http.Request) string { return "" }
	update := change{config: view("b"), prior: view("theirs"), planned: view("b")}
	kept := d.apply(t.Context(), conn, update).diags
	refuse = true
	refused := d.apply(t.Context(), conn, update).diags
	list := &objectsDataSource{definition: d, connection: conn}
	var schema datasource.SchemaResponse
	list.Schema(t.Context(), datasource.SchemaRequest{}, &schema)
	config := providertest.Value(t, schema.Schema.Type().TerraformType(t.Context()), map[string]any{})
	odd := datasource.ReadResponse{State: tfsdk.State{Schema: schema.Schema}}
	list.Read(t.Context(), datasource.ReadRequest{Config: tfsdk.Config{Schema: schema.Schema, Raw: config}}, &odd)
	for name, diags := range map[string]diag.Diagnostics{"kept": kept, "refused": refused, "odd": odd.Diagnostics} {
		if len(diags) != connection.MostReported+1 || !strings.Contains(diags[connection.MostReported].Detail(), fmt.Sprint(many-connection.MostReported, " more ")) {
			t.Errorf("%s: %d diagnostics, the last ones %v", name, len(diags), diags[max(0, len(diags)-2):])
		}
	}
}

// TestValuesToSend has what an update is made from: values of new parameters and of other versions, and none else.
func TestValuesToSend(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	d := b.server.definitions["engine_routine"]
	view := func(parameters ...any) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), map[string]any{"name": "r", "config": parameters})
	}
	parameter := func(more map[string]any) map[string]any { return providertest.WithMember(more, "name", "token") }
	first := map[string]any{"name": "first", "value": `"shown"`}
	config := view(parameter(map[string]any{"value_wo": `"hush"`, "value_wo_version": 2}), first)
	planned := view(parameter(map[string]any{"value_wo_version": 2}), first)
	for name, c := range map[string]struct {
		change
		want any // the planned value; nil: the engine's stays
	}{
		"new object":                     {change{config: config, prior: d.shape.Null(), planned: planned}, `"hush"`},
		"list that the engine misses":    {change{config: config, prior: view(), planned: planned}, `"hush"`},
		"new parameter":                  {change{config: config, prior: view(first), planned: planned}, `"hush"`},
		"had no version":                 {change{config: config, prior: view(first, parameter(nil)), planned: planned}, `"hush"`},
		"other version, other place":     {change{config: config, prior: view(first, parameter(map[string]any{"value_wo_version": 1})), planned: planned}, `"hush"`},
		"same version, other place":      {change{config: config, prior: view(first, parameter(map[string]any{"value_wo_version": 2})), planned: planned}, nil},
		"same version of another object": {change{config: config, prior: view(map[string]any{"name": "other", "value_wo_version": 2}), planned: planned}, `"hush"`},
	} {
		_, sent := d.withWriteOnly(c.change)
		want := view(parameter(map[string]any{"value_wo_version": 2, "value": c.want}), first)
		if !sent.Equal(want) {
			t.Errorf("%s: got %s, want %s", name, sent, want)
		}
	}
}

// TestWriteOnlyValueNeedsANewTerraform has an error for what an older Terraform would lose.
func TestWriteOnlyValueNeedsANewTerraform(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	config := providertest.Routine(map[string]any{"type": "str", "value_wo": `"a"`, "value_wo_version": 1})
	resp, err := b.server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: "engine_routine", Config: b.value("engine_routine", config)})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) != 1 || tfvalue.PathText(resp.Diagnostics[0].Attribute) != "config[1]" || !strings.Contains(resp.Diagnostics[0].Detail, "config[1].value_wo") || !strings.Contains(resp.Diagnostics[0].Detail, "Terraform 1.11") {
		t.Errorf("got %v", resp.Diagnostics)
	}
}
