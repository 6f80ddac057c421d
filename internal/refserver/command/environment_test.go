// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestCredentialsFromTheEnvironment checks that users can set credentials with environment variables, which other users can't see in the
// output of ps. Flags must take precedence over the variables.
func TestCredentialsFromTheEnvironment(t *testing.T) {
	variables := []string{"ENGINE_ACCESS_ID=mine", "ENGINE_SECRET_KEY=hidden", "ENGINE_CONTROL_TOKEN=sesame"}
	r := launchWith(t, variables, "-quiet", "-control", "127.0.0.1:0")
	if r.id != "mine" || r.key != "hidden" || r.token != "sesame" {
		t.Errorf("the credentials are %s, %s and %s", r.id, r.key, r.token)
	}
	r.CreateMinimal("node", nil)
	r.end(syscall.SIGTERM)
	r = launchWith(t, variables, "-quiet", "-secret-key", "given", "-control", "127.0.0.1:0", "-control-token", "other")
	if r.id != "mine" || r.key != "given" || r.token != "other" {
		t.Errorf("the credentials are %s, %s and %s", r.id, r.key, r.token)
	}
	r.end(syscall.SIGTERM)
}

// TestAddressForClients checks that a server that listens on all addresses prints an address that clients on the same machine can use.
func TestAddressForClients(t *testing.T) {
	for _, listen := range []string{":0", "0.0.0.0:0", "[::]:0"} {
		r := launch(t, "-quiet", "-access-id", "mine", "-secret-key", "hidden", "-listen", listen)
		if !strings.HasPrefix(r.URL, "http://127.0.0.1:") {
			t.Errorf("-listen %s: the address is %s", listen, r.URL)
		}
		r.CreateMinimal("node", nil)
		r.end(syscall.SIGTERM)
	}
}

// TestControlAPIOfTheCommand checks that -objects adds the objects from a file to the server, and that -control opens the control API.
func TestControlAPIOfTheCommand(t *testing.T) {
	file := write(t, "objects.json", `{"node": [{"id": "n", "name": "seeded", "type": "t"}]}`+"\n"+
		`{"node": [{"id": "m", "name": "second", "type": "t"}]}`)
	r := launch(t, "-quiet", "-objects", file, "-control", "127.0.0.1:0")
	servertest.Equal(t, r.Get(servertest.Paths["node"] + "n")["name"], `"seeded"`)
	servertest.Equal(t, r.Get(servertest.Paths["node"] + "m")["name"], `"second"`)
	controlAPI := &servertest.Client{T: t, URL: r.control, Server: r.Server}
	ask := func(method, path string, body any) servertest.Reply {
		t.Helper()
		request := controlAPI.Request(method, path, body)
		request.Header.Set("Authorization", "Bearer "+r.token)
		got, err := controlAPI.Send(request)
		if err != nil || got.Status >= 300 {
			t.Fatalf("%s %s: %d %s (%v)", method, path, got.Status, got.Body, err)
		}
		return got
	}
	servertest.Equal(t, servertest.Items(t, ask("GET", "/requests", nil).Doc, "requests")[0]["path"], `"`+servertest.Paths["node"]+`n"`)
	ask("POST", "/faults", Object{"status": 418})
	r.Must(418, "GET", servertest.Paths["node"], nil)
	if status := r.end(syscall.SIGTERM); status != 0 || r.stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, r.stderr)
	}
}
