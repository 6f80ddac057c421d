// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

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
