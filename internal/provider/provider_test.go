// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// TestPlainHTTP checks that the provider warns about an address without encryption, unless it belongs to the same machine.
func TestPlainHTTP(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]int{
		"http://engine.example.com": 1, "http://192.0.2.1:8080": 1, "https://engine.example.com": 0, "http://localhost:8080": 0,
		"http://127.0.0.1:8080": 0, "http://[::1]:8080": 0,
	} {
		s := providertest.Open(t, provider.NewServer("test")())
		resp, err := s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
			Config: s.Encode(s.Schemas().Provider, map[string]any{"base_url": address, "access_id": "a", "secret_key": "b"}),
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := resp.Diagnostics; len(got) != want || want == 1 && got[0].Summary != "Connection is not encrypted" {
			t.Errorf("%s: got %v", address, got)
		}
	}
}
