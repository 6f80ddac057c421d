// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk_test

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestBulkReadsOfEveryKind checks that fifty reads in one collection send only two requests: an individual read and a list request.
func TestBulkReadsOfEveryKind(t *testing.T) {
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	reader := bulk.NewReader(client, true, nil, nil)
	for col, doc := range enginetest.Documents(t, client) {
		t.Run(fmt.Sprintf("%+v", col), func(t *testing.T) {
			var want []engine.Document
			for range 50 {
				want = append(want, enginetest.Create(t, client, col, doc))
			}
			server.ClearRequests()
			for _, doc := range want {
				got, _, err := reader.Read(t.Context(), col, enginetest.ID(t, doc))
				if err != nil || !reflect.DeepEqual(got, doc) {
					t.Errorf("read %v, error %v; want %v", got, err, doc)
				}
			}
			if got := len(server.Requests()); got != 2 {
				t.Errorf("50 reads took %d requests, want 2", got)
			}
		})
	}
}

// TestListsThatLeaveOutParts checks lists that omit arrays. Of 20 objects, only one has an array. Read compares only the first object,
// which has no array, with the list and finds no difference. It therefore trusts the list and must return all other objects as listed,
// without the array. ReadAllFields must return the array.
func TestListsThatLeaveOutParts(t *testing.T) {
	t.Parallel()
	client, _ := enginetest.Start(t, refserver.Options{Habits: []string{"bare", "short-lists"}}, nil)
	var ids []string
	for i := range 20 {
		doc := engine.Document{"name": "a"}
		if i == 10 {
			doc["tags"] = []any{engine.Document{"id": "1", "name": "water"}}
		}
		ids = append(ids, enginetest.ID(t, enginetest.Create(t, client, engine.Dashboards, doc)))
	}
	known := bulk.NewReader(client, true, nil, nil)
	for i, id := range ids {
		doc, isListed, err := known.Read(t.Context(), engine.Dashboards, id)
		if tags, _ := doc["tags"].([]any); err != nil || isListed != (i > 0) || len(tags) > 0 {
			t.Errorf("%d: %v, listed: %t, error %v", i, doc, isListed, err)
		}
	}
	unknown := bulk.NewReader(client, true, nil, nil)
	for _, i := range []int{0, 1, 10, 2, 3} {
		doc, err := unknown.ReadAllFields(t.Context(), engine.Dashboards, ids[i])
		if tags, _ := doc["tags"].([]any); err != nil || (i == 10) != (len(tags) == 1) {
			t.Errorf("%d, read whole: %v, error %v", i, doc, err)
		}
	}
}

// TestDocumentsAreWhole checks that Documents yields objects with all fields, even if the engine's lists omit some. If the lists are
// complete, Documents may read only one object of each kind individually to find this out.
func TestDocumentsAreWhole(t *testing.T) {
	t.Parallel()
	reference := []any{engine.Document{"id": "1", "name": "water"}}
	for name, test := range map[string]struct {
		habits        []string
		first, second int // the number of requests from the first and the second call to Documents
	}{
		"whole lists":         {first: 2, second: 1},
		"short lists":         {habits: []string{"short-lists"}, first: 4, second: 4},
		"short and bare":      {habits: []string{"short-lists", "bare"}, first: 4, second: 4},
		"short and padded":    {habits: []string{"short-lists", "padded"}, first: 4, second: 4},
		"objects that move":   {habits: []string{"moving-fields", "own-status"}, first: 2, second: 1},
		"lists without pages": {habits: []string{"short-lists", "bare-lists"}, first: 4, second: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{Habits: test.habits}, nil)
			reader := bulk.NewReader(client, true, nil, nil)
			component := enginetest.Component("a")
			component["input"] = []any{engine.Document{"name": "host", "type": "string"}}
			alert := enginetest.Alert("a")
			alert["tags"] = reference
			for col, doc := range map[engine.Collection]engine.Document{
				engine.Dashboards:              {"name": "a", "tags": reference},
				engine.Alerts:                  alert,
				engine.Components("algorithm"): component,
			} {
				array := "tags"
				for range 3 {
					enginetest.Create(t, client, col, doc)
				}
				if col == engine.Components("algorithm") {
					col, array = engine.Components(""), "input"
				}
				for _, want := range []int{test.first, test.second} {
					server.ClearRequests()
					listed := documents(t, reader, col)
					if got := len(server.Requests()); got != want || len(listed) != 3 {
						t.Errorf("%s: %d objects took %d requests, want %d", col, len(listed), got, want)
					}
					for _, have := range listed {
						if elements, _ := have[array].([]any); len(elements) != 1 {
							t.Errorf("%s: %s is %v, want one element", col, array, have[array])
						}
					}
				}
			}
		})
	}
}

func documents(t *testing.T, reader *bulk.Reader, col engine.Collection) (listed []engine.Document) {
	t.Helper()
	for doc, err := range reader.Documents(t.Context(), col, nil) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, doc)
	}
	return listed
}

// TestDocumentsThatCannotBeRead checks what Documents yields for a listed object if the individual read of the object fails. After a 403,
// Documents must yield the document from the list. After a 404, Documents must skip the object if it already knows that the lists omit
// fields, because the listed document is then incomplete. After a 500, it must yield an error.
func TestDocumentsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status         int
		unread         string // the ids of the objects that can't be read
		want, requests int
	}{
		"the first is not there":  {http.StatusNotFound, "0", 6, 8}, // The path is tried with and without a trailing slash.
		"the second is not there": {http.StatusNotFound, "1", 5, 7},
		"none can be read":        {http.StatusForbidden, "012345", 6, 4},
		"a read fails":            {http.StatusInternalServerError, "0", -1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cfg engine.Config
			other, server := enginetest.Start(t, refserver.Options{Habits: []string{"short-lists"}}, func(c *engine.Config) { cfg = *c })
			ids := map[string]bool{}
			for i := range 6 {
				made := enginetest.ID(t, enginetest.Create(t, other, engine.Dashboards, engine.Document{"name": "a"}))
				ids[made] = strings.Contains(test.unread, strconv.Itoa(i))
			}
			cfg.MaxRetries = -1
			client, err := engine.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			server.Fail(refserver.Fault{
				Match:  func(r *http.Request) bool { return ids[path.Base(r.URL.Path)] },
				Status: test.status, Body: `{"detail":"No."}`, Header: http.Header{"Content-Type": {"application/json"}},
			})
			server.ClearRequests()
			listed := 0
			for _, err := range bulk.NewReader(client, true, nil, nil).Documents(t.Context(), engine.Dashboards, nil) {
				if listed++; err != nil {
					listed = -1
				}
			}
			if got := len(server.Requests()); listed != test.want || got != test.requests {
				t.Errorf("%d objects are listed by %d requests, want %d by %d", listed, got, test.want, test.requests)
			}
		})
	}
}
