// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Writers that come at the same time lose nothing: each adds a key of its own to the same object, makes and deletes objects,
// and lists them meanwhile.
func TestConcurrentWriters(t *testing.T) {
	for name, file := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "data")} {
		t.Run(name, func(t *testing.T) {
			c := serve(t, refserver.Options{Data: file})
			shared, parent := c.made("node", nil), c.made("tab", nil)
			const writers, rounds = 10, 10
			var wait sync.WaitGroup
			for writer := range writers {
				wait.Go(func() {
					for round := range rounds {
						c.writeAsOneOfMany(shared, parent, fmt.Sprintf("key_%d_%d", writer, round))
					}
				})
			}
			wait.Wait()
			doc := c.must(http.StatusOK, "GET", c.path("node", shared), nil)
			for writer := range writers {
				for round := range rounds {
					if key := fmt.Sprintf("key_%d_%d", writer, round); doc[key] != true {
						t.Errorf("%s is lost", key)
					}
				}
			}
			list := c.must(http.StatusOK, "GET", paths["widget"]+"?tab="+text(t, parent, "id")+"&page_size=1000", nil)
			if list["count"] != float64(writers*rounds/2) {
				t.Errorf("%v widgets are left, want %d", list["count"], writers*rounds/2)
			}
		})
	}
}

// writeAsOneOfMany may run in any goroutine: it reports without ending the test.
func (c *client) writeAsOneOfMany(shared, parent object, key string) {
	expect := func(status int, method, path string, body any) object {
		got, err := c.send(c.request(method, path, body))
		if err != nil || got.status != status {
			c.t.Errorf("%s %s: %d %s %v", method, path, got.status, got.body, err)
		}
		return got.doc
	}
	expect(http.StatusOK, "PATCH", c.path("node", shared), object{key: true})
	widget := expect(http.StatusCreated, "POST", paths["widget"], object{"name": key, "type": "line", "tab": parent["id"]})
	found := expect(http.StatusOK, "GET", paths["widget"]+"?name="+key, nil)
	if found["count"] != 1.0 {
		c.t.Errorf("%s is found %v times", key, found["count"])
	}
	if key[len(key)-1]%2 == 0 {
		expect(http.StatusNoContent, "DELETE", c.path("widget", widget), nil)
	}
}
