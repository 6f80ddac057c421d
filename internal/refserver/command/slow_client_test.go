// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestHalfSentRequestsEnd opens 300 connections on which clients send only half a request or nothing. The server and the control API must
// close these connections after the read timeout. Clients with invalid credentials must get a response before the timeout.
func TestHalfSentRequestsEnd(t *testing.T) {
	r := launch(t, "-quiet", "-read-timeout", "500ms", "-control", "127.0.0.1:0")
	const half = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
	mine := "Authorization: Service " + r.id + " " + r.key + "\r\n"
	requests := map[string]string{
		"POST " + servertest.Paths["node"] + " HTTP/1.1\r\nHost: x\r\n" + half:        " 401 ",
		"POST " + servertest.Paths["node"] + " HTTP/1.1\r\nHost: x\r\n" + mine + half: "",
		"POST " + servertest.Paths["node"] + " HTTP/1.1\r\nHo":                        "",
		"": "",
		"POST /objects HTTP/1.1\r\nHost: x\r\n" + half: " 401 ",
	}
	const clients = 60
	ended := make(chan error)
	for request, want := range requests {
		address := r.URL
		if strings.Contains(request, "/objects") {
			address = r.control
		}
		for range clients {
			go func() { ended <- sendPartOfRequest(strings.TrimPrefix(address, "http://"), request, want) }()
		}
	}
	for range clients * len(requests) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if status := r.end(syscall.SIGTERM); status != 0 || r.stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, r.stderr)
	}
}

// sendPartOfRequest sends only part of a request, and waits up to a minute for the server to close the connection. It returns an error if
// the response does not contain the wanted string. If want is "", the response must not have a 2xx status.
func sendPartOfRequest(address, text, want string) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	if _, err := io.WriteString(connection, text); err != nil {
		return err
	}
	got, err := io.ReadAll(connection)
	if err != nil && !strings.Contains(err.Error(), "reset") {
		return fmt.Errorf("%q: %w", text, err)
	}
	if want != "" && !strings.Contains(string(got), want) || want == "" && strings.Contains(string(got), " 20") {
		return fmt.Errorf("%q returns %q", text, got)
	}
	return nil
}

// TestSlowResponses checks that a response may take longer than the read timeout, because the timeout applies only to receiving requests.
func TestSlowResponses(t *testing.T) {
	const latency = 600 * time.Millisecond
	r := launch(t, "-quiet", "-read-timeout", "200ms", "-latency", latency.String())
	for method, body := range map[string]any{"POST": Object{"name": "n", "type": "t"}, "GET": nil} {
		start := time.Now()
		if got := r.Do(method, servertest.Paths["node"], body); got.Status >= 300 || time.Since(start) < latency {
			t.Errorf("%s: %d %s after %v", method, got.Status, got.Body, time.Since(start))
		}
	}
	r.end(syscall.SIGTERM)
}
