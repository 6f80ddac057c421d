// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

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
