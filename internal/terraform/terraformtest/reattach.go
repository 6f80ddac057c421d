// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraformtest

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
)

// NewReattached is New with a provider in this process: cheaper than one that each Terraform starts, and without an init. What the
// provider would take from its environment has to be in the configuration.
func NewReattached(t *testing.T, folder string, server func() tfprotov6.ProviderServer) *terraform.Terraform {
	t.Helper()
	return New(t, folder, os.Args[0], Reattach(t, map[string]func() tfprotov6.ProviderServer{"engine-platform/engine": server}))
}

// Reattach runs providers in this process, by their sources without a host, and is the variable that tells Terraform, or OpenTofu, where
// they listen.
func Reattach(t *testing.T, servers map[string]func() tfprotov6.ProviderServer) (variable string) {
	t.Helper()
	providers := map[string]any{}
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

// serve runs a provider in this process and says where it listens, as Terraform wants to be told.
func serve(t *testing.T, address string, server func() tfprotov6.ProviderServer) map[string]any {
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
	at := <-listening
	return map[string]any{
		"Protocol": string(at.Protocol), "ProtocolVersion": at.ProtocolVersion, "Pid": at.Pid, "Test": at.Test,
		"Addr": map[string]string{"Network": at.Addr.Network(), "String": at.Addr.String()},
	}
}
