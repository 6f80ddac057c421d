// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func sendIfMatch(c *servertest.Client, method, path, tag string, body any) servertest.Reply {
	r := c.Request(method, path, body)
	r.Header.Set("If-Match", tag)
	got, err := c.Send(r)
	if err != nil {
		c.T.Error(err)
	}
	return got
}

// TestPreconditions checks that the server rejects a PATCH or DELETE with 412 if its If-Match header contains the ETag of an older version.
func TestPreconditions(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	path := c.Path("node", c.CreateMinimal("node", nil))
	old := c.Do("GET", path, nil).Header.Get("Etag")
	tag := c.Do("PATCH", path, Object{"name": "newer"}).Header.Get("Etag")
	for _, wrong := range []string{old, "W/" + tag, `"x"`, tag[1 : len(tag)-1]} {
		for _, method := range []string{"PATCH", "DELETE"} {
			got := sendIfMatch(c, method, path, wrong, Object{"name": "lost"})
			if got.Status != http.StatusPreconditionFailed || got.Doc["detail"] == nil {
				t.Errorf("%s of %s returns %d %s", method, wrong, got.Status, got.Body)
			}
		}
	}
	if doc := c.Get(path); doc["name"] != "newer" {
		t.Errorf("the node is %v", doc)
	}
	for _, right := range []string{tag, "*", `"x", ` + tag} {
		if got := sendIfMatch(c, "PATCH", path, right, Object{"name": "newer"}); got.Status != http.StatusOK {
			t.Errorf("PATCH of %s returns %d %s", right, got.Status, got.Body)
		}
	}
	// This request has an outdated If-Match header and an invalid value. The response must report the invalid value.
	if got := sendIfMatch(c, "PATCH", path, old, Object{"name": 5}); got.Status != http.StatusBadRequest {
		t.Errorf("a wrong PATCH of an old version returns %d", got.Status)
	}
	if got := sendIfMatch(c, "DELETE", path, tag, nil); got.Status != http.StatusNoContent {
		t.Errorf("DELETE returns %d %s", got.Status, got.Body)
	}
	if got := sendIfMatch(c, "PATCH", path, "*", Object{"name": "x"}); got.Status != http.StatusNotFound {
		t.Errorf("PATCH of what is gone returns %d", got.Status)
	}
}

// TestOneOfManyWins checks that if many clients try to change the same version of an object at the same time, exactly one succeeds.
func TestOneOfManyWins(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	path := c.Path("node", c.CreateMinimal("node", nil))
	tag := c.Do("GET", path, nil).Header.Get("Etag")
	var group sync.WaitGroup
	var won atomic.Int32
	for i := range 20 {
		group.Go(func() {
			if sendIfMatch(c, "PATCH", path, tag, Object{"number": i}).Status == http.StatusOK {
				won.Add(1)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 {
		t.Errorf("%d changes of one version were made", won.Load())
	}
}
