// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// FuzzServer sends arbitrary requests to a server that contains one object of each kind, with the id 1. The server must not panic and must
// respond with JSON. Afterwards, it must still be able to read, list, export and seed its objects.
func FuzzServer(f *testing.F) {
	for _, kind := range servertest.Kinds {
		path := servertest.Paths[kind]
		f.Add("GET", path, "ordering=-name&page=1&name__in=a,b&page_size=2", "", []byte(nil), uint8(0))
		f.Add("POST", path, "", "application/json", []byte(`{"name":"n","type":"rate","severity":"SEV1","dashboard":"1","tab":"1",`+
			`"component":"1"}`), uint8(1))
		f.Add("PATCH", path+"1", "", "application/json; charset=utf-8",
			[]byte(`{"name":"é\u0000","items":[{"ref_id":"A"}],"tags":[{"id":"1"}],"x":1e400}`), uint8(2))
		f.Add("DELETE", path+"1/", "", "", []byte(nil), uint8(3))
	}
	f.Add("PATCH", servertest.Paths["function"]+"1", "", "application/json", []byte(`{"function_items":[{"id":"1","deleted":true},{}]}`),
		uint8(4))
	f.Add("PATCH", servertest.Paths["alert"]+"1", "", "application/json", []byte(`{"status":"alert","destinations_list":["a@b.c"]}`), uint8(5))
	f.Add("POST", servertest.Paths["component"]+"1/start", "", "application/json", []byte(`{}`), uint8(6))
	f.Add("PUT", "/openapi.json", "%zz", "text/plain", []byte{0xFF}, uint8(7))
	f.Add("GET", "/healthz", "", "", []byte(nil), uint8(8))
	habits := habit.All()
	f.Fuzz(func(t *testing.T, method, path, query, contentType string, body []byte, number uint8) {
		var options refserver.Options
		if at := int(number); at > 0 && at <= len(habits) {
			options.Habits = []string{habits[at-1].Name}
		}
		server := newSeededServer(t, options)
		status, header, response := send(t, server, method, path, query, contentType, body)
		if len(options.Habits) == 0 {
			checkResponse(t, method, status, header, response)
		}
		if status >= 300 {
			return
		}
		if err := server.SetHabits(nil); err != nil {
			t.Fatal(err)
		}
		for kind, objects := range server.Export() {
			for _, doc := range objects {
				if data, err := json.Marshal(doc); err != nil || len(data) > 2*store.MaxDocument {
					t.Errorf("a %s of %d bytes is kept (%v)", kind, len(data), err)
				}
			}
		}
		for _, kind := range servertest.Kinds {
			status, header, response := send(t, server, "GET", servertest.Paths[kind], "ordering=name,-id", "", nil)
			if status != http.StatusOK {
				t.Errorf("the list of each %s returns %d", kind, status)
			}
			checkResponse(t, "GET", status, header, response)
		}
		if err := newSeededServer(t, refserver.Options{}).Reset(server.Export()); err != nil {
			t.Errorf("what is exported cannot be seeded: %v", err)
		}
	})
}

func newSeededServer(t *testing.T, options refserver.Options) *refserver.Server {
	t.Helper()
	options.NoRequestLog = true
	server := servertest.Start(t, options)
	objects := map[string][]map[string]any{}
	for _, kind := range servertest.Kinds {
		objects[kind] = []map[string]any{{
			"id": "1", "name": "one", "type": "rate", "dashboard": "1", "tab": "1", "component": "1",
			"function_items": []any{map[string]any{"id": "1", "ref_id": "A"}},
		}}
	}
	if err := server.Seed(objects); err != nil {
		t.Fatal(err)
	}
	return server
}

func send(t *testing.T, server *refserver.Server, method, path, query, contentType string, body []byte) (int, http.Header, []byte) {
	t.Helper()
	r := (&http.Request{
		Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "engine", Body: io.NopCloser(bytes.NewReader(body)),
		Header: http.Header{
			"Authorization": {"Service " + server.AccessID() + " " + server.SecretKey()}, "Content-Type": {contentType},
		},
	}).WithContext(t.Context())
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if cause := recover(); cause != nil && cause != http.ErrAbortHandler { // net/http expects this panic.
				panic(cause)
			}
		}()
		server.ServeHTTP(w, r)
	}()
	return w.Code, w.Header(), w.Body.Bytes()
}

func checkResponse(t *testing.T, method string, status int, header http.Header, body []byte) {
	t.Helper()
	if status == http.StatusNoContent {
		if len(body) > 0 {
			t.Errorf("204 with a body of %d bytes", len(body))
		}
		return
	}
	object, err := jsondoc.Decode(body)
	if err != nil || !json.Valid(body) || object == nil || header.Get("Content-Type") != "application/json" {
		t.Fatalf("%s returns %d, %q and %.300q: %v", method, status, header, body, err)
	}
	_, detail := object["detail"].(string)
	if status >= 300 && (len(object) == 0 || detail == (status == http.StatusBadRequest)) || status >= 500 {
		t.Errorf("%s is rejected with %d %.300s", method, status, body)
	}
}
