// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

func open(t *testing.T, e *providertest.Engine) *providertest.Session {
	t.Helper()
	s := providertest.Open(t, provider.NewComparedServer("test", providertest.Difference))
	s.Connect(e)
	return s
}

// TestListsAreImports checks that "terraform query" returns the same values as an import followed by a read. It repeats the check with each
// habit (a deviation from INTERFACE.md) of the reference server.
func TestListsAreImports(t *testing.T) {
	t.Parallel()
	listsAreImports(t, "")
	for _, h := range habit.All() {
		if h.Name == "no-lists" || h.Name == "other-scheme" { // no-lists disables lists, and other-scheme needs different arguments
			continue
		}
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			listsAreImports(t, h.Name)
		})
	}
}

func listsAreImports(t *testing.T, habit string) {
	e := providertest.StartEngine(t, refserver.Options{})
	client := e.Client(t)
	for col, doc := range enginetest.Documents(t, client) {
		if col == engine.Dashboards || col == engine.Alerts {
			doc["tags"] = []any{engine.Document{"id": "1", "name": "water"}}
		}
		enginetest.Create(t, client, col, doc)
	}
	if habit != "" {
		if err := e.SetHabits([]string{habit}); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, e)
	for _, o := range catalog.Objects() {
		typeName := "engine_" + o.Name
		results := s.Query(typeName, map[string]any{}, 100, true)
		if len(results) != len(e.Objects(o.Name)) || len(results) == 0 {
			t.Errorf("%s: %d results for %d objects", typeName, len(results), len(e.Objects(o.Name)))
		}
		for _, result := range results {
			if len(result.Diagnostics) > 0 {
				t.Errorf("%s: %v", typeName, result.Diagnostics[0])
				continue
			}
			wantImport(t, s, typeName, result)
		}
		for _, result := range s.Query(typeName, map[string]any{}, 100, false) {
			if result.Resource != nil || result.Identity == nil || result.DisplayName == "" {
				t.Errorf("%s without the resource: %+v", typeName, result)
			}
		}
	}
}

// TestListsWithoutDefaultTags lists an alert that has one of the provider's default tags. The result must not contain this tag, because the
// alert's configuration does not declare it.
func TestListsWithoutDefaultTags(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	alert := enginetest.Alert("a")
	alert["tags"] = []any{engine.Document{"id": "own"}, engine.Document{"id": "team"}}
	enginetest.Create(t, e.Client(t), engine.Alerts, alert)
	s := providertest.Open(t, provider.NewComparedServer("test", providertest.Difference))
	s.Configure(map[string]any{
		"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey(), "default_tags": []any{map[string]any{"id": "team"}},
	}, false)
	results := s.Query("engine_alert", map[string]any{}, 100, true)
	if len(results) != 1 || len(results[0].Diagnostics) > 0 {
		t.Fatalf("the results are %+v", results)
	}
	wantImport(t, s, "engine_alert", results[0])
	if text := decoded(t, s, "engine_alert", results[0].Resource); !strings.Contains(text, "own") || strings.Contains(text, "team") {
		t.Errorf("the list shows %s", text)
	}
}

func wantImport(t *testing.T, s *providertest.Session, typeName string, result tfprotov6.ListResourceResult) {
	t.Helper()
	imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: result.Identity})
	if err != nil || len(imported.Diagnostics) > 0 || len(imported.ImportedResources) != 1 {
		t.Fatal(typeName, err, imported)
	}
	object := imported.ImportedResources[0]
	read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: object.State, CurrentIdentity: object.Identity, Private: object.Private,
	})
	if err != nil || len(read.Diagnostics) > 0 {
		t.Fatal(typeName, err, read)
	}
	if diff := cmp.Diff(decoded(t, s, typeName, read.NewState), decoded(t, s, typeName, result.Resource)); diff != "" {
		t.Errorf("%s: the list differs from an import and its read (-import +list):\n%s", typeName, diff)
	}
	if !bytes.Equal(read.NewIdentity.IdentityData.MsgPack, result.Identity.IdentityData.MsgPack) {
		t.Errorf("%s: the identity is %s, after an import %s",
			typeName, result.Identity.IdentityData.MsgPack, read.NewIdentity.IdentityData.MsgPack)
	}
}

