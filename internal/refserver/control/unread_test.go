// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/page"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestClientsThatDoNotRead checks that the server, the page and the control API close the connection of a client that does not read a large
// response.
func TestClientsThatDoNotRead(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{SendTime: 500 * time.Millisecond})
	large := strings.Repeat("x", 1<<20-100)
	var nodes []map[string]any
	for range 20 {
		c.Must(http.StatusBadRequest, "POST", servertest.Paths["node"], Object{"more": large})
		nodes = append(nodes, map[string]any{"more": large})
	}
	if err := c.Server.Seed(map[string][]map[string]any{"node": nodes}); err != nil {
		t.Fatal(err)
	}
	shown := page.New(c.Server)
	defer shown.Close()
	for _, of := range []struct {
		path, authorization string
		handler             http.Handler
	}{
		{servertest.Paths["node"], "Service " + c.Server.AccessID() + " " + c.Server.SecretKey(), c.Server},
		{page.Path + "requests.json", "", shown.Wrap(c.Server)},
		{"/requests", "Bearer " + token, control.New(c.Server, token)},
		{"/objects", "Bearer " + token, control.New(c.Server, token)},
	} {
		closed := make(chan bool, 1)
		web := httptest.NewUnstartedServer(of.handler)
		web.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				closed <- true
			}
		}
		web.Start()
		connection, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = connection.Write([]byte("GET " + of.path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " + of.authorization + "\r\n\r\n"))
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-closed:
		case <-time.After(time.Minute):
			t.Errorf("%s: the server keeps the connection of a client that does not read", of.path)
		}
		_ = connection.Close()
		web.Close()
	}
}
