// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// TestDocumentsAreBounded checks that an object can't exceed 8 MiB, even after many updates (quirk 186 in quirks.go).
func TestDocumentsAreBounded(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function := c.CreateMinimal("function", nil)
	grown := 0
	for i := range 100 {
		got := c.Do("PATCH", c.Path("function", function), Object{fmt.Sprint("key", i): strings.Repeat("x", 1_000_000)})
		if got.Status == http.StatusRequestEntityTooLarge && got.Doc["detail"] != nil {
			break
		}
		if grown = len(got.Body); got.Status != http.StatusOK || grown > store.MaxDocument {
			t.Fatalf("update %d returns %d %.300s", i, got.Status, got.Body)
		}
	}
	if got := c.Do("GET", c.Path("function", function), nil); len(got.Body) != grown || grown < store.MaxDocument/2 {
		t.Errorf("the document has %d bytes, want %d", len(got.Body), grown)
	}
}

func raw(t *testing.T, c *servertest.Client, request string) (status int, body string) {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(c.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	if _, err := io.WriteString(connection, request); err != nil {
		t.Fatal(err)
	}
	if half, ok := connection.(*net.TCPConn); ok {
		if err := half.CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !response.Close {
		t.Errorf("%q: the connection stays open", request)
	}
	return response.StatusCode, string(text)
}

// TestBrokenBodies checks that the server responds with 400 and creates nothing if a request body ends early or has invalid chunks.
func TestBrokenBodies(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	head := "POST " + servertest.Paths["node"] + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
		"Authorization: Service " + c.Server.AccessID() + " " + c.Server.SecretKey() + "\r\n"
	good := `{"name":"n","type":"t"}`
	for _, rest := range []string{
		"Content-Length: 1000\r\n\r\n" + good,
		"Content-Length: 24\r\n\r\n" + good,
		"Transfer-Encoding: chunked\r\n\r\n17\r\n" + good,
		"Transfer-Encoding: chunked\r\n\r\n17\r\n" + good + "\r\n",
		"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + good + "\r\n0\r\n\r\n",
		"Transfer-Encoding: chunked\r\n\r\n5\r\n" + good + "\r\n0\r\n\r\n",
		"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n" + good + "\r\n0\r\n\r\n",
		"Transfer-Encoding: chunked\r\n\r\n-1\r\n" + good + "\r\n0\r\n\r\n",
	} {
		status, body := raw(t, c, head+rest)
		if status != http.StatusBadRequest || !strings.Contains(body, `"non_field_errors"`) {
			t.Errorf("%q returns %d %s", rest, status, body)
		}
	}
	if n := len(c.Server.Objects("node")); n > 0 {
		t.Errorf("%d nodes are made", n)
	}
}
