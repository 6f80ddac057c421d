// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraform

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

const (
	// ProviderAddress is where a configuration finds the provider. With the host it is the same one for OpenTofu.
	ProviderAddress = "registry.terraform.io/" + providerName

	// ProviderVersion is the version that the provider has in a new mirror. The examples ask for 0.1.0 at least.
	ProviderVersion = "0.1.0"

	providerName = "engine-platform/engine"
)

// mirrored is the mirror in a folder.
func mirrored(folder string) string { return filepath.Join(folder, "mirror") }

// Offer lays a version of the provider out in the mirror of a folder, for Terraform and for OpenTofu. New offers ProviderVersion.
func Offer(folder, provider, version string) error {
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		place := filepath.Join(mirrored(folder), host, filepath.FromSlash(providerName), version, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(place, 0o755); err != nil {
			return err
		}
		if err := os.Symlink(provider, filepath.Join(place, "terraform-provider-engine_v"+version)); err != nil {
			return err
		}
	}
	return nil
}

// offerProvider makes a mirror with the provider, and writes the configuration file that lets Terraform and OpenTofu look there and
// nowhere else.
func offerProvider(folder, provider string) (config string, err error) {
	if err := Offer(folder, provider, ProviderVersion); err != nil {
		return "", err
	}
	config = filepath.Join(folder, "terraform.tfrc")
	content := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirrored(folder))
	return config, os.WriteFile(config, []byte(content), 0o600)
}
