// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk_test

import (
	"net/http"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Whatever a list leaves out, its objects are as a read shows them. Where it leaves out nothing, that takes one read for each kind.
func TestDocumentsAreWhole(t *testing.T) {
	t.Parallel()
	reference := []any{engine.Document{"id": "1", "name": "water"}}
	for name, test := range map[string]struct {
		habits        []string
		first, second int // requests
	}{
		"whole lists":         {nil, 2, 1},
		"short lists":         {[]string{"short-lists"}, 4, 4},
		"short and bare":      {[]string{"short-lists", "bare"}, 4, 4},
		"short and padded":    {[]string{"short-lists", "padded"}, 4, 4},
		"objects that move":   {[]string{"moving-fields", "own-status"}, 2, 1},
		"lists without pages": {[]string{"short-lists", "bare-lists"}, 4, 4},
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

// An object that somebody deletes after it was listed is left out. As long as nothing shows that the list is short, what can't be read
// by itself is shown as it is listed, and after some of them that is how all are. A failure is an error.
func TestDocumentsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status         int
		unread         string // the numbers of the objects
		want, requests int
	}{
		"the first is not there":  {http.StatusNotFound, "0", 6, 8}, // also on the path without the slash
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