func decoded(t *testing.T, s *providertest.Session, typeName string, value *tfprotov6.DynamicValue) string {
	t.Helper()
	decoded, err := value.Unmarshal(s.Schemas().ResourceSchemas[typeName].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return decoded.String()
}

func names(t *testing.T, results []tfprotov6.ListResourceResult) string {
	t.Helper()
	var names []string
	for _, result := range results {
		if len(result.Diagnostics) > 0 {
			t.Error(result.Diagnostics[0])
		}
		names = append(names, result.DisplayName)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func TestDisplayNames(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	client := e.Client(t)
	for col, doc := range enginetest.Documents(t, client) {
		enginetest.Create(t, client, col, doc)
	}
	s := open(t, e)
	for kind, want := range map[string]string{
		"dashboard": "a, owner", "tab": "owner / a, owner / owner", "widget": "owner / a", "component": "a, a, owner",
		"routine": "owner / a", "alert": "a", "node": "a", "function": "a",
	} {
		if got := names(t, s.Query("engine_"+kind, map[string]any{}, 100, false)); got != want {
			t.Errorf("%s: the names are %q, want %q", kind, got, want)
		}
	}
	rename := func(kind string, name any) {
		if err := e.Edit(kind, fmt.Sprint(e.Objects(kind)[0]["id"]), func(doc map[string]any) { doc["name"] = name }); err != nil {
			t.Fatal(err)
		}
	}
	rename("node", "a\x1b[2J\u202eb")
	if got, want := names(t, s.Query("engine_node", map[string]any{}, 100, false)), `a\x1b[2J\u202eb`; got != want {
		t.Errorf("a name with control characters is shown as %q, want %q", got, want)
	}
	rename("alert", nil)
	if got, want := names(t, s.Query("engine_alert", map[string]any{}, 100, false)), fmt.Sprint(e.Objects("alert")[0]["id"]); got != want {
		t.Errorf("an alert without a name is shown as %q, want %q", got, want)
	}
}

// TestSelection checks which objects a list block returns, with one argument at a time. It also uses engines that ignore filters, return
// small pages, or return all objects without paging.
func TestSelection(t *testing.T) {
	t.Parallel()
	for _, habits := range [][]string{nil, {"no-filters"}, {"small-pages=2"}, {"bare-lists"}} {
		e := providertest.StartEngine(t, refserver.Options{Habits: habits})
		client := e.Client(t)
		for _, name := range []string{"Pump 1", "Pump 2", "Valve 1"} {
			alert := enginetest.Alert(name)
			if name == "Pump 2" {
				alert["severity"] = "SEV1"
			}
			enginetest.Create(t, client, engine.Alerts, alert)
			typeWord := "connector"
			if name == "Pump 1" {
				typeWord = "algorithm"
			}
			enginetest.Create(t, client, engine.Components(typeWord), enginetest.Component(name))
		}
		s := open(t, e)
		for _, test := range []struct {
			kind   string
			config map[string]any
			want   string
		}{
			{"alert", map[string]any{"name": "Pump 1"}, "Pump 1"},
			{"alert", map[string]any{"name_contains": "Pump"}, "Pump 1, Pump 2"},
			{"alert", map[string]any{"name": "Fan"}, ""},
			{"alert", map[string]any{"filters": map[string]any{"severity": "sev1"}}, "Pump 2"},
			{"component", map[string]any{"type": "connector"}, "Pump 2, Valve 1"},
			{"component", map[string]any{"type": "algorithms"}, "Pump 1"},
			{"component", map[string]any{}, "Pump 1, Pump 2, Valve 1"},
		} {
			if got := names(t, s.Query("engine_"+test.kind, test.config, 100, true)); got != test.want {
				t.Errorf("%v: %s %v: %q, want %q", habits, test.kind, test.config, got, test.want)
			}
		}
	}
}

// TestLimit checks that the number of results does not exceed the limit in the list block. If the engine has more objects, the last result
// must contain a warning.
func TestLimit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		habits     []string
		limit      int64
		results    int
		warning    string
		maxQueries int
		whole      bool
	}{
		{
			limit: 100, results: 100, maxQueries: 6,
			warning: "Only 100 of 250 alerts are listed: Terraform stops at the limit of the list block, which is 100 unless the block " +
				"sets it. To list them all, set limit = 250 in the block. To list fewer, narrow the list with the arguments in config.",
		},
		{limit: 1, results: 1, warning: "Only 1 of 250 alerts is listed: ", maxQueries: 4},
		{limit: 300, results: 250, maxQueries: 6},
		{limit: 250, results: 250, maxQueries: 6},
		{limit: 250, results: 250, maxQueries: 15, whole: true},
		{
			habits: []string{"bare-lists"}, limit: 249, results: 249, maxQueries: 5,
			warning: "Only 249 alerts are listed, and the engine has more: Terraform stops at the limit of the list block, which is 100 " +
				"unless the block sets it. To list them all, set a greater limit in the block. ",
		},
		{
			habits: []string{"bare-lists"}, limit: 1, results: 1, maxQueries: 5,
			warning: "Only 1 alert is listed, and the engine has more: ",
		},
	} {
		e := providertest.StartEngine(t, refserver.Options{Habits: test.habits})
		alerts := make([]map[string]any, 250)
		for i := range alerts {
			alerts[i] = enginetest.Alert(fmt.Sprintf("a%03d", i))
		}
		if err := e.Seed(map[string][]map[string]any{"alert": alerts}); err != nil {
			t.Fatal(err)
		}
		results := open(t, e).Query("engine_alert", map[string]any{}, test.limit, test.whole)
		if len(results) != test.results {
			t.Errorf("limit %d: %d results, want %d", test.limit, len(results), test.results)
		}
		for i, result := range results {
			isLast := i == len(results)-1
			if want := isLast && test.warning != ""; (len(result.Diagnostics) == 1) != want ||
				want && !strings.Contains(result.Diagnostics[0].Summary+": "+result.Diagnostics[0].Detail, test.warning) {
				t.Errorf("limit %d, result %d: %v", test.limit, i, result.Diagnostics)
			}
		}
		if got := len(e.Requests()); got > test.maxQueries {
			t.Errorf("limit %d took %d requests: %v", test.limit, got, e.Requests())
		}
	}
}

// TestComponentsWithoutAType lists a component from an engine whose documents do not contain the type. The identity must still contain the
// type.
func TestComponentsWithoutAType(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	client := e.Client(t)
	enginetest.Create(t, client, engine.Components("connector"), enginetest.Component("a"))
	word := regexp.MustCompile(`"type":\s*"connector"`)
	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, r)
		w.WriteHeader(answer.Code)
		_, _ = w.Write(word.ReplaceAll(answer.Body.Bytes(), []byte(`"x":0`)))
	}))
	t.Cleanup(silent.Close)
	s := open(t, &providertest.Engine{Server: e.Server, URL: silent.URL})
	for _, whole := range []bool{true, false} {
		results := s.Query("engine_component", map[string]any{}, 100, whole)
		if len(results) != 1 || len(results[0].Diagnostics) > 0 ||
			!bytes.Contains(results[0].Identity.IdentityData.MsgPack, []byte("connector")) {
			t.Errorf("whole %t: %v", whole, results)
		}
	}
}

