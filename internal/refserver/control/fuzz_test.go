// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// FuzzAPI sends arbitrary requests to the control API. The control API and the server must not panic and must respond with JSON.
// Afterwards, the server must still be able to list, update, export and delete its objects.
func FuzzAPI(f *testing.F) {
	f.Add("PUT", "/objects", `{"alert":[{"id":"1","status":{},"destinations_list":7,"type":[]}],"function":[{"id":"1",`+
		`"function_items":{"a":1}}]}`)
	f.Add("POST", "/objects", `{"component":[{"id":"c","type":"pump","deployment_status":"Pending","deployment_active":1}],`+
		`"widget":[{"tab":[]}]}`)
	f.Add("PATCH", "/objects/function/1", `{"function_items":[null,1,{"id":2},{"id":"1"}],"type":null}`)
	f.Add("PUT", "/objects/alert/1", `{"status":1e400}`)
	f.Add("POST", "/faults", `{"method":"GET","status":503,"times":1,"cut_body":true}`)
	f.Add("PUT", "/habits", `{"habits":["bare","late-creates=1ms"]}`)
	f.Add("DELETE", "/objects/node/1", ``)
	f.Add("POST", "/series", `{"p1":{"pressure":{"start":"2026-01-01T00:00:00Z","step":"1m","values":[1,true,"x",null]}}}`)
	f.Add("PATCH", "/objects/alert/1", `{"alert_items":[7,{"ref_id":"A","type":"QUERY","query_plain":"[{\"$match\":{}}]",`+
		`"query_limit":[]}],"rate_value":1e300,"rate_unit":"day","stmt_thresholds":{},"stmt_time_window":"x"}`)
	f.Add("PATCH", "/objects/alert/1", `{"rate_value":1,"rate_unit":"minute","stmt_time_window":60,"stmt_target_variable":"A",`+
		`"stmt_operator":"gt","stmt_aggregation":"last","stmt_thresholds":[{"value":1,"status":"alert"}],"alert_items":[{"ref_id":"A",`+
		`"type":"QUERY"}]}`)
	f.Add("POST", "/series", "time,p1/pressure,A\n2026-01-01T00:00:00Z,1,\n")
	f.Add("PUT", "/clock", `{"clock":"2026-01-01T00:00:00Z"}`)
	f.Add("PUT", "/clock", `{"advance":"1h"}`)
	f.Add("GET", "//objects/../requests", `[`)
	f.Fuzz(func(t *testing.T, method, path, body string) {
		server := servertest.Start(t, refserver.Options{AccessID: "id", SecretKey: "key"})
		objects := map[string][]map[string]any{}
		for _, kind := range server.Kinds() {
			objects[kind] = []map[string]any{{"id": "1", "name": "n", "type": "rate"}}
		}
		if err := server.Seed(objects); err != nil {
			t.Fatal(err)
		}
		// The server runs alerts only if it has data.
		points := "time,a/b,A\n2026-01-01T00:00:00Z,1,2\n2026-01-01T01:00:00Z,1,2\n"
		if err := server.AddSeries(t.Context(), "day", strings.NewReader(points)); err != nil {
			t.Fatal(err)
		}
		checkJSON(t, serve(t, control.New(server, token), "Bearer "+token, method, path, body))
		for _, kind := range servertest.Kinds {
			path := servertest.Paths[kind]
			checkJSON(t, serve(t, server, "Service id key", "GET", path, ""))
			for _, doc := range server.Objects(kind) {
				for _, method := range []string{"GET", "PATCH", "DELETE"} {
					checkJSON(t, serve(t, server, "Service id key", method, path+fmt.Sprint(doc["id"]),
						`{"name":"m","status":"alert","function_items":[{}]}`))
				}
			}
		}
		if err := server.Reset(server.Export()); err != nil {
			t.Error(err)
		}
	})
}

// serve calls a handler with a request, without a network. If the handler drops the connection, serve returns nil.
func serve(t *testing.T, handler http.Handler, authorization, method, path, body string) (response *httptest.ResponseRecorder) {
	t.Helper()
	r := (&http.Request{
		Method: method, URL: &url.URL{Path: path}, Host: "engine", Body: io.NopCloser(strings.NewReader(body)),
		Header: http.Header{"Authorization": {authorization}, "Content-Type": {"application/json"}},
	}).WithContext(t.Context())
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler: // net/http expects this panic.
			response = nil
		default:
			panic(cause)
		}
	}()
	response = httptest.NewRecorder()
	handler.ServeHTTP(response, r)
	return response
}

func checkJSON(t *testing.T, response *httptest.ResponseRecorder) {
	t.Helper()
	if response == nil || response.Header().Get("Content-Type") != "application/json" {
		return // The connection was dropped, or the response comes from a redirect, a fault or a habit and need not be JSON.
	}
	if response.Body.Len() > 0 && !json.Valid(response.Body.Bytes()) {
		t.Errorf("%d %.300s is no JSON", response.Code, response.Body)
	}
}
