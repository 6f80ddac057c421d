// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package terraformtest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// reattachment contains the protocol and address of a running provider, in the JSON format of TF_REATTACH_PROVIDERS.
type reattachment struct {
	Protocol        string
	ProtocolVersion int
	Pid             int
	Test            bool
	Addr            struct{ Network, String string }
}

// Reattach serves providers in-process until the test ends. It returns an environment variable, TF_REATTACH_PROVIDERS=..., that makes
// Terraform or OpenTofu connect to them. The keys of servers are source addresses without a host, such as "engine-platform/engine".
func Reattach(t *testing.T, servers map[string]func() tfprotov6.ProviderServer) (variable string) {
	t.Helper()
	providers := map[string]reattachment{}
	for source, server := range servers {
		at := serve(t, source, server)
		providers["registry.terraform.io/"+source], providers["registry.opentofu.org/"+source] = at, at
	}
	text, err := json.Marshal(providers)
	if err != nil {
		t.Fatal(err)
	}
	return "TF_REATTACH_PROVIDERS=" + string(text)
}

// serve serves a provider in-process and returns the address that Terraform connects to.
func serve(t *testing.T, address string, server func() tfprotov6.ProviderServer) reattachment {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	listening, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	go func() {
		err := tf6server.Serve(address, server, tf6server.WithDebug(ctx, listening, closed),
			tf6server.WithLoggingSink(t), tf6server.WithGoPluginLogger(hclog.NewNullLogger()), tf6server.WithoutLogStderrOverride())
		if err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-closed
	})
	from := <-listening
	at := reattachment{Protocol: string(from.Protocol), ProtocolVersion: from.ProtocolVersion, Pid: from.Pid, Test: from.Test}
	at.Addr.Network, at.Addr.String = from.Addr.Network(), from.Addr.String()
	return at
}
