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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestConcurrentWriters checks that no write is lost if ten clients write at the same time. Each client adds keys to a shared object, and
// creates, finds and deletes other objects.
func TestConcurrentWriters(t *testing.T) {
	for name, file := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "data")} {
		t.Run(name, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{Data: file})
			shared, parent := c.CreateMinimal("node", nil), c.CreateMinimal("tab", nil)
			const writers, rounds = 10, 10
			var wait sync.WaitGroup
			for writer := range writers {
				wait.Go(func() {
					for round := range rounds {
						writeAsOneOfMany(c, shared, parent, fmt.Sprintf("key_%d_%d", writer, round))
					}
				})
			}
			wait.Wait()
			doc := c.Read("node", shared)
			for writer := range writers {
				for round := range rounds {
					if key := fmt.Sprintf("key_%d_%d", writer, round); doc[key] != true {
						t.Errorf("%s is lost", key)
					}
				}
			}
			list := c.Get(servertest.Paths["widget"] + "?tab=" + servertest.Text(t, parent, "id") + "&page_size=1000")
			if list["count"] != float64(writers*rounds/2) {
				t.Errorf("%v widgets are left, want %d", list["count"], writers*rounds/2)
			}
		})
	}
}

// writeAsOneOfMany performs one client's writes. It never calls Fatal, because only the goroutine of the test itself may do so.
func writeAsOneOfMany(c *servertest.Client, shared, parent Object, key string) {
	expect := func(status int, method, path string, body any) Object {
		got, err := c.Send(c.Request(method, path, body))
		if err != nil || got.Status != status {
			c.T.Errorf("%s %s: %d %s %v", method, path, got.Status, got.Body, err)
		}
		return got.Doc
	}
	expect(http.StatusOK, "PATCH", c.Path("node", shared), Object{key: true})
	widget := expect(http.StatusCreated, "POST", servertest.Paths["widget"], Object{"name": key, "type": "line", "tab": parent["id"]})
	found := expect(http.StatusOK, "GET", servertest.Paths["widget"]+"?name="+key, nil)
	if found["count"] != 1.0 {
		c.T.Errorf("%s is found %v times", key, found["count"])
	}
	if key[len(key)-1]%2 == 0 {
		expect(http.StatusNoContent, "DELETE", c.Path("widget", widget), nil)
	}
}