func TestListErrors(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Habits: []string{"no-lists"}})
	results := open(t, e).Query("engine_node", map[string]any{}, 100, false)
	if len(results) != 1 || len(results[0].Diagnostics) != 1 || !strings.Contains(results[0].Diagnostics[0].Detail, "405") {
		t.Errorf("an engine without lists: %v", results)
	}
	s := open(t, e)
	for filter, want := range map[string]int{"severity": 0, "page": 1} {
		config := s.Encode(s.Schemas().ListResourceSchemas["engine_node"], map[string]any{"filters": map[string]any{filter: "2"}})
		req := &tfprotov6.ValidateListResourceConfigRequest{TypeName: "engine_node", Config: config}
		resp, err := s.ValidateListResourceConfig(t.Context(), req)
		if err != nil || len(resp.Diagnostics) != want {
			t.Errorf("the filter %s: %v %v", filter, err, resp.Diagnostics)
		}
	}
	unknown := providertest.Open(t, provider.NewServer("test")())
	unknown.Configure(map[string]any{"base_url": providertest.Unknown{}, "access_id": "a", "secret_key": "s"}, false)
	results = unknown.Query("engine_node", map[string]any{}, 100, false)
	if len(results) != 1 || len(results[0].Diagnostics) != 1 || !strings.Contains(results[0].Diagnostics[0].Detail, "base_url") {
		t.Errorf("a provider with an unknown argument: %v", results)
	}
}
