// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// noSecret checks that the responses to GET requests contain no secret.
func (p *testPage) noSecret(paths ...string) {
	p.T.Helper()
	for _, path := range paths {
		if body := p.get(path); strings.Contains(body, secret) || strings.Contains(body, p.Server.SecretKey()) {
			p.T.Errorf("%s shows a secret:\n%s", path, body)
		}
	}
}

// TestSecretsAreHidden checks that the page shows neither credentials nor values of parameters, even after an update. It must also hide a
// parameter that is not marked as sensitive, because the value may come from the write-only attribute value_wo.
func TestSecretsAreHidden(t *testing.T) {
	p := newTestPage(t)
	p.Must(http.StatusOK, "PATCH", p.Path("component", p.object("component")), servertest.Object{"input": []any{
		servertest.Object{"name": "password", "type": "str", "sensitive": true, "value": secret + "-new"},
		servertest.Object{"name": "token", "type": "str", "value": secret + "-wo", "default": []any{secret}},
		servertest.Object{"type": "str", "value": secret + "-unnamed"},
	}})
	value := servertest.Object{"value": secret}
	for _, odd := range []any{secret, []any{secret}, []any{[]any{value}}, value, servertest.Object{"token": value}} {
		p.Do("POST", p.Path("component", p.object("component")), servertest.Object{"input": odd, "config": odd})
	}
	p.noSecret(append(p.addresses(), "requests.json", "changes")...)
	p.wantContains("components/"+p.ids["component"], hidden, "password")
}

// TestSecretsInListsAndCustomTypesAreHidden checks that the page hides secrets in lists, maps, values of custom types, and objects that the
// interface document does not describe. The secrets must stay hidden even after the component has been deleted.
func TestSecretsInListsAndCustomTypesAreHidden(t *testing.T) {
	p := newTestPage(t)
	parameter := func(name string, more servertest.Object) servertest.Object {
		more["name"] = name
		return more
	}
	component := p.CreateMinimal("component", servertest.Object{
		"name": "Gateway",
		"input": []any{
			parameter("list", servertest.Object{"type": "str", "multiple": true, "sensitive": true, "value": []any{secret + "1", secret + "2"}}),
			parameter("map", servertest.Object{"type": "str", "sensitive": true, "value": servertest.Object{"key": secret + "3"}}),
			parameter("logins", servertest.Object{"type": "login", "multiple": true, "value": []any{servertest.Object{"pin": secret + "4"}}}),
			parameter("written", servertest.Object{"type": "str", "multiple": true, "value": []any{secret + "0"}}),
		},
		"custom_types": []any{servertest.Object{"name": "login", "fields": []any{
			servertest.Object{"name": "pin", "type": "str", "sensitive": true, "default": secret + "5"},
		}}},
	})
	p.CreateMinimal("routine", servertest.Object{
		"component_id": component["id"],
		"config":       []any{parameter("login", servertest.Object{"type": "login", "value": []any{servertest.Object{"pin": secret + "6"}}})},
	})
	asset := p.Must(http.StatusCreated, "POST", "/v3/engine/asset/assets/", servertest.Object{
		"name": "Pump", "keys": []any{servertest.Object{"sensitive": true, "value": []any{secret + "7"}}},
	})
	instance := p.Must(http.StatusCreated, "POST", "/v3/engine/component/objects/", servertest.Object{
		"name": "Login", "component_id": component["id"], "type": "login", "data": servertest.Object{"pin": secret + "8"},
	})
	paths := append(p.addresses(), "components/"+servertest.Text(t, component, "id"), "collections/asset%2Fassets", "changes",
		"objects/asset%2Fassets/"+servertest.Text(t, asset, "id"), "objects/component%2Fobjects/"+servertest.Text(t, instance, "id"),
		"requests.json")
	p.noSecret(paths...)
	body := p.get("components/" + servertest.Text(t, component, "id"))
	if got := strings.Count(body, hidden); got != 9 {
		t.Errorf("%d values are hidden, want four in two tables, and the default:\n%s", got, body)
	}
	p.wantContains("", Path+"collections/asset%2Fassets")
	p.advanceClock(2 * pause)
	p.Must(http.StatusNoContent, "DELETE", p.Path("component", component), nil)
	p.noSecret(paths...)
}

// TestRecordingHidesValues checks that the recording of requests contains the status and body of each request, but no values of parameters,
// because even a parameter that is not marked as sensitive may be secret.
func TestRecordingHidesValues(t *testing.T) {
	p := serveTestPage(t, refserver.Options{})
	p.Server.ClearRequests()
	if empty := p.get("requests.json"); empty != "[\n]\n" {
		t.Errorf("without requests, the recording is %q", empty)
	}
	p.CreateMinimal("component", servertest.Object{
		"name": "Gateway", "description": nil,
		"input": []any{
			servertest.Object{"name": "token", "type": "str", "value": secret, "default": secret},
			servertest.Object{"name": "store", "type": "str", "value": "${{secret.TOKEN}}"},
		},
	})
	p.Do("POST", servertest.Paths["alert"]+"?dry=1", servertest.Object{"stmt_thresholds": []any{servertest.Object{"value": 6}}, "value": 7})
	p.Do("GET", servertest.Paths["node"], nil)
	var recorded []servertest.Object
	if err := json.Unmarshal([]byte(p.get("requests.json")), &recorded); err != nil || len(recorded) != 3 {
		t.Fatalf("%d requests, %v", len(recorded), err)
	}
	created := recorded[0]
	body, _ := created["body"].(map[string]any)
	if description, sent := body["description"]; created["method"] != "POST" || created["status"] != 201.0 || !sent || description != nil {
		t.Errorf("recorded %v", created)
	}
	servertest.Equal(t, body["input"], `[{"name":"token","type":"str","value":"`+hidden+`","default":"`+hidden+`"},
		{"name":"store","type":"str","value":"${{secret.TOKEN}}"}]`)
	rejected, read := recorded[1], recorded[2]
	if rejected["path"] != servertest.Paths["alert"]+"?dry=1" || rejected["status"] == 201.0 || read["body"] != nil {
		t.Errorf("recorded %v, %v", rejected, read)
	}
	servertest.Equal(t, rejected["body"], `{"stmt_thresholds":[{"value":6}],"value":7}`)
	full := strings.Repeat("a", maxBody-len("{\n  \"x\": \"\"\n}"))
	p.Do("POST", servertest.Paths["node"], servertest.Object{"x": full})
	p.Do("POST", servertest.Paths["node"], servertest.Object{"x": full + "b"})
	p.wantContains("requests", "aa&#34;\n}</pre>", "ab&#34;\n\n…</pre>")
}

// TestWorkEndsWhenTheClientLeaves checks that the page does no work for a request whose client has disconnected.
func TestWorkEndsWhenTheClientLeaves(t *testing.T) {
	p := newTestPage(t)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, path := range []string{"requests", "requests.json", "alerts/" + p.ids["alert"] + ".svg", "alerts/" + p.ids["alert"]} {
		w := p.serve(ctx, p.page, Path+path, "127.0.0.1:5000", "localhost", "")
		if body := w.Body.String(); strings.Contains(body, "POST") || strings.Contains(body, "<svg") || w.Code == http.StatusOK && body != "" {
			t.Errorf("%s: status %d:\n%s", path, w.Code, body)
		}
	}
}
