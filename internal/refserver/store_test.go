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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
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

// TestOldEventsAreRemoved checks that the server keeps only the latest 10,000 events and the latest 10,000 notifications, even after a
// restart (quirk 85 in quirks.go).
func TestOldEventsAreRemoved(t *testing.T) {
	for kind, kept := range map[string]int{"event": table.MaxEvents, "notification": table.MaxNotifications} {
		options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
		c := servertest.Serve(t, options)
		alert := c.CreateMinimal("alert", nil)
		var docs []map[string]any
		for i := range kept + 5 {
			docs = append(docs, Object{"id": fmt.Sprint(i), "alert": alert["id"]})
		}
		if err := c.Server.Seed(map[string][]map[string]any{kind: docs}); err != nil {
			t.Fatal(err)
		}
		checkIDs(t, c, kind, 5, kept+4)
		c = c.Reopen(options)
		checkIDs(t, c, kind, 5, kept+4)
		c.Patch("alert", alert, Object{"status": "alert"})
		checkIDs(t, c, kind, 6, -1) // The newest object is the last one.
	}
}

func checkIDs(t *testing.T, c *servertest.Client, kind string, first, last int) {
	t.Helper()
	docs := c.Server.Objects(kind)
	if n := len(docs); n != table.MaxEvents || docs[0]["id"] != fmt.Sprint(first) || last >= 0 && docs[n-1]["id"] != fmt.Sprint(last) {
		t.Errorf("%d objects are kept, from %v to %v", n, docs[0]["id"], docs[n-1]["id"])
	}
	if last < 0 && docs[len(docs)-1]["id"] == fmt.Sprint(table.MaxEvents+4) {
		t.Errorf("the new %s is not there", kind)
	}
}

// TestWriteAfterClose checks that a closed server with a data file still serves reads but rejects writes.
func TestWriteAfterClose(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Data: filepath.Join(t.TempDir(), "data")})
	node := c.CreateMinimal("node", nil)
	for range 2 {
		if err := c.Server.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c.Read("node", node)
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := c.Must(http.StatusInternalServerError, method, c.Path("node", node), Object{"name": "x"}); got["detail"] == nil {
			t.Errorf("the answer is %v", got)
		}
	}
	if got := c.Must(http.StatusInternalServerError, "POST", servertest.Paths["node"],
		Object{"name": "n", "type": "t"}); got["detail"] == nil {
		t.Errorf("the answer is %v", got)
	}
	if n := len(c.Server.Objects("node")); n != 1 {
		t.Errorf("there are %d nodes, want 1", n)
	}
	servertest.Equal(t, c.Read("node", node), servertest.JSON(t, node))
}
